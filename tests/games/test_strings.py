"""Strings and their liberties, against flood fill."""

from random import Random

import numpy as np
import pytest

import tengen
from tengen.games.base import State
from tengen.games.compiled import kernel
from tengen.games.grid import BLACK, EMPTY, WHITE, board_view, cell_of
from tengen.games.strings import join, put, string_key, take, touches
from tests.games import go_twin


@kernel
def put_stone(state: State, cell: int, colour: int) -> None:
    put(state, cell, colour)


@kernel
def take_string(state: State, string: int, colour: int) -> None:
    take(state, string, colour)


@kernel
def key_of(state: State, string: int) -> np.uint64:
    return string_key(state, string)


def circle(state: State, string: int) -> set[int]:
    """The cells of a string, found by following its links."""
    cells, cell = [string], int(state.link[string])
    while cell != string:
        cells.append(cell)
        cell = int(state.link[cell])
    assert len(cells) == len(set(cells)) == state.members[string]
    return set(cells)


def check(state: State) -> None:
    """All that is kept of strings is what flood fill finds."""
    size = int(state.side)
    board = bytes(board_view(state.board, size).ravel() % 3)
    for point, (stones, liberties) in go_twin.strings(board, size).items():
        string = int(state.root[cell_of(point, size)])
        assert circle(state, string) == {cell_of(stone, size) for stone in stones}
        assert state.liberties[string] == len(liberties)
    assert state.stones == len(board) - board.count(EMPTY)
    assert (state.root[state.board == EMPTY] == 0).all()


@pytest.mark.parametrize("seed", range(20))
def test_stones_put_anywhere_and_strings_taken_leave_what_flood_fill_finds(seed: int) -> None:
    rng = Random(seed)
    size = rng.choice((2, 3, 5, 9, 19))
    state = tengen.new("go", size=size).state
    for _ in range(12):
        empty = np.flatnonzero(state.board == EMPTY).tolist()
        for cell in rng.sample(empty, min(len(empty), size)):
            put_stone(state, cell, rng.choice((BLACK, WHITE)))
        check(state)
        string = rng.choice(sorted(set(state.root[state.root > 0].tolist())))
        colour, before, key = int(state.board[string]), state.hash, key_of(state, string)
        cells, total = circle(state, string), int(state.taken_total)
        take_string(state, string, colour)
        check(state)
        assert state.hash == before ^ key
        ring = state.taken[np.arange(total, state.taken_total) % len(state.taken)]
        assert set(ring.tolist()) == {cell * colour for cell in cells}


def test_the_rules_of_strings_run_without_the_compiler() -> None:
    state = tengen.new("go", size=3).state
    for action in (0, 2, 1):  # the last one joins the two before
        put(state, cell_of(action, 3), BLACK)
    check(state)
    string = int(state.root[cell_of(0, 3)])
    assert touches(state, cell_of(4, 3), string)
    assert not touches(state, cell_of(7, 3), string)
    put(state, cell_of(6, 3), BLACK)
    join(state, string, cell_of(6, 3))
    assert circle(state, string) == {cell_of(action, 3) for action in (0, 1, 2, 6)}
    take(state, string, BLACK)
    assert state.hash == 0
    assert state.stones == 0
