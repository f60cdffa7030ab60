"""What is settled on a Go board whatever happens: unconditional life, after David Benson (1976).

Some strings of a colour live even if that colour passes for the rest of the game. Look at the regions
that its stones enclose, empty points and the opponent's stones alike. A region is an eye of a string if
every empty point in it is a liberty of that string: the opponent cannot fill it, for his last stone
there would have no liberty. A string with two eyes cannot be taken, as long as the other strings
around those eyes cannot be taken either. So all strings are thought alive first; those without two
eyes that are walled by living strings are struck out, again and again, until none is left to strike.

A region walled by living strings is settled too if at most one of its points has no stone of theirs
beside it: the opponent would need two such points for eyes. His stones there are dead.
"""

import numpy as np
from numpy.typing import NDArray

from tengen.games.base import State
from tengen.games.compiled import kernel, rule
from tengen.games.grid import BLACK, CELLS, EMPTY, WHITE, action_of, board_view, cell_of
from tengen.games.strings import beside, touches
from tengen.games.territory import spread


@rule
def settle_points(state: State, owners: NDArray[np.int8]) -> None:
    """Write into a mailbox whom each point belongs to for certain: BLACK, WHITE, or EMPTY if it is open."""
    owners[:] = EMPTY
    for colour in (BLACK, WHITE):
        alive = living_strings(state, colour)
        go_over_regions(state, colour, alive, np.zeros(CELLS, np.int16), owners)
        for cell in range(CELLS):
            if state.board[cell] == colour and alive[state.root[cell]]:
                owners[cell] = colour


@rule
def is_open(state: State) -> bool:
    """Whether a point is open beyond doubt, seen in a fraction of the time that all of them take.

    Empty points that touch share an owner. He has a stone beside all of them, or all but one.
    """
    marks, region = np.zeros(CELLS, np.int16), np.empty(CELLS, np.int16)
    for action in range(state.side * state.side):
        cell = cell_of(action, state.side)
        if state.board[cell] == EMPTY and marks[cell] == 0:
            points = region[: spread(state.board, cell, EMPTY, marks, 1, region)]
            if min(count_inside(state, points, BLACK), count_inside(state, points, WHITE)) > 1:
                return True
    return False


@rule
def decided(state: State) -> tuple[bool, int]:
    """Whether a game that goes on is already won, lost or drawn, and its result if so."""
    owners = np.empty(CELLS, np.int8)
    settle_points(state, owners)
    area = state.side * state.side
    worst = 2 * np.sum(owners == BLACK) - area - state.komi  # Black's score if he gets nothing more
    best = area - 2 * np.sum(owners == WHITE) - state.komi
    return bool(np.sign(worst) == np.sign(best)), int(np.sign(worst))


@rule
def living_strings(state: State, colour: int) -> NDArray[np.bool_]:
    """The roots of all strings that live whatever happens, as a mailbox of flags."""
    alive, nobody = np.zeros(CELLS, np.bool_), np.empty(CELLS, np.int8)
    for cell in range(CELLS):
        if state.board[cell] == colour:
            alive[state.root[cell]] = True
    struck = True
    while struck:
        struck = False
        eyes = np.zeros(CELLS, np.int16)  # at roots
        go_over_regions(state, colour, alive, eyes, nobody)
        for cell in range(CELLS):
            if alive[cell] and eyes[cell] < 2:
                alive[cell], struck = False, True
    return alive


@rule
def go_over_regions(
    state: State,
    colour: int,
    alive: NDArray[np.bool_],
    eyes: NDArray[np.int16],
    owners: NDArray[np.int8],
) -> None:
    """For each region walled by living strings: count it as an eye of these, and give it to its owner."""
    marks, region = np.zeros(CELLS, np.int16), np.empty(CELLS, np.int16)
    for action in range(state.side * state.side):
        cell = cell_of(action, state.side)
        if state.board[cell] != colour and marks[cell] == 0:
            points = region[: spread(state.board, cell, -colour, marks, 1, region)]
            if is_walled(state, points, colour, alive):
                count_eyes(state, points, colour, eyes)
                if count_inside(state, points, colour) <= 1:
                    for point in points:
                        owners[point] = colour


@rule
def is_walled(state: State, region: NDArray[np.int16], colour: int, alive: NDArray[np.bool_]) -> bool:
    """Whether all strings around a region are alive."""
    for point in region:
        for string in beside(state, point, colour):
            if string and not alive[string]:
                return False
    return True


@rule
def count_eyes(state: State, region: NDArray[np.int16], colour: int, eyes: NDArray[np.int16]) -> None:
    """Give an eye to every string that has all empty points of a region as liberties."""
    for point in region:
        if state.board[point] == EMPTY:
            for string in beside(state, point, colour):
                if string and has_all_empty(state, region, string):
                    eyes[string] += 1
            return  # such a string touches this empty point too


@rule
def has_all_empty(state: State, region: NDArray[np.int16], string: int) -> bool:
    """Whether every empty point of a region is a liberty of a string."""
    for point in region:
        if state.board[point] == EMPTY and not touches(state, point, string):
            return False
    return True


@rule
def count_inside(state: State, region: NDArray[np.int16], colour: int) -> int:
    """How many points of a region have no stone of this colour beside them."""
    count = 0
    for point in region:
        north, west, east, south = beside(state, point, colour)
        count += not (north or west or east or south)
    return count


@kernel
def settled_mailbox(state: State) -> NDArray[np.int8]:
    """`settle_points`, called from Python."""
    owners = np.empty(CELLS, np.int8)
    settle_points(state, owners)
    return owners


@kernel
def decided_now(state: State) -> tuple[bool, int]:
    """`decided`, called from Python."""
    return decided(state)


def settled(state: State) -> NDArray[np.int8]:
    """Whom each point belongs to whatever happens, int8[size, size]: +1 Black, -1 White, 0 open."""
    return board_view(settled_mailbox(state), state.side).copy()


def dead_stones(state: State) -> list[int]:
    """The points of the stones that cannot be saved, for counting without them."""
    owners = settled_mailbox(state)
    cells = np.flatnonzero((np.abs(state.board) == 1) & (owners == -state.board))
    return [action_of(int(cell), state.side) for cell in cells]
