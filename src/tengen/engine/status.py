"""Which stones of a game of Go are dead, and what the board is worth without them."""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from tengen.games.grid import BLACK, WHITE
from tengen.games.life import dead_stones
from tengen.games.position import Position, set_up

LOST = -0.3  # a chain whose points belong to the other side so surely is dead


def dead(position: Position, ownership: NDArray[np.float32] | None) -> list[int]:
    """The points of the dead stones: what cannot be saved whatever happens, and what the network gives up.

    The ownership [size, size] is that of the side to move.
    """
    certain = set(dead_stones(position.state))
    if ownership is None:
        return sorted(certain)
    owners = ownership.ravel() * position.to_move  # Black's
    stones = position.board.ravel()
    for chain in chains(position):
        if owners[chain].mean() * stones[chain[0]] < LOST:
            certain.update(chain)
    return sorted(certain)


def chains(position: Position) -> list[list[int]]:
    """The strings of stones, each as its points in rising order."""
    size, stones = position.size, position.board.ravel()
    found, seen = [], set[int]()
    for first in np.flatnonzero(stones).tolist():
        if first in seen:
            continue
        chain, seen = [first], seen | {first}
        for point in chain:  # it grows meanwhile
            for near in _neighbours(point, size):
                if stones[near] == stones[first] and near not in seen:
                    seen.add(near)
                    chain.append(near)
        found.append(sorted(chain))
    return found


def score_without(position: Position, dead: Collection[int]) -> float:
    """Black's points less White's by area, komi included, once the dead stones are taken off."""
    stones = position.board.ravel()
    black, white = (
        [point for point in np.flatnonzero(stones == colour).tolist() if point not in dead]
        for colour in (BLACK, WHITE)
    )
    return set_up(position.game, black, white, **position.options).score


def _neighbours(point: int, size: int) -> list[int]:
    row, column = divmod(point, size)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * size + c for r, c in around if 0 <= r < size and 0 <= c < size]
