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
from tengen.games.grid import BLACK, CELLS, EMPTY, LINES, SOUTH_EAST
from tengen.games.rows import CENTRE, add, ends, has_row, is_single, line_of

ALLOWED, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE = 0, 1, 2, 3
REASONS = ("allowed", "overline", "double four", "double three")
FIVE = 5

BLOCK = 16  # what is neither black nor empty counts more than any row of black stones
MARGIN = 4 * SOUTH_EAST
MAYBE_THREE, MAYBE_FOUR = 1, 2  # two of the first, or one of the second, are worth a closer look


@rule
def verdict(board: NDArray[np.int8], cell: int) -> int:
    """Why Black may not play on this empty cell, or ALLOWED. The board is left as it was."""
    # A kernel that calls itself with another type of integer crashes when it comes from Numba's cache
    # (numba issue 6061), so this one always begins with the type it goes on with.
    return judged(board, int(np.int64(cell)))


@kernel
def judged(board: NDArray[np.int8], cell: int) -> int:
    """The verdict, which for a three asks for the verdict on its straight four."""
    overline, fours, threes = False, 0, 0
    for step in LINES:
        own, free = line_of(board, cell, step, BLACK)
        if is_few(own):
            continue
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
                if not makes_five(board, four) and judged(board, four) == ALLOWED:
                    threes += 1
                    break
    board[cell] = EMPTY
    return DOUBLE_THREE if threes >= 2 else ALLOWED


@rule
def is_few(own: int) -> bool:
    """Whether fewer than three stones lie on a line: no three, four or overline is made of them."""
    others = own & (own - 1)
    return others & (others - 1) == 0


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


# Most points are far from being forbidden. What follows looks at the whole board at once and finds the few
# that deserve a verdict. Each loop runs over arrays of bytes, so that it becomes a few wide instructions.


@rule
def is_forbidden(board: NDArray[np.int8], cell: int, doubts: NDArray[np.uint8]) -> bool:
    """Whether Black may not play on this empty cell, given the doubts about this board."""
    return doubts[cell] >= MAYBE_FOUR and verdict(board, cell) != ALLOWED


@rule
def doubts_of(board: NDArray[np.int8]) -> NDArray[np.uint8]:
    """How much speaks against each cell, uint8[CELLS]: what is below MAYBE_FOUR is allowed to Black."""
    weights = np.full(MARGIN + CELLS + MARGIN, BLOCK, np.uint8)
    weigh(board, part(weights, 0))
    dangers = np.zeros_like(weights)
    stones, danger, doubts = np.empty(CELLS, np.uint8), np.empty(CELLS, np.uint8), np.zeros(CELLS, np.uint8)
    for step in LINES:
        stones[:] = 0
        for distance in range(4):
            add(stones, part(weights, distance * step))
        judge(part(weights, -step), stones, part(weights, 4 * step), part(dangers, 0))
        danger[:] = 0
        for distance in range(4):
            join(danger, part(dangers, -distance * step), MAYBE_THREE | MAYBE_FOUR)
        join(danger, part(dangers, -4 * step), MAYBE_FOUR)
        add(doubts, danger)
    return doubts


@rule
def part(array: NDArray[np.uint8], shift: int) -> NDArray[np.uint8]:
    """The cells [CELLS] of an array that has a margin on both sides, each seen `shift` cells further on."""
    return array[MARGIN + shift : MARGIN + shift + CELLS]


@rule
def weigh(board: NDArray[np.int8], weights: NDArray[np.uint8]) -> None:
    """Count 1 for a black stone, 0 for an empty cell and BLOCK for all else."""
    for i in range(len(weights)):
        weights[i] = (board[i] == BLACK) + BLOCK * ((board[i] != BLACK) & (board[i] != EMPTY))


@rule
def judge(
    before: NDArray[np.uint8], four: NDArray[np.uint8], after: NDArray[np.uint8], dangers: NDArray[np.uint8]
) -> None:
    """What one more stone may make of the four cells from here on, and of these and the one after them.

    A three needs two black stones, no white one, and an empty cell at either end; a four needs three, among
    five cells, and so does an overline.
    """
    for i in range(len(dangers)):
        five = np.uint8(four[i] + after[i])
        three_fits = (four[i] >= 2) & (four[i] < BLOCK) & (before[i] == 0) & (after[i] == 0)
        four_fits = (five >= 3) & (five < BLOCK)
        dangers[i] = MAYBE_THREE * three_fits + MAYBE_FOUR * four_fits


@rule
def join(bits: NDArray[np.uint8], more: NDArray[np.uint8], mask: int) -> None:
    """Set the bits that are set in another array and in the mask."""
    for i in range(len(bits)):
        bits[i] |= more[i] & mask
