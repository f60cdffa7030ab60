"""Which stones of a game of Go are dead, and what the board is worth without them."""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from tengen.games.grid import BLACK, WHITE, cell_of
from tengen.games.life import dead_stones
from tengen.games.position import Position, set_up

LOST = -0.3  # a string whose points belong to the other side so surely is dead


def dead(position: Position, ownership: NDArray[np.float32] | None) -> list[int]:
    """The points of the dead stones: what cannot be saved whatever happens, and what the network gives up.

    The ownership [size, size] is that of the side to move.
    """
    certain = set(dead_stones(position.state))
    if ownership is None:
        return sorted(certain)
    owners = ownership.ravel() * position.to_move  # Black's
    stones = position.board.ravel()
    for string in strings(position):
        if owners[string].mean() * stones[string[0]] < LOST:
            certain.update(string)
    return sorted(certain)


def strings(position: Position) -> list[list[int]]:
    """The strings of stones, each as its points in rising order."""
    state, found = position.state, dict[int, list[int]]()
    for point in np.flatnonzero(position.board).tolist():
        found.setdefault(int(state.root[cell_of(point, position.size)]), []).append(point)
    return list(found.values())


def score_without(position: Position, dead: Collection[int]) -> float:
    """Black's points less White's by area, komi included, once the dead stones are taken off."""
    stones = position.board.ravel()
    black, white = (
        [point for point in np.flatnonzero(stones == colour).tolist() if point not in dead]
        for colour in (BLACK, WHITE)
    )
    return set_up(position.game, black, white, **position.options).score
