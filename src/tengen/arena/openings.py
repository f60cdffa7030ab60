"""Where the games of a match begin: a few actions at random, so that no two games are alike."""

from itertools import cycle, islice

import numpy as np

from tengen.games.openings import random_opening
from tengen.games.position import Position

ATTEMPTS = 100  # openings known already, one after the other, until there seem to be no others

SHORTEST_ROW = 3  # on so small a board whoever moves seems to win: then an opening is any few stones


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
    if start.game == "gomoku" and start.ply == 0 and start.options["line"] > SHORTEST_ROW:
        position = start
        for action in random_opening(start, generator, plies):
            position = position.play(action)
        return position
    for _ in range(ATTEMPTS):
        position = start
        while not position.over and position.ply < start.ply + plies:
            position = position.play(_random_action(position, generator))
        if not position.over:
            return position
    raise ValueError(
        f"the game ended in each of {ATTEMPTS} random openings of {plies} plies from {start!r}: "
        "give fewer plies or a larger board"
    )


def _random_action(position: Position, generator: np.random.Generator) -> int:
    """A stone if there is one to play, else a pass: two of those would end the game."""
    legal = position.legal()
    stones = legal[legal < position.size**2]
    return int(generator.choice(stones if len(stones) else legal))
