"""Random openings, so that no two games are alike; in Gomoku such that both sides can still win.

An opening is a list of actions from the first position on: a record holds the whole game.
"""

import numpy as np
from numpy.typing import NDArray

from tengen.games import base, fours
from tengen.games.base import State
from tengen.games.compiled import kernel
from tengen.games.fours import Hunt
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position

STONES = 6
ATTEMPTS = 1000
NODES = 1000  # a position with so many fours is no quiet one


SHORTEST_ROW = 3  # whoever moves wins, or nearly so: no opening is balanced


def random_plies(start: Position, plies: int, generator: np.random.Generator) -> list[int]:
    """So many actions at random, none of which ends the game; in Gomoku a balanced opening."""
    if start.game == "gomoku" and start.ply == 0 and start.options["line"] > SHORTEST_ROW:
        return random_opening(start, generator, plies)
    for _ in range(ATTEMPTS):
        position, actions = start, list[int]()
        while not position.over and len(actions) < plies:
            actions.append(_random_action(position, generator))
            position = position.play(actions[-1])
        if not position.over:
            return actions
    raise ValueError(
        f"the game ended in each of {ATTEMPTS} random openings of {plies} plies from {start!r}: "
        "give fewer plies or a larger board"
    )


def _random_action(position: Position, generator: np.random.Generator) -> int:
    """A stone if there is one to play, else a pass: two of those would end the game."""
    legal = position.legal()
    stones = legal[legal < position.size**2]
    return int(generator.choice(stones if len(stones) else legal))


def random_opening(
    start: Position, generator: np.random.Generator, stones: int = STONES, reach: int | None = None
) -> list[int]:
    """Actions that put stones at random on points at most `reach` from the centre.

    Afterwards neither side has a win by fours, whoever is to move, so nobody threatens five either. The
    same generator gives the same opening.
    """
    points = central_points(start.size, reach)
    if start.game != "gomoku" or start.ply or not 0 <= stones <= len(points):
        raise ValueError(
            f"no opening of {stones} stones on {len(points)} points from {start!r}: "
            "give the empty board of a game of gomoku, and no more stones than points"
        )
    hunt = fours.new_hunt()
    for _ in range(ATTEMPTS):
        actions = generator.permutation(points)[:stones]
        if _leaves_open(hunt, start.state, actions):
            return [int(action) for action in actions]
    raise ValueError(
        f"none of {ATTEMPTS} random openings of {stones} stones left the game open on {start!r}: "
        "give fewer stones or a larger reach"
    )


def central_points(size: int, reach: int | None = None) -> NDArray[np.int16]:
    """The points in a square around the centre; `reach` is by default a quarter of the side, at least 2."""
    if reach is None:
        reach = max(2, size // 4)
    low, high = max(0, (size - 1) // 2 - reach), min(size - 1, size // 2 + reach)
    side = np.arange(low, high + 1, dtype=np.int16)
    return (side[:, None] * size + side).ravel()


@kernel
def _leaves_open(hunt: Hunt, state: State, actions: NDArray[np.int16]) -> bool:
    """Play these actions; whether they were legal and leave neither side a win by fours."""
    for i in range(len(actions)):
        action = int(actions[i])
        if not base.is_legal(state, action):
            return False
        base.play(state, action)
    if state.over:
        return False
    for colour in (BLACK, WHITE):
        if fours.fours_win(hunt, state, colour, fours.DEEPEST, NODES) != fours.NO_WIN:
            return False
    return True
