"""Every stretch of cells in which a winning row could stand, and what lies in it: Gomoku's tactics.

A window is `line` cells in a row. Its number is its direction x CELLS + the cell where it begins. A
black stone counts 1 in it, a white one 7, a cell beyond the edge 43: one byte tells all three apart.
Nobody can win inside a window that holds both colours, so tactics look at the others only.

A draft is a board to try stones on that keeps its windows up to date. Its fields have the names that
Gomoku's rules read in a state, so those rules serve it too.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games.base import State
from tengen.games.compiled import rule
from tengen.games.grid import BLACK, CELLS, EDGE, EMPTY, LINES, SOUTH_EAST, STRIDE, WHITE, stone_key
from tengen.games.rows import add, is_exact

BLACK_STONE, WHITE_STONE, OUTSIDE = 1, 7, 43  # 6 black < 1 white, 6 white < 1 outside, and all fit a byte
LONGEST = 6
WINDOWS = len(LINES) * CELLS
NO_WINDOW = WINDOWS

NOWHERE, SEVERAL = 0, -1  # instead of a cell (no stone can stand on cell 0, a corner of the mailbox)

Draft = Any  # one record with at least these fields

FIELDS: list[tuple[Any, ...]] = [
    ("hash", np.uint64),
    ("side", np.int16),
    ("line", np.int8),
    ("rule", np.int8),
    ("to_move", np.int8),
    ("board", np.int8, CELLS),
    ("windows", np.uint8, WINDOWS),
    ("count", np.int16),
    ("cells", np.int16, CELLS),  # [count] a list of cells, the newest last
    ("listed", np.int8, CELLS),  # 1 for these cells
    ("weights", np.uint8, CELLS + (LONGEST - 1) * SOUTH_EAST),  # so long that no window leaves it
]

DRAFT = np.dtype(FIELDS)


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
    draft.windows[:] = 0
    draft.weights[:] = OUTSIDE
    first, last = STRIDE + 1, state.side * STRIDE + state.side + 1
    weigh(draft.board[first:last], draft.weights[first:last])
    for direction in range(len(LINES)):
        counts = draft.windows[direction * CELLS + first : direction * CELLS + last]
        for distance in range(state.line):
            shift = distance * LINES[direction]
            add(counts, draft.weights[first + shift : last + shift])


# The next two are loops over whole arrays: they become a few wide instructions each.


@rule
def weigh(stones: NDArray[np.int8], weights: NDArray[np.uint8]) -> None:
    """What each cell counts in a window."""
    for i in range(len(stones)):
        stone = stones[i]
        weights[i] = (
            (stone == BLACK) * BLACK_STONE + (stone == WHITE) * WHITE_STONE + (stone == EDGE) * OUTSIDE
        )


@rule
def holds(counts: NDArray[np.uint8], count: int) -> bool:
    """Whether a count occurs in an array."""
    wanted, found = np.uint8(count), False
    for i in range(len(counts)):
        found |= counts[i] == wanted
    return found


@rule
def next_window(draft: Draft, window: int, count: int) -> int:
    """The first window, from this one on, that holds exactly this; or NO_WINDOW."""
    while window < NO_WINDOW:
        end = window - window % STRIDE + STRIDE
        if holds(draft.windows[window:end], count):
            while draft.windows[window] != count:
                window += 1
            return window
        window = end
    return NO_WINDOW


@rule
def gap(draft: Draft, window: int) -> int:
    """The first empty cell of a window."""
    cell, step = window % CELLS, LINES[window // CELLS]
    while draft.board[cell] != EMPTY:
        cell += step
    return cell


@rule
def may_win(draft: Draft, window: int, colour: int) -> bool:
    """Whether a window wins once it is full: where only exact rows win, no stone may stand at its ends."""
    if not is_exact(draft, colour):
        return True
    cell, step = window % CELLS, LINES[window // CELLS]
    return bool(draft.board[cell - step] != colour and draft.board[cell + draft.line * step] != colour)


@rule
def list_fives(draft: Draft, colour: int) -> int:
    """List the cells where a colour makes a winning row; return how many there are."""
    draft.count, draft.listed[:] = 0, 0
    almost = (draft.line - 1) * weight(colour)
    window = next_window(draft, 0, almost)
    while window != NO_WINDOW:
        if may_win(draft, window, colour):
            list_gaps(draft, window)
        window = next_window(draft, window + 1, almost)
    return int(draft.count)


@rule
def list_gaps(draft: Draft, window: int) -> None:
    """List the empty cells of a window, each cell once."""
    cell, step = window % CELLS, LINES[window // CELLS]
    for _ in range(draft.line):
        if draft.board[cell] == EMPTY and not draft.listed[cell]:
            draft.listed[cell] = 1
            draft.cells[draft.count] = cell
            draft.count += 1
        cell += step


@rule
def five_point(draft: Draft, cell: int, colour: int) -> int:
    """Where one more stone makes a winning row with the stone on this cell: NOWHERE, a cell, or SEVERAL."""
    found, almost = NOWHERE, (draft.line - 1) * weight(colour)
    for direction in range(len(LINES)):
        start, step = cell, LINES[direction]
        for _ in range(draft.line):
            if draft.board[start] == EDGE:
                break
            window = direction * CELLS + start
            if draft.windows[window] == almost and may_win(draft, window, colour):
                point = gap(draft, window)
                if found != NOWHERE and found != point:
                    return SEVERAL
                found = point
            start -= step
    return found


@rule
def put(draft: Draft, cell: int, colour: int) -> None:
    """Put a stone down."""
    draft.board[cell] = colour
    draft.hash ^= stone_key(cell, colour)
    change(draft, cell, weight(colour))


@rule
def lift(draft: Draft, cell: int) -> None:
    """Take a stone away again."""
    colour = draft.board[cell]
    draft.board[cell] = EMPTY
    draft.hash ^= stone_key(cell, colour)
    change(draft, cell, -weight(colour))


@rule
def change(draft: Draft, cell: int, difference: int) -> None:
    """Change what the windows through a cell hold."""
    for direction in range(len(LINES)):
        start, step = cell, LINES[direction]
        for _ in range(draft.line):
            if draft.board[start] == EDGE:
                break
            window = direction * CELLS + start
            draft.windows[window] = int(draft.windows[window]) + difference
            start -= step
