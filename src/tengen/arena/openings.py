"""Where the games of a match begin: a few actions at random, so that no two games are alike."""

from itertools import cycle, islice

import numpy as np

from tengen.games.openings import random_plies
from tengen.games.position import Position

ATTEMPTS = 100  # openings known already, one after the other, until there seem to be no others


def random_stones(start: Position, count: int, plies: int, generator: np.random.Generator) -> list[Position]:
    """So many positions, each after some random plies; Gomoku gets openings in which nobody has won yet.

    No two show the same board as long as there are others; then they come round again.
    """
    found: dict[bytes, Position] = {}
    known = 0
    while len(found) < count and known < ATTEMPTS:
        position = _random_position(start, plies, generator)
        known = known + 1 if position.board.tobytes() in found else 0
        found.setdefault(position.board.tobytes(), position)
    return list(islice(cycle(found.values()), count))


def _random_position(start: Position, plies: int, generator: np.random.Generator) -> Position:
    position = start
    for action in random_plies(start, plies, generator):
        position = position.play(action)
    return position
