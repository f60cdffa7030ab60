"""Numbers, and boards however they came about."""

import pytest

import tengen
from tengen.engine.gomocup_words import Complaint, board_of, numbers_in, one_line, stones_of
from tengen.games.grid import BLACK, WHITE

EMPTY = tengen.new("gomoku", size=9)


def test_numbers() -> None:
    assert numbers_in("3,4", 2, 2) == [3, 4]
    assert numbers_in(" 15 15 ", 1, 2) == [15, 15]
    for wrong in ("", "3", "3,x", "1,2,3", "9" * 5000):
        with pytest.raises(Complaint, match="expected 2 numbers, got"):
            numbers_in(wrong, 2, 2)
    assert one_line("a\n b\té") == "a b ?"


def test_stones_in_turn_are_a_game() -> None:
    position = board_of(EMPTY, [(40, BLACK), (41, WHITE), (31, BLACK)], WHITE)
    assert position == EMPTY.play(40).play(41).play(31)
    assert position.actions == [40, 41, 31]
    assert stones_of(position) == [(31, BLACK), (40, BLACK), (41, WHITE)]


def test_stones_in_any_order_are_set_up() -> None:
    stones = [(40, WHITE), (41, WHITE), (31, BLACK)]
    for to_move in (BLACK, WHITE):
        position = board_of(EMPTY, stones, to_move)
        assert sorted(stones_of(position)) == sorted(stones)
        assert position.to_move == to_move
        assert position.previous is None
