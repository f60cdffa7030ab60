"""The laws that every game obeys, shown on one random game for each board and each rule."""

import functools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import tengen
from tengen.games import base, grid, planes
from tengen.games.base import RECENT, IllegalAction, State
from tengen.games.compiled import assign, kernel
from tengen.games.position import Position, set_up
from tests.contracts import col

ROOT = Path(__file__).parents[2]
PLIES_PER_POINT = 4  # no random game is longer


class Case(NamedTuple):
    """A board and its rules."""

    game: str
    size: int
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return "-".join([self.game, str(self.size), *(f"{name}={value}" for name, value in self.options)])

    def start(self) -> Position:
        return tengen.new(self.game, size=self.size, **dict(self.options))


@contextmanager
def one_game_more() -> Iterator[None]:
    """Make the game of one file known, and forget it again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base, "GAMES", dict(base.GAMES))
        base.register(col)
        yield


def cases(*parts: float) -> list[Case]:
    """Every game on boards of some sizes (0 smallest, 1 largest), with every option value that fits."""
    found: list[Case] = []
    with one_game_more():
        for name in base.GAMES:
            rules = base.game(name)
            values = [(key, value) for key, allowed in rules.OPTIONS.items() for value in few(allowed)]
            for size in sorted({rules.SIZES[round(part * (len(rules.SIZES) - 1))] for part in parts}):
                tried = [Case(name, size, options) for options in [(), *((value,) for value in values)]]
                found += filter(fits, tried)
    return found


def few(allowed: Any) -> tuple[Any, ...]:
    return allowed if isinstance(allowed, tuple) else ()


def fits(case: Case) -> bool:
    """Whether a game accepts the combination (a line of five is too long for size 3) and it is no default."""
    try:
        options = case.start().options
    except ValueError:
        return False
    plain = case._replace(options=())
    return case == plain or not fits(plain) or options != plain.start().options


@pytest.fixture(autouse=True)
def _one_game_more() -> Iterator[None]:
    with one_game_more():
        yield


@pytest.fixture(params=cases(0, 0.5, 1), ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


@functools.cache
def random_game(case: Case) -> list[Position]:
    """Every position of a random game, the first and the last included."""
    choose = np.random.default_rng(len(str(case)))
    game = [case.start()]
    while not game[-1].over and len(game) <= PLIES_PER_POINT * case.size**2:
        game.append(game[-1].play(choose.choice(game[-1].legal())))
    return game


def some(game: list[Position], count: int = 10) -> Iterator[tuple[int, Position]]:
    """A few positions of a game and their plies, the first and the last included."""
    for ply in sorted({round(at) for at in np.linspace(0, len(game) - 1, count)}):
        yield ply, game[ply]


@kernel
def legal_by_asking(state: State) -> NDArray[np.int16]:
    """All actions that are legal when asked for one by one."""
    actions = np.empty(base.action_count(state), np.int16)
    count = 0
    for action in range(len(actions)):
        if base.is_legal(state, action):
            actions[count] = action
            count += 1
    return actions[:count].copy()


@kernel
def past_mailboxes(state: State) -> NDArray[np.int8]:
    """The boards that a state remembers, int8[RECENT, CELLS], the present first."""
    mailboxes = np.empty((RECENT, grid.CELLS), np.int8)
    for back in range(RECENT):
        base.past(state, back, mailboxes[back])
    return mailboxes


def test_a_random_game_ends_with_a_result(case: Case) -> None:
    *before, last = random_game(case)
    assert last.over
    assert last.result in (-1, 0, 1)
    assert last.legal().size == 0
    for position in before:
        assert position.result is None
        assert not position.over


def test_no_game_is_longer_than_it_says(case: Case) -> None:
    game = random_game(case)
    assert len(game) - 1 <= base.longest(game[0].state)


def test_the_first_position_is_everybodys(case: Case) -> None:
    first = case.start()
    assert (first.game, first.size, first.ply) == (case.game, case.size, 0)
    assert set(dict(case.options).items()) <= set(first.options.items())
    assert tengen.new(first.game, **first.options) == first
    assert first.to_move == grid.BLACK
    assert first.last is None


def test_legal_actions_are_the_actions_that_are_legal(case: Case) -> None:
    for _, position in some(random_game(case)):
        legal = position.legal()
        assert legal.dtype == np.int16
        np.testing.assert_array_equal(legal, legal_by_asking(position.state))


def test_play_passes_the_turn(case: Case) -> None:
    for before, after in pairwise(random_game(case)):
        assert after.to_move == -before.to_move
        assert after.ply == before.ply + 1
        assert after.last in before.legal()
        assert after.previous is before


def test_a_stone_has_the_colour_of_the_side_that_played_it(case: Case) -> None:
    for before, after in pairwise(random_game(case)):
        assert after.last is not None
        board, own = after.board, before.to_move
        if after.last < case.size**2:
            grew = (board == own).sum() > (before.board == own).sum()
            assert board.flat[after.last] == (own if grew else grid.EMPTY)
        else:
            np.testing.assert_array_equal(board, before.board)


def test_nothing_is_written_beyond_the_edge(case: Case) -> None:
    for _, position in some(random_game(case)):
        mailbox = grid.empty_mailbox(case.size)
        grid.board_view(mailbox, case.size)[:] = position.board
        np.testing.assert_array_equal(position.state.board, mailbox)
        assert set(np.unique(position.board)) <= {grid.EMPTY, grid.BLACK, grid.WHITE}


def test_the_hash_is_that_of_the_board(case: Case) -> None:
    for _, position in some(random_game(case)):
        expected = np.uint64(0)
        for action in np.flatnonzero(position.board):
            cell = grid.cell_of(int(action), case.size)
            expected ^= grid.stone_key(cell, int(position.board.flat[action]))
        assert position.state.hash == expected


def test_the_last_actions_are_remembered(case: Case) -> None:
    game = random_game(case)
    for ply, position in some(game):
        played = [game[at].last for at in range(ply, 0, -1)][:RECENT]
        remembered = [base.recent_action(position.state, back) for back in range(RECENT)]
        assert remembered == played + [-1] * (RECENT - len(played))


def test_the_last_boards_are_remembered(case: Case) -> None:
    game = random_game(case)
    for ply, position in some(game, 30):
        for back, mailbox in enumerate(past_mailboxes(position.state)):
            np.testing.assert_array_equal(mailbox, game[max(0, ply - back)].state.board)


def test_copies_are_independent(case: Case) -> None:
    for before, after in pairwise(random_game(case)[:4]):
        copies = np.zeros(2, base.game(case.game).STATE).view(np.recarray)
        copies[0] = copies[1] = before.state
        base.play(copies[1], after.actions[-1])
        assert copies[0].tobytes() == before.state.tobytes()
        assert copies[1].tobytes() == after.state.tobytes()


@kernel
def copy_what_is_used(target: State, source: State) -> None:
    assign(target, source, base.used(source))


def test_what_a_record_uses_is_all_there_is_to_know(case: Case) -> None:
    game = random_game(case)
    for ply, position in some(game, 4):
        state = game[-1].state  # full of other things
        copy_what_is_used(state, position.state)
        again = Position(state)
        for later in game[ply : ply + 20]:
            again = again if later is position else again.play(later.actions[-1])
            np.testing.assert_array_equal(again.legal(), later.legal())
            np.testing.assert_array_equal(again.planes("history"), later.planes("history"))
            np.testing.assert_array_equal(again.planes(), later.planes())
            assert (again.over, again.result, again.score) == (later.over, later.result, later.score)


def test_an_illegal_action_changes_nothing(case: Case) -> None:
    for _, position in some(random_game(case), 5):
        before = position.state.tobytes()
        count = base.action_count(position.state)
        for action in sorted(set(range(-1, count + 1)) - set(position.legal().tolist())):
            with pytest.raises(IllegalAction) as caught:
                position.play(action)
            assert len(str(caught.value).splitlines()) == 1
        assert position.state.tobytes() == before


def twin_planes(kind: str, game: list[Position], ply: int) -> NDArray[Any]:
    """The planes as they are defined, without what a game's rules add."""
    own, size = game[ply].to_move, game[ply].size
    boards = [game[max(0, ply - back)].board * own for back in range(RECENT)]
    stones = [boards[0] == 1, boards[0] == -1]
    last, ones = np.zeros((size, size)), np.ones((size, size))
    action = game[ply].last
    if action is not None and action < size * size:
        last.flat[action] = 1
    history = [board == colour for board in boards for colour in (1, -1)]
    kinds: dict[str, list[NDArray[Any]]] = {
        "stones": stones,
        "last": [*stones, last],
        "turns": boards[0:6:2],
        "signed": boards[:1],
        "history": [*history, ones * (own == grid.BLACK), ones * (own == grid.WHITE)],
    }
    return np.array(kinds[kind])


@pytest.mark.parametrize("kind", planes.KINDS)
def test_planes_are_what_their_name_says(case: Case, kind: str) -> None:
    game = random_game(case)
    rules = base.rule_channels(game[0].state)
    for ply, position in some(game):
        shown = position.planes(kind)
        assert shown.dtype == np.float32
        assert shown.shape == (
            planes.channels_of(position.state, planes.kind_named(kind)),
            case.size,
            case.size,
        )
        assert np.isfinite(shown).all()
        if kind != "tengen":
            expected = twin_planes(kind, game, ply)
            assert len(shown) == len(expected) + rules
            np.testing.assert_array_equal(shown[: len(expected)], expected)
            np.testing.assert_array_equal(shown[len(expected) :], position.planes("stones")[2:])


def turned_game(game: list[Position], symmetry: int) -> list[Position]:
    """The same game on a board that was turned before its first action."""
    first = game[0]
    board = grid.turned_board(symmetry, first.board)
    black, white = (np.flatnonzero(board == colour).tolist() for colour in (grid.BLACK, grid.WHITE))
    turned = [set_up(first.game, black, white, first.to_move, **first.options)]
    for position in game[1:]:
        assert position.last is not None
        turned.append(turned[-1].play(grid.turned_action(symmetry, position.last, first.size)))
    return turned


@pytest.mark.parametrize("symmetry", range(grid.SYMMETRIES))
def test_turning_the_board_turns_everything(case: Case, symmetry: int) -> None:
    game = random_game(case)[:150]
    turned = turned_game(game, symmetry)
    for ply, position in some(game, 6):
        seen = turned[ply]
        assert (seen.to_move, seen.over, seen.result) == (position.to_move, position.over, position.result)
        np.testing.assert_array_equal(seen.board, grid.turned_board(symmetry, position.board))
        legal = sorted(grid.turned_action(symmetry, int(action), case.size) for action in position.legal())
        assert seen.legal().tolist() == legal
        for kind in ("history", "tengen"):
            expected = grid.turned_board(symmetry, position.planes(kind))
            np.testing.assert_array_equal(seen.planes(kind), expected)


def test_setting_up_the_first_board_gives_the_first_position(case: Case) -> None:
    assert turned_game([case.start()], 0) == [case.start()]


def test_text_keeps_what_the_board_shows(case: Case) -> None:
    for _, position in some(random_game(case)):
        again = tengen.read(str(position))
        assert str(again) == str(position)
        assert again.options == position.options
        assert (again.ply, again.over, again.result) == (position.ply, position.over, position.result)
        np.testing.assert_array_equal(again.board, position.board)
        assert again.state.hash == position.state.hash
        if not position.over:
            assert again.to_move == position.to_move


def test_names_lead_back_to_their_actions(case: Case) -> None:
    position = case.start()
    names = [position.name(action) for action in range(base.action_count(position.state))]
    assert len(set(names)) == len(names)
    for action, name in enumerate(names):
        assert position.action(name) == position.action(f" {name.lower()} ") == action
    action = int(position.legal()[0])
    assert position.play(names[action]) == position.play(action)


def transcript(case: Case) -> list[Any]:
    """The beginning of a game in which the choice depends on all that was legal."""
    position = case.start()
    lines: list[Any] = []
    for ply in range(25):
        legal = position.legal().tolist()
        lines.append([legal, int(position.state.hash), position.result])
        if position.over:
            break
        position = position.play(legal[ply * 7 % len(legal)])
    lines += [float(position.planes(kind).sum()) for kind in planes.KINDS]
    lines.append(past_mailboxes(position.state).tolist())
    return lines


def transcripts() -> str:
    """The same of every case, on one small board each."""
    small = cases(0.25)
    with one_game_more():
        return json.dumps([transcript(case) for case in small])


def test_plain_python_plays_the_same() -> None:
    script = "from tests.contracts import test_any_game as laws; print(laws.transcripts())"
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr
    assert json.loads(plain.stdout) == json.loads(transcripts())


NAMES = [*base.GAMES, "col"]


@pytest.mark.parametrize("game", NAMES)
def test_a_size_that_makes_no_sense_is_refused(game: str) -> None:
    sizes = base.game(game).SIZES
    for size in (sizes[0] - 1, sizes[-1] + 1, -1, 10**30, str(sizes[0]), float(sizes[0]), True, [9]):
        with pytest.raises(ValueError, match=f"^size of {game} cannot be .*: it must be {sizes[0]} to .*$"):
            tengen.new(game, size=size)  # type: ignore[arg-type]  # people do


@pytest.mark.parametrize("game", NAMES)
def test_an_option_that_makes_no_sense_is_refused(game: str) -> None:
    with pytest.raises(ValueError, match=rf"^{game} has no option 'colour' \(options: size.*\)$"):
        tengen.new(game, colour="red")
    for name, allowed in base.game(game).OPTIONS.items():
        for value in ("red", None, 10**30, float("nan"), ["red"], np.zeros(2)):
            with pytest.raises(ValueError, match=rf"^{name} cannot be .*: it must be .+$") as caught:
                tengen.new(game, None, **{name: value})
            if isinstance(allowed, tuple):
                assert str(allowed[-1]) in str(caught.value)
        with pytest.raises(ValueError, match=f"did you mean {name}"):
            tengen.new(game, **{f"{name}s": 1})
