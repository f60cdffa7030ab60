"""What controllers say about time ends up on the clocks."""

import math

import pytest

from tengen.engine.clock import FREE, Control, absolute, byo_yomi, canadian, fischer
from tengen.games.grid import BLACK, WHITE
from tests.engine.dialogues import Paper


@pytest.mark.parametrize(
    ("said", "control"),
    [
        ("time_settings 300 0 0", absolute(300)),
        ("time_settings 300 30 0", FREE),
        ("time_settings 0 30 5", canadian(0, 30, 5)),
        ("time_settings 0 5 1", canadian(0, 5, 1)),
        ("kgs-time_settings none", FREE),
        ("kgs-time_settings absolute 60", absolute(60)),
        ("kgs-time_settings byoyomi 60 10 3", byo_yomi(60, 10, 3)),
        ("kgs-time_settings canadian 60 10 3", canadian(60, 10, 3)),
        ("kata-time_settings fischer 60 2.5", fischer(60, 2.5)),
        ("kata-time_settings fischer-capped 60 2.5 90 -1", fischer(60, 2.5, 90)),
        ("kata-time_settings fischer-capped 60 2.5 -1 9", fischer(60, 2.5, math.inf, 9)),
    ],
)
def test_settings(said: str, control: Control) -> None:
    paper = Paper()
    assert paper.says(said) == "="
    assert [clock.control for clock in paper.session.clocks.values()] == [control, control]


def test_what_is_left_is_one_sides() -> None:
    paper = Paper()
    paper.says("kgs-time_settings byoyomi 60 10 3")
    assert paper.says("time_left w 7 2") == "="
    assert paper.session.clocks[WHITE].left == 17
    assert paper.session.clocks[BLACK].left == 90
    assert paper.says("time_left b -5 0") == "="
    assert paper.session.clocks[BLACK].main == 0


@pytest.mark.parametrize("wrong", ["time_settings -1 0 0", "kgs-time_settings canadian 1 1 0", "time_left b"])
def test_what_no_clock_shows_changes_nothing(wrong: str) -> None:
    paper = Paper()
    paper.says("time_settings 300 0 0")
    assert paper.says(wrong) == "? syntax error"
    assert paper.session.clocks[BLACK].control == absolute(300)
