"""Reversi: a stone turns every row of the opponent's that it encloses; more stones at the end win.

Columns and rows are named so that games written down elsewhere can be replayed: Black may begin with
D3, C4, F5 or E6. The board is drawn with A1 at the bottom left, as for every game here.
"""

import numpy as np
from numpy.typing import NDArray

from tengen.games import base
from tengen.games.base import RECENT, State
from tengen.games.compiled import rule
from tengen.games.grid import (
    ALL_LETTERS,
    BLACK,
    EMPTY,
    NEIGHBOURS,
    STRIDE,
    WHITE,
    cell_of,
    stone_key,
)
from tengen.games.planes import stones

SIZES = range(4, 13, 2)
OPTIONS: dict[str, tuple[object, ...]] = {}
LETTERS = ALL_LETTERS

DIRECTIONS = (*NEIGHBOURS, -STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1)

STATE = base.state_type(
    __file__,
    [
        ("must_pass", np.bool_),  # the side to move has no other action
        ("lead", np.int16),  # black stones less white stones
        ("turned", np.int8, (RECENT, len(DIRECTIONS))),  # how many stones the last actions turned, and where
    ],
)


def new(size: int = 8) -> State:
    """Two stones of each colour in the middle; Black begins."""
    state = base.new_state(STATE, size)
    middle = cell_of((size // 2) * size + size // 2, size)
    for cell in (middle, middle - STRIDE - 1):
        put(state, cell, BLACK)
    for cell in (middle - 1, middle - STRIDE):
        put(state, cell, WHITE)
    return state


def play(state: State, action: int) -> None:
    """Put a stone down and turn what it encloses, or pass; see who can go on."""
    colour = state.to_move
    if action < state.side * state.side:
        cell, turned = cell_of(action, state.side), state.turned[state.ply % RECENT]
        for index in range(len(DIRECTIONS)):
            turned[index] = enclosed(state.board, cell, DIRECTIONS[index], colour)
            for distance in range(1, turned[index] + 1):
                turn(state, cell + distance * DIRECTIONS[index], colour)
        put(state, cell, colour)
    base.remember(state, action)
    look_for_actions(state)


@rule
def put(state: State, cell: int, colour: int) -> None:
    """Put a stone on the board, into the hash and into the lead."""
    state.board[cell] = colour
    state.hash ^= stone_key(cell, colour)
    state.lead += colour


@rule
def turn(state: State, cell: int, colour: int) -> None:
    """Turn a stone of the other colour."""
    state.hash ^= stone_key(cell, -colour)
    state.lead += colour
    put(state, cell, colour)


@rule
def enclosed(board: NDArray[np.int8], cell: int, step: int, colour: int) -> int:
    """How many of the opponent's stones in one direction lie between a cell and a stone of this colour."""
    distance = 1
    while board[cell + distance * step] == -colour:
        distance += 1
    return distance - 1 if board[cell + distance * step] == colour else 0


@rule
def may_place(board: NDArray[np.int8], cell: int, colour: int) -> bool:
    """Whether a cell is empty and a stone of this colour there would turn any others."""
    if board[cell] != EMPTY:
        return False
    for step in DIRECTIONS:
        if board[cell + step] == -colour and enclosed(board, cell, step, colour):
            return True
    return False


@rule
def can_place(state: State, colour: int) -> bool:
    """Whether there is a point where a stone of this colour would turn others."""
    for action in range(state.side * state.side):
        if may_place(state.board, cell_of(action, state.side), colour):
            return True
    return False


@rule
def look_for_actions(state: State) -> None:
    """Who cannot place a stone must pass; when neither can, the game is over."""
    state.must_pass = not can_place(state, state.to_move)
    if state.must_pass and not can_place(state, -state.to_move):
        state.over, state.result = True, np.sign(state.lead)


def is_legal(state: State, action: int) -> bool:
    """A point where stones are turned; a pass when there is no such point."""
    if state.over:
        return False
    if action == state.side * state.side:
        return bool(state.must_pass)
    return may_place(state.board, cell_of(action, state.side), state.to_move)


def legal_actions(state: State, actions: NDArray[np.int16]) -> int:
    """All points where stones are turned, or the pass alone."""
    side = state.side
    if state.over:
        return 0
    if state.must_pass:
        actions[0] = side * side
        return 1
    count = 0
    for row in range(side):
        start = (row + 1) * STRIDE + 1
        for column in range(side):
            actions[count] = row * side + column  # overwritten by the next one unless it counts
            count += may_place(state.board, start + column, state.to_move)
    return count


def action_count(state: State) -> int:
    """One action per point, and the pass."""
    return int(state.side * state.side + 1)


def past(state: State, back: int, mailbox: NDArray[np.int8]) -> None:
    """Take the last stones back one by one, and turn back what they turned."""
    mailbox[:] = state.board
    for later in range(back):
        action = base.recent_action(state, later)
        if 0 <= action < state.side * state.side:
            cell, turned = cell_of(action, state.side), state.turned[(state.ply - 1 - later) % RECENT]
            for index in range(len(DIRECTIONS)):
                for distance in range(1, turned[index] + 1):
                    mailbox[cell + distance * DIRECTIONS[index]] *= -1
            mailbox[cell] = EMPTY


def own_channels(state: State) -> int:
    """Own stones, the opponent's, where a stone may be placed, and ones (they show the edge)."""
    return 4


def own_planes(state: State, planes: NDArray[np.float32]) -> None:
    """Fill them."""
    side = state.side
    stones(state.board, side, state.to_move, planes)
    for action in range(side * side):
        legal = may_place(state.board, cell_of(action, side), state.to_move)
        planes[2, action // side, action % side] = legal
    planes[3] = 1


def longest(state: State) -> int:
    """At most one pass before every stone."""
    return int(2 * state.side * state.side)


def score(state: State) -> float:
    """Black's stones less White's."""
    return float(state.lead)


def owners(state: State, mailbox: NDArray[np.int8]) -> None:
    """A point belongs to the stone on it."""
    mailbox[:] = state.board


def settle(state: State) -> None:
    """After stones were set up: count them, and see who can go on."""
    state.lead = np.sum(state.board == BLACK) - np.sum(state.board == WHITE)
    look_for_actions(state)


def why_illegal(state: State, action: int) -> str:
    """What forbids an action to the side to move, for people."""
    if action == state.side * state.side:
        return "a pass is legal only when no stone can be placed"
    if state.board[cell_of(action, state.side)] != EMPTY:
        return "the point is occupied"
    return "it turns no stones"
