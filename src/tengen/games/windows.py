"""Every stretch of cells in which a winning row could stand, and what lies in it: Gomoku's tactics.

A window is `line` cells in a row; it is named by its direction and the cell where it begins. Black
stones count 1 in it, white ones 7, cells beyond the edge 43: one byte tells all three counts apart.
Nobody can win inside a window that holds both colours, so tactics look at the others only.

A draft is a board to try stones on that keeps its windows up to date. It has the field names that
the rules of Gomoku read, so they serve it too.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games import gomoku
from tengen.games.base import State
from tengen.games.compiled import rule
from tengen.games.grid import BLACK, CELLS, EDGE, EMPTY, LINES, SOUTH_EAST, STRIDE, stone_key

BLACK_STONE, WHITE_STONE, OUTSIDE = 1, 7, 43  # 6 black < 1 white, 6 white < 1 outside, and all fit a byte
LONGEST = 6

NOWHERE, SEVERAL = 0, -1  # instead of a cell (no stone can stand on cell 0, the corner of the mailbox)

Draft = Any  # one record with these fields, on an empty board or in the middle of a search

FIELDS: list[tuple[Any, ...]] = [
    ("hash", np.uint64),
    ("side", np.int16),
    ("line", np.int8),
    ("rule", np.int8),
    ("to_move", np.int8),
    ("board", np.int8, CELLS),
    ("windows", np.uint8, (len(LINES), CELLS)),
    ("weights", np.uint8, CELLS + (LONGEST - 1) * SOUTH_EAST),  # so long that no window leaves it
]


@rule
def weight(colour: int) -> int:
    """What one stone counts in a window."""
    return BLACK_STONE if colour == BLACK else WHITE_STONE


@rule
def copy_board(draft: Draft, state: State) -> None:
    """Take over a position, and count what lies in each window of its board."""
    draft.side, draft.line, draft.rule, draft.to_move = state.side, state.line, state.rule, state.to_move
    draft.board[:] = state.board
    draft.hash = state.hash
    draft.weights[:] = OUTSIDE
    first, last = STRIDE + 1, state.side * STRIDE + state.side + 1
    weigh(draft.board[first:last], draft.weights[first:last])
    for direction in range(len(LINES)):
        counts = draft.windows[direction, first:last]
        counts[:] = 0
        for distance in range(state.line):
            shift = distance * LINES[direction]
            add(counts, draft.weights[first + shift : last + shift])


@rule
def weigh(stones: NDArray[np.int8], weights: NDArray[np.uint8]) -> None:
    """What each cell counts in a window; like the next function it compiles to a few wide instructions."""
    for i in range(len(stones)):
        stone = stones[i]
        weights[i] = (stone == 1) * BLACK_STONE + (stone == -1) * WHITE_STONE + (stone == EDGE) * OUTSIDE


@rule
def add(counts: NDArray[np.uint8], weights: NDArray[np.uint8]) -> None:
    """Add one array to another."""
    for i in range(len(counts)):
        counts[i] += weights[i]
