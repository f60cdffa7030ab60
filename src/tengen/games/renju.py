"""Renju: which points are forbidden to Black, by the full recursive definition.

Black must make exactly five. A move that makes five is always allowed; otherwise a row of six or
more, two fours at once, or two real threes at once are forbidden. A three is real if one more stone
on its line makes a straight four (four in a row, both ends open) on a cell that is itself allowed
and makes no five elsewhere; that cell is judged with the first stone on the board, and so on.
White may do anything, and wins with five or more.
"""

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import kernel, rule
from tengen.games.grid import BLACK, EMPTY, LINES
from tengen.games.rows import CENTRE, ends, has_row, is_single, line_of

ALLOWED, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE = 0, 1, 2, 3
REASONS = ("allowed", "overline", "double four", "double three")
FIVE = 5


@kernel
def verdict(board: NDArray[np.int8], cell: int) -> int:
    """Why Black may not play on this empty cell, or ALLOWED. The board is left as it was."""
    overline, fours, threes = False, 0, 0
    for step in LINES:
        own, free = line_of(board, cell, step, BLACK)
        if has_row(own, FIVE, True):
            return ALLOWED
        overline |= has_row(own, FIVE + 1, False)
        fours += count_fours(own, free)
        threes += straight_fours(own, free) != 0
    if overline:
        return OVERLINE
    if fours >= 2:
        return DOUBLE_FOUR
    if threes < 2:
        return ALLOWED
    threes = 0
    board[cell] = BLACK
    for step in LINES:
        own, free = line_of(board, cell, step, BLACK)
        for bit in range(CENTRE - 3, CENTRE + 4):
            if straight_fours(own, free) >> bit & 1:
                four = cell + (bit - CENTRE) * step
                if not makes_five(board, four) and verdict(board, four) == ALLOWED:
                    threes += 1
                    break
    board[cell] = EMPTY
    return DOUBLE_THREE if threes >= 2 else ALLOWED


@rule
def makes_five(board: NDArray[np.int8], cell: int) -> bool:
    """Whether a black stone here makes exactly five."""
    for step in LINES:
        if has_row(line_of(board, cell, step, BLACK)[0], FIVE, True):
            return True
    return False


@rule
def count_fours(own: int, free: int) -> int:
    """How many fours the centre stone makes on one line: different sets of four that lack one stone.

    A straight four lacks a stone at either end and counts once; X.XXX.X holds two fours.
    """
    fours, counted = 0, 0
    for start in range(CENTRE - FIVE + 1, CENTRE + 1):
        row = ((1 << FIVE) - 1) << start
        missing, four = row & ~own, row & own
        if is_single(missing) and missing & free and not own & ends(start, FIVE) and four != counted:
            fours, counted = fours + 1, four
    return fours


@rule
def straight_fours(own: int, free: int) -> int:
    """The empty cells, as bits, on which one more stone makes a straight four with the centre stone."""
    found = 0
    for start in range(CENTRE - 3, CENTRE + 1):
        missing = (0b1111 << start) & ~own
        both_open = ends(start, 4) & free == ends(start, 4)
        if is_single(missing) and missing & free and both_open and not own & ends(start - 1, 6):
            found |= missing
    return found
