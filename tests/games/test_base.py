"""What a game is: its record type, its name, its place in the register."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tengen.games import base, gomoku, reversi
from tengen.games.base import RECENT, Halves

DIVIDED = """
import numpy as np
from tengen.games import base

SIZES, OPTIONS, LETTERS = range(1, 3), {{}}, "AB"
STATE = base.state_type(__file__, [])

def new(size=1):
    return base.new_state(STATE, size)

def play(state, action):
    base.remember(state, action)
    state.over, state.result = True, {}
"""
REFEREE = """
import divided
from tengen.games import base
from tengen.games.compiled import kernel

@kernel
def result(state):
    base.play(state, 0)
    return state.result

if __name__ == "__main__":
    base.register(divided)
    print(result(divided.new()))
"""


def referee(folder: Path) -> tuple[str, bool]:
    """The result of the game in this folder, and whether it had to be compiled."""
    told = subprocess.run(
        [sys.executable, "-B", "-W", "error", "referee.py"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TENGEN_CACHE": str(folder / "cache")},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    return told.stdout.strip(), "compiling" in told.stderr


def test_an_edited_game_never_runs_stale_code(tmp_path: Path) -> None:
    (tmp_path / "referee.py").write_text(REFEREE)
    (tmp_path / "divided.py").write_text(DIVIDED.format("+1"))
    assert referee(tmp_path) == ("1", True)
    assert referee(tmp_path) == ("1", False)
    (tmp_path / "divided.py").write_text(DIVIDED.format("-1"))
    assert referee(tmp_path) == ("-1", True)
    (tmp_path / "divided.py").write_text(DIVIDED.format("+1"))
    assert referee(tmp_path) == ("1", False)


def test_a_game_is_found_by_name() -> None:
    assert base.game("reversi") is reversi
    with pytest.raises(ValueError, match=r"^no game called 'chess': there are go, gomoku.*, reversi$"):
        base.game("chess")


def test_what_is_no_game_is_not_registered() -> None:
    empty = ModuleType("somewhere.empty")
    vars(empty).update(STATE=reversi.STATE, new=reversi.new)
    with pytest.raises(ValueError, match=r"^empty is no game yet: it lacks SIZES, OPTIONS, LETTERS, play$"):
        base.register(empty)
    assert "empty" not in base.GAMES


def test_a_record_leads_to_its_rules() -> None:
    state = reversi.new(6)
    batch = np.zeros(2, gomoku.STATE).view(np.recarray)
    assert base.rules_of(state) is reversi
    assert base.rules_of(batch[1]) is gomoku
    assert base.rules_of(batch) is gomoku


def test_records_of_two_games_are_two_types(tmp_path: Path) -> None:
    for name in ("hex.py", "chess.py"):
        (tmp_path / name).write_text("the same")
    hexes, chess = (base.state_type(str(tmp_path / name), []) for name in ("hex.py", "chess.py"))
    assert hexes != chess
    assert hexes.names is not None
    assert hexes.names[0].startswith("hex_")
    assert hexes.names[1:] == chess.names[1:]  # type: ignore[index]  # it has names


def test_a_new_state_is_empty() -> None:
    state = base.new_state(gomoku.STATE, 7)
    assert (state.side, state.ply, state.to_move, state.over, state.hash) == (7, 0, 1, False, 0)
    assert [base.recent_action(state, back) for back in range(RECENT)] == [-1] * RECENT


def test_only_the_last_actions_are_remembered() -> None:
    state = base.new_state(gomoku.STATE, 20)
    for action in range(3 * RECENT + 1):
        base.remember(state, action)
    assert [base.recent_action(state, back) for back in range(RECENT)] == list(range(24, 16, -1))
    assert state.to_move == -1
    assert state.ply == 25


@pytest.mark.parametrize("value", [0, 7, -3, 6.5, 7.0, -0.5, 999_999_999])
def test_halves_hold_whole_and_half_numbers(value: float) -> None:
    assert value in Halves()


@pytest.mark.parametrize("value", [7.3, True, "7", None, float("nan"), float("inf"), 10**9, 10**400, [1]])
def test_halves_hold_nothing_else(value: object) -> None:
    assert value not in Halves()
