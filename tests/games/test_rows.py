"""Rows as bits against the same rows followed stone by stone on a board of one line."""

from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.games import rows
from tengen.games.grid import BLACK, EAST, EMPTY, LINES, STRIDE, WHITE
from tests.games.gomoku_twin import Twin

MIDDLE = (rows.CENTRE, rows.CENTRE)
CELL = (rows.CENTRE + 1) * STRIDE + rows.CENTRE + 1
DIRECTIONS = dict(zip(LINES, ((0, 1), (1, 0), (1, 1), (1, -1)), strict=True))


def boards(count: int, step: int) -> Iterator[Twin]:
    """Boards of 13x13 with random stones on one line through the middle, where a black one stands."""
    rng = Random(step)
    down, right = DIRECTIONS[step]
    for _ in range(count):
        twin = Twin(rows.WIDTH)
        for distance in range(-rows.CENTRE, rows.CENTRE + 1):
            stone = rng.choice((BLACK, BLACK, BLACK, EMPTY, EMPTY, WHITE))
            if stone:
                twin.stones[rows.CENTRE + distance * down, rows.CENTRE + distance * right] = stone
        twin.stones[MIDDLE] = BLACK
        yield twin


@pytest.mark.parametrize("step", LINES)
def test_rows_and_what_completes_them(step: int) -> None:
    down, right = DIRECTIONS[step]
    found = 0
    for twin in boards(400, step):
        own, free = rows.line_of(twin.position(WHITE).state.board, CELL, step, BLACK)
        length = len(twin.row(MIDDLE, DIRECTIONS[step]))
        for wanted, exact in product(range(3, 7), (False, True)):
            makes = length == wanted or (length > wanted and not exact)
            assert rows.has_row(own, wanted, exact) == makes
            if not makes and length < wanted:
                cells = rows.completions(own, free, wanted, exact)
                for distance in range(1 - wanted, wanted):
                    point = (rows.CENTRE + distance * down, rows.CENTRE + distance * right)
                    completes = twin.empty(point) and completed(twin, point, step, wanted, exact)
                    assert bool(cells >> (rows.CENTRE + distance) & 1) == completes
                    found += completes
    assert found > 200


def completed(twin: Twin, point: tuple[int, int], step: int, wanted: int, exact: bool) -> bool:
    """Whether a black stone on this point puts the middle one into a row as long as wanted."""
    with twin.black_on(point):
        length = len(twin.row(MIDDLE, DIRECTIONS[step]))
    return length == wanted or (length > wanted and not exact)


@pytest.mark.parametrize("step", LINES)
def test_run_counts_stones_up_to_the_first_gap(step: int) -> None:
    for twin in boards(300, step):
        board = twin.position(WHITE).state.board
        both = rows.run(board, CELL, step, BLACK) + rows.run(board, CELL, -step, BLACK)
        assert 1 + both == len(twin.row(MIDDLE, DIRECTIONS[step]))


def test_a_line_ends_at_the_edge_and_at_the_other_colour() -> None:
    board = line("O X . X . . X")
    own, free = rows.line_of(board, STRIDE + 3, EAST, BLACK)
    assert own == sum(1 << rows.CENTRE + column - 2 for column in (1, 2, 3, 6))
    assert free == sum(1 << rows.CENTRE + column - 2 for column in (4, 5))


def test_add_sums_bytes() -> None:
    sums, more = np.arange(100, dtype=np.uint8), np.full(100, 16, np.uint8)
    rows.add(sums, more)
    assert sums.tolist() == list(range(16, 116))


def line(stones: str) -> NDArray[np.int8]:
    """A mailbox whose top row is this drawing."""
    marks = stones.split()
    twin = Twin(len(marks))
    twin.stones = {(0, at): {"X": BLACK, "O": WHITE}[mark] for at, mark in enumerate(marks) if mark != "."}
    board: NDArray[np.int8] = twin.position(BLACK).state.board
    return board
