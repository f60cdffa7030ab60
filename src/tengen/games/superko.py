"""Boards that must not come back: all hashes are kept, and few are ever compared.

Every stone put down makes one more. So a move can bring a board back only if it takes stones, or if as
many stones as it leaves stood there once before some were taken. Boards with equally many stones are
therefore chained, the latest first.
"""

import numpy as np

from tengen.games.base import State
from tengen.games.compiled import rule
from tengen.games.grid import stone_key

LONGEST = 800  # plies of a game that can be kept; 19x19 games end long before
POINTS = 19 * 19

# No board may come back; none with the same side to move; not the board before the opponent's last action.
POSITIONAL, SITUATIONAL, SIMPLE = 0, 1, 2
KO_RULES = ("positional", "situational", "simple")

LOW_BITS = np.uint64(63)

FIELDS = [
    ("ko", np.int8),  # one of KO_RULES
    ("latest", np.int16, POINTS + 1),  # by number of stones: the latest ply that left so many, or -1
    ("earlier", np.int16, LONGEST + 1),  # by ply: the one before that left as many stones, or -1
    ("history", np.uint64, LONGEST + 1),  # by ply: the key of the board after it
]


@rule
def keep_board(state: State) -> None:
    """Remember the board as one that has been."""
    state.history[state.ply] = board_key(state, state.hash, state.to_move)
    state.earlier[state.ply] = state.latest[state.stones]
    state.latest[state.stones] = state.ply


@rule
def board_key(state: State, board: np.uint64, to_move: int) -> np.uint64:
    """What must not come back: a board, or for situational superko a board and who is to move."""
    if state.ko == SITUATIONAL:
        return board ^ stone_key(0, to_move)  # no stone ever stands in the corner of the mailbox
    return board


@rule
def first_forbidden(state: State) -> int:
    """The first ply whose board must not come back: any, or for a simple ko the last but one."""
    return max(int(state.ply) - 1, 0) if state.ko == SIMPLE else 0


@rule
def seen_before(state: State) -> bool:
    """Whether a forbidden board has one stone more than this one, so that one more might bring it back."""
    return bool(state.latest[state.stones + 1] >= first_forbidden(state))


@rule
def suspects(state: State) -> np.uint64:
    """Which stones might bring a board back without taking any: those of which bit n is set.

    A forbidden board with one stone more than this one differs from it by the key of that stone, if by
    that alone; n is the lowest six bits of the key.
    """
    marks, board = np.uint64(0), board_key(state, state.hash, -state.to_move)
    ply = int(state.latest[state.stones + 1])
    while ply >= first_forbidden(state):
        marks |= np.uint64(1) << ((state.history[ply] ^ board) & LOW_BITS)
        ply = int(state.earlier[ply])
    return marks


@rule
def is_suspect(marks: np.uint64, cell: int, colour: int) -> bool:
    """Whether a stone is among `suspects`."""
    return bool(marks >> (stone_key(cell, colour) & LOW_BITS) & np.uint64(1))


@rule
def forbidden_ply(state: State, board: np.uint64, count: int) -> int:
    """The latest forbidden ply that left this board, given by its hash and number of stones, or -1."""
    key, ply = board_key(state, board, -state.to_move), int(state.latest[count])
    while ply >= first_forbidden(state):
        if state.history[ply] == key:
            return ply
        ply = int(state.earlier[ply])
    return -1
