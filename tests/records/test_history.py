"""A position tells how it came about."""

import numpy as np
import pytest

import tengen
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position, set_up
from tengen.records.history import history, record_of, setup_of
from tengen.records.record import positions


def played(start: Position, plies: int) -> Position:
    generator = np.random.default_rng(1)
    for _ in range(plies):
        start = start.play(int(generator.choice(start.legal())))
    return start


STARTS = [
    tengen.new("go", size=5, komi=0.5),
    tengen.new("gomoku", size=7),
    tengen.new("reversi", size=6),
    set_up("go", ["C3", "B2"], ["D4"], WHITE, size=5, komi=3.0),
]


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_the_moves_lead_from_the_start_to_the_position(start: Position) -> None:
    position = played(start, 8)
    found, moves = history(position)
    assert found is start
    again = found
    for colour, action in moves:
        assert again.to_move == colour
        again = again.play(action)
    assert again == position
    assert history(start) == (start, [])


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_a_record_leads_to_the_position_too(start: Position) -> None:
    position = played(start, 8)
    record = record_of(position, "Ann", "Bob", WHITE, "resign")
    assert (record.black, record.white, record.result, record.ending) == ("Ann", "Bob", WHITE, "resign")
    *_, last = positions(record)
    np.testing.assert_array_equal(last.board, position.board)
    assert (last.to_move, last.options, last.actions) == (
        position.to_move,
        position.options,
        position.actions,
    )


def test_the_stones_that_stood_there() -> None:
    assert setup_of(STARTS[3]) == {12: BLACK, 16: BLACK, 8: WHITE}
