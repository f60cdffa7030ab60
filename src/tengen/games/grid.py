"""Points, colours and symmetries of a square board, the same for every game.

A board is kept as a mailbox: STRIDE x STRIDE cells with a ring of EDGE around the playing area, so
that a walk over the board meets the edge by itself. Three ways to say where a stone is:

    point   (row, column), both from 0, the top left first       for people and pictures
    action  row x size + column; size x size is the pass         for policies and records
    cell    (row + 1) x STRIDE + column + 1                      for rules, inside the mailbox
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import rule

EMPTY, BLACK, WHITE, EDGE = 0, 1, -1, 2
COLOUR_NAMES = {BLACK: "Black", WHITE: "White"}

LARGEST = 20
STRIDE = LARGEST + 2
CELLS = STRIDE * STRIDE

EAST, SOUTH, SOUTH_EAST, SOUTH_WEST = 1, STRIDE, STRIDE + 1, STRIDE - 1
LINES = (EAST, SOUTH, SOUTH_EAST, SOUTH_WEST)  # the four directions in which a row of stones can lie
NEIGHBOURS = (-STRIDE, -EAST, EAST, STRIDE)

# 2^16 / side, rounded up: a product with it, without its last 16 bits, is an exact division of any action.
RECIPROCALS = np.array([0, *(-(-(2**16) // side) for side in range(1, LARGEST + 1))])

# Seeded, so that a hash means the same board on every machine: [cell, is black].
STONE_KEYS = np.random.default_rng(361).integers(1, 2**64, (CELLS, 2), np.uint64)

SYMMETRIES = 8
INVERSE = (0, 1, 2, 3, 4, 6, 5, 7)  # INVERSE[s] undoes symmetry s

ALL_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GO_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # Go leaves out the I


@rule
def cell_of(action: int, side: int) -> int:
    """The mailbox cell of an action that places a stone."""
    row = int(action * RECIPROCALS[side]) >> 16  # action // side, at a quarter of its cost
    return (row + 1) * STRIDE + action - row * side + 1


@rule
def action_of(cell: int, side: int) -> int:
    """The action that places a stone on a mailbox cell."""
    row = cell // STRIDE
    return (row - 1) * side + cell - row * STRIDE - 1


@rule
def stone_key(cell: int, colour: int) -> np.uint64:
    """The Zobrist key of one stone: the hash of a board is the XOR of its stones' keys."""
    key: np.uint64 = STONE_KEYS[cell, 1 if colour > 0 else 0]
    return key


@rule
def turned_action(symmetry: int, action: int, side: int) -> int:
    """Where symmetry 0..7 takes an action; a pass stays a pass.

    Bit 2 swaps rows and columns first, then bit 1 turns the board upside down and bit 0 left to right.
    """
    if action >= side * side:
        return action
    row, column = action // side, action % side
    if symmetry & 4:
        row, column = column, row
    if symmetry & 2:
        row = side - 1 - row
    if symmetry & 1:
        column = side - 1 - column
    return row * side + column


def turned_board(symmetry: int, board: NDArray[Any]) -> NDArray[Any]:
    """A board or planes [..., size, size] seen under symmetry 0..7."""
    if symmetry & 4:
        board = board.swapaxes(-1, -2)
    if symmetry & 2:
        board = board[..., ::-1, :]
    if symmetry & 1:
        board = board[..., ::-1]
    return np.ascontiguousarray(board)


def turned_policy(symmetry: int, policy: NDArray[Any], side: int) -> NDArray[Any]:
    """A policy [..., size x size] or [..., size x size + 1] seen under symmetry 0..7."""
    area = side * side
    points = policy[..., :area].reshape(*policy.shape[:-1], side, side)
    turned = turned_board(symmetry, points).reshape(*policy.shape[:-1], area)
    return np.concatenate([turned, policy[..., area:]], axis=-1)


def empty_mailbox(side: int) -> NDArray[np.int8]:
    """A mailbox [CELLS] with an empty playing area and EDGE everywhere else."""
    mailbox = np.full((STRIDE, STRIDE), EDGE, np.int8)
    mailbox[1 : side + 1, 1 : side + 1] = EMPTY
    return mailbox.reshape(CELLS)


def board_view(mailbox: NDArray[np.int8], side: int) -> NDArray[np.int8]:
    """The playing area [size, size] of a mailbox, as a view."""
    return mailbox.reshape(STRIDE, STRIDE)[1 : side + 1, 1 : side + 1]


def name_of(action: int, side: int, letters: str) -> str:
    """What people call an action: H8, with A1 at the bottom left, or pass."""
    if action == side * side:
        return "pass"
    if not 0 <= action < side * side:
        raise ValueError(f"no action {action} on a board of size {side}")
    row, column = divmod(action, side)
    return f"{letters[column]}{side - row}"


def named(name: str, side: int, letters: str) -> int:
    """The action that people call by this name."""
    word = name.strip().upper()
    if word == "PASS":
        return side * side
    column, row = letters.find(word[:1] or "?"), word[1:]
    digits = row.isascii() and row.isdigit() and len(row) <= 2
    if not 0 <= column < side or not digits or not 1 <= int(row) <= side:
        corner = f"{letters[side - 1]}{side}"
        raise ValueError(f"no point {name!r} on a board of size {side}: points go from A1 to {corner}")
    return (side - int(row)) * side + column
