"""One look at a whole Go board, as the side to move sees it: what stands where, and where a stone may go.

Asking every empty point on its own costs more than all the rest of a search, and a processor guesses the
branches of such questions wrong as often as not. So the board is first turned into one small number per
cell; then every cell is judged at once from the numbers of its four neighbours, in a loop without
branches that does dozens of cells in one instruction.
"""

import numpy as np
from numpy.typing import NDArray

from tengen.games.base import State
from tengen.games.compiled import rule
from tengen.games.grid import CELLS, STRIDE, cell_of
from tengen.games.superko import is_suspect, suspects

# What a cell is: the edge; a stone, by its side and the liberties of its string, 3 for more; or empty.
# In this order, a stone beside a cell has a liberty there if its number is OWN_2 or above.
NOTHING, THEIRS_3, THEIRS_2, THEIRS_1, OWN_1, OWN_2, OWN_3, OPEN = range(8)
SIGHTS = np.array(  # [theirs, empty, own; liberties]
    [
        [NOTHING, THEIRS_1, THEIRS_2, THEIRS_3],
        [OPEN, OPEN, OPEN, OPEN],
        [NOTHING, OWN_1, OWN_2, OWN_3],
    ],
    np.uint8,
)

SIGHT = 7  # these bits of a view

# The bits above: whether a stone may go there. In doubt, the board after it has to be looked up.
NO, YES, IN_DOUBT = 0, 8, 16


@rule
def glance(state: State) -> NDArray[np.uint8]:
    """What each point is, and whether a stone may go there: its view, in the order of actions."""
    side = state.side
    sights, views = np.empty(CELLS, np.uint8), np.empty(CELLS, np.uint8)
    sights[: (side + 2) * STRIDE] = NOTHING
    for row in range(1, side + 1):
        for cell in range(row * STRIDE + 1, row * STRIDE + 1 + side):
            place = np.uint64(cell)  # Numba asks of every index whether it counts from the end, but of these
            liberties = min(state.liberties[np.uint64(state.root[place])], 3)
            owner = 1 + state.board[place] * state.to_move
            sights[place] = SIGHTS[np.uint64(owner), np.uint64(liberties)]
    judge(state, sights, views)
    for row in range(side):
        for column in range(side):  # the cell of a point never comes before the place of its action
            views[np.uint64(row * side + column)] = views[np.uint64((row + 1) * STRIDE + column + 1)]
    doubt_suspects(state, views)
    return views


@rule
def judge(state: State, sights: NDArray[np.uint8], views: NDArray[np.uint8]) -> None:
    """Where a stone may go, and where it would take some: those stones might bring a board back."""
    length = state.side * STRIDE
    here, view = sights[STRIDE : STRIDE + length], views[STRIDE : STRIDE + length]
    north, south = sights[:length], sights[2 * STRIDE : 2 * STRIDE + length]
    west, east = sights[STRIDE - 1 : STRIDE - 1 + length], sights[STRIDE + 1 : STRIDE + 1 + length]
    for i in range(length):
        breathes = max(max(north[i], south[i]), max(west[i], east[i])) >= OWN_2
        takes = (north[i] == THEIRS_1) | (south[i] == THEIRS_1)
        takes |= (west[i] == THEIRS_1) | (east[i] == THEIRS_1)
        doubtful = takes | (state.suicide & (not breathes))
        verdict = IN_DOUBT * doubtful + YES * (breathes & (not doubtful))
        view[i] = here[i] + (here[i] == OPEN) * verdict


@rule
def doubt_suspects(state: State, views: NDArray[np.uint8]) -> None:
    """Few stones that take none might bring a board back, and most of the time there is no such stone."""
    marks = suspects(state)
    if marks == 0:
        return
    for action in range(state.side * state.side):
        if views[action] == OPEN + YES and is_suspect(marks, cell_of(action, state.side), state.to_move):
            views[action] = OPEN + IN_DOUBT


@rule
def show(views: NDArray[np.uint8], lowest: int, highest: int, plane: NDArray[np.float32]) -> None:
    """Mark in a plane [points] which of them are something from the lowest to the highest of a list."""
    for point in range(len(plane)):
        sight = views[point] & SIGHT
        plane[point] = (sight >= lowest) & (sight <= highest)
