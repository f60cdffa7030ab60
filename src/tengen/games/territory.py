"""Regions of points, and whom they belong to when a game of Go is counted."""

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import rule
from tengen.games.grid import BLACK, CELLS, EMPTY, NEIGHBOURS, WHITE, cell_of


@rule
def spread(
    board: NDArray[np.int8],
    cell: int,
    guest: int,
    marks: NDArray[np.int16],
    mark: int,
    region: NDArray[np.int16],
) -> int:
    """Find all points joined to a cell through empty points and stones of the guest; return how many.

    They are written to `region`, and marked with a number that no point among them bears yet.
    """
    region[0], found, done = cell, 1, 0
    marks[cell] = mark
    while done < found:
        for step in NEIGHBOURS:
            point = region[done] + step
            if (board[point] == EMPTY or board[point] == guest) and marks[point] != mark:
                marks[point], region[found] = mark, point
                found += 1
        done += 1
    return found


@rule
def area(board: NDArray[np.int8], side: int, owners: NDArray[np.int8]) -> int:
    """Write whom each point belongs to into a mailbox; return Black's points less White's.

    A point belongs to the colour of its stone; an empty one to the only colour that its region meets.
    """
    owners[:] = board
    marks, region = np.zeros(CELLS, np.int16), np.empty(CELLS, np.int16)
    lead = 0
    for action in range(side * side):
        cell = cell_of(action, side)
        if board[cell] == EMPTY and marks[cell] == 0:
            size = spread(board, cell, EMPTY, marks, 1, region)
            owner = only_colour(board, region, size)
            for index in range(size):
                owners[region[index]] = owner
        lead += int(owners[cell])
    return lead


@rule
def only_colour(board: NDArray[np.int8], region: NDArray[np.int16], size: int) -> int:
    """The colour of the stones around an empty region, EMPTY where there are both or none."""
    meets_black = meets_white = False
    for index in range(size):
        for step in NEIGHBOURS:
            meets_black |= board[region[index] + step] == BLACK
            meets_white |= board[region[index] + step] == WHITE
    return int(meets_black) - int(meets_white)
