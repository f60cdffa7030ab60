"""A position for people: it never changes, and says what is wrong."""

from collections.abc import Callable

import numpy as np
import pytest

import tengen
from tengen.games.base import IllegalAction
from tengen.games.position import set_up


@pytest.fixture
def position() -> tengen.Position:
    """Black B2, White A3; Black is to move."""
    return tengen.new("gomoku", size=3, line=3).play("B2").play("A3")


def test_a_position_says_where_it_stands(position: tengen.Position) -> None:
    assert (position.game, position.size, position.ply, position.to_move) == ("gomoku", 3, 2, 1)
    assert (position.over, position.result, position.last) == (False, None, 0)
    assert position.options == {"size": 3, "rule": "freestyle", "line": 3}
    assert position.board.tolist() == [[-1, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert position.legal().tolist() == [1, 2, 3, 5, 6, 7, 8]
    assert repr(position) == "<gomoku size=3 rule=freestyle line=3, ply 2, Black to move>"


def test_actions_lead_from_the_first_position_here(position: tengen.Position) -> None:
    assert position.actions == [4, 0]
    assert position.previous is not None
    assert position.previous.actions == [4]
    assert tengen.new("gomoku", size=3, line=3).actions == []
    assert tengen.new("gomoku", size=3, line=3).previous is None


def test_a_long_game_is_remembered_whole() -> None:
    position = tengen.new("reversi", size=12)
    played = []
    while not position.over:
        played.append(int(position.legal()[0]))
        position = position.play(played[-1])
    assert len(played) > 100
    assert position.actions == played


def test_an_action_is_a_number_or_a_name(position: tengen.Position) -> None:
    after = position.play(5)
    assert after == position.play(np.int16(5)) == position.play("C2") == position.play(" c2 ")
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        position.play(5.0)  # type: ignore[arg-type]  # people do


def test_what_a_position_gives_away_is_a_copy(position: tengen.Position) -> None:
    before = str(position)
    position.board[:] = 1
    position.state.board[:] = 1
    position.options["size"] = 9
    position.legal()[:] = 0
    position.planes()[:] = 0
    position.play(5)
    assert str(position) == before


def test_positions_are_equal_if_they_came_about_alike(position: tengen.Position) -> None:
    same = tengen.new("gomoku", size=3, line=3).play(4).play(0)
    assert same == position
    assert hash(same) == hash(position)
    assert position != position.play(1)
    assert position != tengen.new("gomoku", size=3, line=3, rule="exact").play(4).play(0)
    assert position != "gomoku"
    assert len({position, same, position.play(1)}) == 2


def test_the_row_that_won_is_known(position: tengen.Position) -> None:
    assert position.winning_line == []
    won = position.play("B3").play("A1").play("B1")
    assert (won.over, won.result) == (True, 1)
    assert won.winning_line == [1, 4, 7]
    assert won.legal().tolist() == []


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (4, r"Black may not play B2: the point is occupied"),
        ("B2", r"Black may not play B2: the point is occupied"),
        (9, r"nobody passes in gomoku"),
        ("pass", r"nobody passes in gomoku"),
        (10, r"no action 10 on size 3: actions go from 0 to 8"),
        (-1, r"no action -1 on size 3: actions go from 0 to 8"),
        (10**30, r"no action 10+ on size 3: actions go from 0 to 8"),
    ],
)
def test_what_forbids_an_action_is_said(position: tengen.Position, action: int | str, reason: str) -> None:
    with pytest.raises(IllegalAction, match=f"^{reason}$"):
        position.play(action)
    assert position.ply == 2


def test_nothing_is_played_after_the_end(position: tengen.Position) -> None:
    won = position.play("B3").play("A1").play("B1")
    with pytest.raises(IllegalAction, match=r"^White may not play C1: the game is over$"):
        won.play("C1")


def test_a_name_without_a_point_is_refused(position: tengen.Position) -> None:
    with pytest.raises(ValueError, match=r"^no point 'D4' on a board of size 3: points go from A1 to C3$"):
        position.play("D4")


def test_stones_can_be_set_up() -> None:
    position = set_up("gomoku", black=["A1", 4], white=[np.int16(2)], to_move=-1, size=3, line=3, ply=3)
    assert position.board.tolist() == [[0, 0, -1], [0, 1, 0], [1, 0, 0]]
    assert (position.to_move, position.ply, position.last, position.over) == (-1, 3, None, False)
    assert position.play(0).state.empty == 5
    full = set_up("gomoku", [0, 2, 3, 7, 8], [1, 4, 5, 6], size=3, line=3)
    assert (full.over, full.result) == (True, 0)
    won = set_up("gomoku", [0, 1, 2], [4, 5], size=3, line=3)
    assert (won.over, won.result, won.winning_line) == (True, 1, [0, 1, 2])


@pytest.mark.parametrize(
    ("build", "complaint"),
    [
        (lambda: tengen.new("chess"), r"no game called 'chess': there are go, gomoku, reversi"),
        (lambda: tengen.new("gomoku", size=21), r"size of gomoku cannot be 21: it must be 3 to 20"),
        (lambda: tengen.new("reversi", 7), r"size of reversi cannot be 7: it must be 4 to 12 in steps of 2"),
        (
            lambda: tengen.new("gomoku", rules="renju"),
            r"gomoku has no option 'rules' \(options: size, rule, line\); did you mean rule\?",
        ),
        (lambda: tengen.new("reversi", komi=1), r"reversi has no option 'komi' \(options: size, none\)"),
        (
            lambda: tengen.new("gomoku", rule="pro"),
            r"rule cannot be 'pro': it must be freestyle, exact, renju",
        ),
        (lambda: tengen.new("gomoku", line=7), r"line cannot be 7: it must be 3, 4, 5, 6"),
        (
            lambda: tengen.new("gomoku", size=4),
            r"line=5 does not fit on size=4: give line=4 or a larger size",
        ),
        (lambda: tengen.new("gomoku", rule="renju", line=4), r"renju is played with line=5, got line=4"),
        (lambda: set_up("gomoku", [25], size=5), r"no point 25 on a board of size 5"),
        (lambda: set_up("gomoku", [-1], size=5), r"no point -1 on a board of size 5"),
        (lambda: set_up("gomoku", ["pass"], size=5), r"no point pass on a board of size 5"),
        (lambda: set_up("gomoku", ["F1"], size=5), r"no point 'F1' on a board of size 5: .*"),
        (lambda: set_up("gomoku", [3], [3], size=5), r"two stones are set up on D5: give each point once"),
        (
            lambda: set_up("gomoku", [0, 1, 2], [6, 7, 8], size=3, line=3),
            r"both colours have a winning row: no game of Gomoku leads there",
        ),
        (lambda: set_up("gomoku", to_move=0), r"to_move cannot be 0: it must be 1 \(Black\) or -1 \(White\)"),
        (lambda: set_up("gomoku", ply=-1), r"ply cannot be -1: it must be 0 to 10000"),
    ],
)
def test_what_makes_no_sense_is_refused(build: Callable[[], tengen.Position], complaint: str) -> None:
    with pytest.raises(ValueError, match=f"^{complaint}$"):
        build()
