"""Input planes by name: what a network is shown of a position, always from the side to move.

    stones   2   own stones, the opponent's
    last     3   the same and the last action
    turns    3   the board now and one and two turns back, +1 own and -1 the opponent's
    signed   1   the board now, +1 own and -1 the opponent's
    history  18  eight past boards, own and opponent's stones of each; Black to move; White to move
    tengen       the game's own choice

Where the rules are not the same for both colours (renju, komi) the game's rule planes follow.
"""

import numpy as np
from numpy.typing import NDArray

from tengen.games import base
from tengen.games.base import State, by_game
from tengen.games.compiled import kernel, rule
from tengen.games.grid import BLACK, CELLS, STRIDE

KINDS = ("stones", "last", "turns", "signed", "history", "tengen")
STONES, LAST, TURNS, SIGNED, HISTORY, OWN = range(len(KINDS))
CHANNELS = (2, 3, 3, 1, 18)


def kind_named(name: str) -> int:
    """The number of a choice of planes, as compiled code knows it."""
    if name not in KINDS:
        raise ValueError(f"no planes called {name!r}: there are {', '.join(KINDS)}")
    return KINDS.index(name)


@rule
def channels(state: State, kind: int) -> int:
    """How many planes this choice has for this game and its rules."""
    if kind == OWN:
        return own_channels(state)
    return CHANNELS[kind] + base.rule_channels(state)


@rule
def write_planes(state: State, kind: int, planes: NDArray[np.float32]) -> None:
    """Fill float32[channels, size, size]."""
    planes[:] = 0
    if kind == OWN:
        own_planes(state, planes)
        return
    side = state.side
    if kind == STONES or kind == LAST:
        stones(state.board, side, state.to_move, planes)
        if kind == LAST:
            mark_recent(state, 0, planes[2])
    elif kind == TURNS or kind == SIGNED:
        signed_boards(state, planes[: CHANNELS[kind]])
    else:
        past_boards(state, planes)
    base.rule_planes(state, planes[CHANNELS[kind] :])


@rule
def stones(mailbox: NDArray[np.int8], side: int, own: int, planes: NDArray[np.float32]) -> None:
    """Fill two planes: own stones and the opponent's."""
    for row in range(side):
        start = (row + 1) * STRIDE + 1
        for column in range(side):
            stone = mailbox[start + column]
            planes[0, row, column] = stone == own
            planes[1, row, column] = stone == -own


@rule
def mark_recent(state: State, back: int, plane: NDArray[np.float32]) -> None:
    """Mark where the action `back` plies before the last one placed its stone, if it placed one."""
    side = state.side
    action = base.recent_action(state, back)
    if 0 <= action < side * side:
        plane[action // side, action % side] = 1


@rule
def signed_boards(state: State, planes: NDArray[np.float32]) -> None:
    """Each plane is the board one turn (two plies) further back: +1 own stones, -1 the opponent's."""
    side = state.side
    mailbox = np.empty(CELLS, np.int8)
    for turn in range(len(planes)):
        base.past(state, 2 * turn, mailbox)
        for row in range(side):
            for column in range(side):
                planes[turn, row, column] = mailbox[(row + 1) * STRIDE + column + 1] * state.to_move


@rule
def past_boards(state: State, planes: NDArray[np.float32]) -> None:
    """Eight past boards, the latest first, then one plane of ones for the colour to move."""
    mailbox = np.empty(CELLS, np.int8)
    for back in range(8):
        base.past(state, back, mailbox)
        stones(mailbox, state.side, state.to_move, planes[2 * back : 2 * back + 2])
    planes[16 if state.to_move == BLACK else 17, : state.side, : state.side] = 1


@by_game
def own_channels(state: State) -> int:
    """How many planes the game's own choice of input has."""
    return 4 + base.rule_channels(state)


@by_game
def own_planes(state: State, planes: NDArray[np.float32]) -> None:
    """Fill them: own stones, the opponent's, the last action, ones (they show the edge), the rule's."""
    stones(state.board, state.side, state.to_move, planes)
    mark_recent(state, 0, planes[2])
    planes[3] = 1
    base.rule_planes(state, planes[4:])


@kernel
def channels_of(state: State, kind: int) -> int:
    """`channels`, called from Python."""
    return channels(state, kind)


@kernel
def planes_of(state: State, kind: int) -> NDArray[np.float32]:
    """The planes of one position, float32[channels, size, size]."""
    planes = np.empty((channels(state, kind), state.side, state.side), np.float32)
    write_planes(state, kind, planes)
    return planes
