"""Rows of stones through one cell, as bits: what Gomoku's rules and tactics are made of.

A line is looked at as if a stone had just been put on its centre: bit CENTRE is that stone, the bits
above and below are its neighbours outwards, up to the edge or the first stone of the other colour.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import rule
from tengen.games.grid import BLACK, EMPTY

FREESTYLE, EXACT, RENJU = 0, 1, 2  # a longer row wins too; it does not; it is forbidden to Black

CENTRE = 6  # the longest row to make has six stones, and one more decides whether it is exact
WIDTH = 2 * CENTRE + 1


@rule
def is_exact(state: Any, colour: int) -> bool:
    """Whether a longer row does not count for this colour, by the rule of a state or a draft."""
    return bool(state.rule == EXACT or (state.rule == RENJU and colour == BLACK))


@rule
def line_of(board: NDArray[np.int8], cell: int, step: int, colour: int) -> tuple[int, int]:
    """The stones of a colour on a line through a cell, and the empty cells, as bits."""
    own, free = 1 << CENTRE, 0
    for sign in (-1, 1):
        for distance in range(1, CENTRE + 1):
            stone = board[cell + sign * distance * step]
            bit = 1 << (CENTRE + sign * distance)
            if stone == colour:
                own |= bit
            elif stone == EMPTY:
                free |= bit
            else:
                break
    return own, free


@rule
def run(board: NDArray[np.int8], cell: int, step: int, colour: int) -> int:
    """How many stones of a colour follow a cell in one direction without a gap."""
    length = 0
    while board[cell + (length + 1) * step] == colour:
        length += 1
    return length


@rule
def is_single(bits: int) -> bool:
    """Whether exactly one bit is set."""
    return bits != 0 and bits & (bits - 1) == 0


@rule
def ends(start: int, length: int) -> int:
    """The two bits on either side of a row that begins at bit `start`."""
    return (1 << (start - 1)) | (1 << (start + length))


@rule
def has_row(own: int, length: int, exact: bool) -> bool:
    """Whether the centre stone is part of a row of this length (not longer, if exact)."""
    for start in range(CENTRE - length + 1, CENTRE + 1):
        row = ((1 << length) - 1) << start
        if own & row == row and not (exact and own & ends(start, length)):
            return True
    return False


@rule
def completions(own: int, free: int, length: int, exact: bool) -> int:
    """The empty cells, as bits, on which one more stone makes a row that holds the centre stone."""
    found = 0
    for start in range(CENTRE - length + 1, CENTRE + 1):
        missing = (((1 << length) - 1) << start) & ~own
        if is_single(missing) and missing & free and not (exact and own & ends(start, length)):
            found |= missing
    return found


@rule
def add(sums: NDArray[np.uint8], more: NDArray[np.uint8]) -> None:
    """Add one array of bytes to another of its length, which wide instructions do for many cells at once."""
    for i in range(len(sums)):
        sums[i] += more[i]
