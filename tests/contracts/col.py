"""Col: no stone may touch another of its own colour; who cannot play loses, or wins in misère.

A whole game in one file, as short as one can be. `base.register` makes it known.
"""

import numpy as np

from tengen.games import base
from tengen.games.base import State
from tengen.games.compiled import rule
from tengen.games.grid import ALL_LETTERS, EMPTY, NEIGHBOURS, cell_of

SIZES = range(1, 10)
OPTIONS = {"misere": (False, True)}
LETTERS = ALL_LETTERS

STATE = base.state_type(__file__, [("misere", np.bool_)])


def new(size: int = 5, misere: bool = False) -> State:
    """An empty board; Black begins."""
    state = base.new_state(STATE, size)
    state.misere = misere
    return state


def options(state: State) -> dict[str, object]:
    """The arguments of `new` that lead to this state's rules."""
    return {"size": int(state.side), "misere": bool(state.misere)}


def play(state: State, action: int) -> None:
    """Put a stone down; see whether the other side can go on."""
    base.place(state, action, state.to_move)
    base.remember(state, action)
    see_end(state)


@rule
def see_end(state: State) -> None:
    """Who is to move and cannot has lost; in misère, has won."""
    for action in range(state.side * state.side):
        if may_play(state, action):
            return
    state.over, state.result = True, state.to_move if state.misere else -state.to_move


@rule
def may_play(state: State, action: int) -> bool:
    """Whether a point is empty and touches no stone of the side to move."""
    cell = cell_of(action, state.side)
    if state.board[cell] != EMPTY:
        return False
    for step in NEIGHBOURS:
        if state.board[cell + step] == state.to_move:
            return False
    return True


def is_legal(state: State, action: int) -> bool:
    """A point like that, while the game lasts."""
    return not state.over and may_play(state, action)


def settle(state: State) -> None:
    """After stones were set up: see whether the side to move can go on."""
    see_end(state)


def why_illegal(state: State, action: int) -> str:
    """What forbids an action to the side to move, for people."""
    occupied = state.board[cell_of(action, state.side)] != EMPTY
    return "the point is occupied" if occupied else "it touches a stone of the same colour"
