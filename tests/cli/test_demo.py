"""The demonstration in a pipe, and its display where there is a terminal."""

import io
import re

import numpy as np
import pytest
from rich.console import Console

from tengen import cli
from tengen.cli import demo
from tengen.play.player import Random


def test_it_plays_its_matches_and_says_what_to_do_next(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.app(["demo", "--games", "2", "--seed", "3"])
    shown = capsys.readouterr().out
    assert ended.value.code == 0
    games = [line for line in shown.splitlines() if line.endswith("plies")]
    assert [game.partition(":")[0] for game in games] == [
        "Tactician (Black) - Random (White)",
        "Random (Black) - Tactician (White)",
        "Tactician (Black) - its twin (White)",
        "its twin (Black) - Tactician (White)",
    ]
    assert "score: Tactician 2, Random 0, drawn 0" in shown
    assert shown.splitlines()[-1] == demo.WHAT_NEXT
    assert "\x1b" not in shown


def test_a_terminal_sees_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "PAUSE", 0)
    paper = io.StringIO()
    console = Console(file=paper, force_terminal=True, highlight=False, width=80)
    generator = np.random.default_rng(1)
    demo.match(console, {"one": Random(generator), "two": Random(generator)}, 1, generator)
    shown = paper.getvalue()
    ended = re.search(r"after (\d+) plies", shown)
    assert ended is not None
    assert all(f"ply {ply}," in shown for ply in range(4, int(ended[1]) + 1))
