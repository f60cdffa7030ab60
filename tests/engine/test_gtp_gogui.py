"""What GoGui is offered exists; ownership and policy are Black's and the network's."""

from pathlib import Path

import pytest

from tengen.engine.evaluators import Evaluators
from tengen.engine.gtp import COMMANDS
from tengen.engine.gtp_gogui import ANALYSES
from tests.engine.dialogues import Paper

DATA = Path(__file__).parents[1] / "network" / "data"


@pytest.mark.parametrize("entry", ANALYSES)
def test_all_that_is_offered_is_there(entry: str) -> None:
    kind, label, command = entry.split("/")
    assert kind in ("cboard", "dboard", "string", "varc", "plist")
    assert label
    assert command.split()[0] in COMMANDS


def test_boards_to_draw() -> None:
    paper = Paper(evaluators=Evaluators(str(DATA / "go_1x8.onnx")), size=5)
    paper.says("play b C3")
    owners = [line.split() for line in paper.says("tengen-ownership").removeprefix("= ").splitlines()]
    assert [len(row) for row in owners] == [5] * 5
    paper.says("gogui-setup_player b")
    colours = [line.split() for line in paper.says("tengen-policy").removeprefix("= ").splitlines()]
    assert colours[2][2] == "#ffffff"
    assert "#ff0000" in {colour for row in colours for colour in row}


def test_a_chance_is_blacks() -> None:
    paper = Paper(evaluators=Evaluators(str(DATA / "go_1x8.onnx")), size=5)
    words = paper.says("tengen-win_rate").split()
    assert words[:2] == ["=", "Black"]
    assert 0 < float(words[2].rstrip("%")) < 100
