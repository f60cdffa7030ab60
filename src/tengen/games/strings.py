"""Strings of stones and their liberties: what Go's rules are made of.

A string is stones of one colour that touch along lines; its liberties are the empty points beside it,
each counted once. All that is known of a string stands at one of its stones, the root: how many stones
and how many liberties it has. Every stone knows its root, and the next stone of its string in a circle.

A stone put down takes a liberty from every string beside it and joins those of its own colour: the
smaller string goes over to the root of the larger one, and swapping one link of each makes one circle
of the two. A string that is taken off goes stone by stone around its circle, and each stone leaves a
liberty to every string beside it.
"""

import numpy as np

from tengen.games.base import State
from tengen.games.compiled import rule
from tengen.games.grid import CELLS, EMPTY, NEIGHBOURS, STRIDE, stone_key

TAKEN = 512  # how many of the stones taken last are remembered

FIELDS = [
    ("stones", np.int16),  # on the board
    ("root", np.int16, CELLS),  # of the string that a stone belongs to; 0 where there is no stone
    ("link", np.int16, CELLS),  # the next stone of its string
    ("members", np.int16, CELLS),  # at a root: stones of the string
    ("liberties", np.int16, CELLS),  # at a root: liberties of the string
    ("taken", np.int16, TAKEN),  # the stones taken last, cell times colour, in a ring
    ("taken_total", np.int16),  # stones taken since the beginning
]


@rule
def put(state: State, cell: int, colour: int) -> None:
    """Put a stone on the board and into the strings, and take nothing off."""
    state.board[cell] = colour
    state.hash ^= stone_key(cell, colour)
    state.stones += 1
    state.root[cell] = state.link[cell] = cell
    state.members[cell] = 1
    state.liberties[cell] = 0
    for step in NEIGHBOURS:
        state.liberties[cell] += state.board[cell + step] == EMPTY
    for string in beside(state, cell, -colour):
        if string:
            state.liberties[string] -= 1
    for string in beside(state, cell, colour):
        if string:
            state.liberties[string] -= 1
            join(state, string, state.root[cell])


@rule
def beside(state: State, cell: int, colour: int) -> tuple[int, int, int, int]:
    """The roots of the strings of a colour that touch a cell, each once; 0 fills up to four."""
    north = state.root[cell - STRIDE] if state.board[cell - STRIDE] == colour else 0
    west = state.root[cell - 1] if state.board[cell - 1] == colour else 0
    east = state.root[cell + 1] if state.board[cell + 1] == colour else 0
    south = state.root[cell + STRIDE] if state.board[cell + STRIDE] == colour else 0
    if west == north:
        west = 0
    if east == north or east == west:
        east = 0
    if south == north or south == west or south == east:
        south = 0
    return north, west, east, south


@rule
def join(state: State, large: int, small: int) -> None:
    """Make one string of two, given by their roots."""
    if state.members[large] < state.members[small]:
        large, small = small, large
    stone = small
    while True:
        for step in NEIGHBOURS:
            point = stone + step
            if state.board[point] == EMPTY and not touches(state, point, large):
                state.liberties[large] += 1
        state.root[stone] = large
        stone = state.link[stone]
        if stone == small:
            break
    state.link[large], state.link[small] = state.link[small], state.link[large]
    state.members[large] += state.members[small]


@rule
def touches(state: State, point: int, string: int) -> bool:
    """Whether a point lies beside a string, given by its root."""
    for step in NEIGHBOURS:
        if state.root[point + step] == string:
            return True
    return False


@rule
def take(state: State, string: int, colour: int) -> None:
    """Take a string off the board, given by its root."""
    stone = string
    while True:
        state.board[stone] = EMPTY
        state.hash ^= stone_key(stone, colour)
        state.root[stone] = 0
        state.taken[state.taken_total % TAKEN] = stone * colour
        state.taken_total += 1
        for other in beside(state, stone, -colour):
            if other:
                state.liberties[other] += 1
        stone = state.link[stone]
        if stone == string:
            break
    state.stones -= state.members[string]


@rule
def string_key(state: State, string: int) -> np.uint64:
    """What a string adds to the hash of the board."""
    key, colour, stone = np.uint64(0), state.board[string], string
    while True:
        key ^= stone_key(stone, colour)
        stone = state.link[stone]
        if stone == string:
            return key
