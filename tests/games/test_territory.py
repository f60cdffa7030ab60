"""Whom each point belongs to, against flood fill."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.games.compiled import kernel
from tengen.games.grid import BLACK, CELLS, WHITE, board_view, cell_of, empty_mailbox
from tengen.games.position import set_up
from tengen.games.territory import area, spread
from tests.games import go_twin
from tests.games.go_twin import Twin


@kernel
def lead_of(mailbox: NDArray[np.int8], side: int, owners: NDArray[np.int8]) -> int:
    return area(mailbox, side, owners)


@kernel
def points_around(mailbox: NDArray[np.int8], cell: int, guest: int) -> NDArray[np.int16]:
    marks, region = np.zeros(CELLS, np.int16), np.empty(CELLS, np.int16)
    return region[: spread(mailbox, cell, guest, marks, 1, region)].copy()


@pytest.mark.parametrize("seed", range(50))
def test_every_point_belongs_to_whom_flood_fill_gives_it(seed: int) -> None:
    rng = Random(seed)
    size = rng.choice((2, 3, 5, 9, 13, 19))
    twin = Twin(size, komi=0)
    twin.board = bytes(rng.choices((0, go_twin.BLACK, go_twin.WHITE), weights=(2, 1, 1), k=size * size))
    mailbox, owners = empty_mailbox(size), np.empty(CELLS, np.int8)
    stones = np.array([0, BLACK, WHITE], np.int8)[list(twin.board)]
    board_view(mailbox, size)[:] = stones.reshape(size, size)
    assert lead_of(mailbox, size, owners) == twin.score()
    assert (board_view(owners, size).ravel() % 3).tolist() == twin.owners()


def test_a_region_goes_through_guests_and_stops_at_others() -> None:
    state = set_up("go", black=[1, 4, 7], white=[3], size=3).state
    assert sorted(points_around(state.board, cell_of(0, 3), WHITE)) == [
        cell_of(each, 3) for each in (0, 3, 6)
    ]
    assert sorted(points_around(state.board, cell_of(0, 3), 0)) == [cell_of(0, 3)]
    assert len(points_around(state.board, cell_of(0, 3), BLACK)) == 8
