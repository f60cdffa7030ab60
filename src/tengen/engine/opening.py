"""Our part in swap2: balanced stones when we put some, the better side when we choose one."""

import math

import numpy as np

from tengen.engine.opinion import opinion
from tengen.engine.session import Session
from tengen.games.fours import winning_fours
from tengen.games.grid import BLACK, WHITE
from tengen.games.openings import central_points
from tengen.games.position import Position
from tengen.games.swap2 import Swap2

TRIES = 30  # balanced placements are looked for among so many
EVEN = 0.05  # a chance to win so close to one half is no reason to take a side
NODES = 1000  # fours looked at before a win by fours counts as not there


def answer(position: Position, session: Session, seed: int = 0) -> list[int]:
    """The stones to put, the one to play as White, or none: the other side is White then."""
    opening = Swap2(position)
    session.begin(position)
    if position.ply:
        *_, last = session.analyse(simulations=session.simulations)
        if not opening.stones or abs(last.win_rate - 0.5) >= EVEN:
            return [last.found.best] if last.win_rate > 0.5 else []
    return _balanced(position, session, opening.stones, seed)


def _balanced(position: Position, session: Session, stones: int, seed: int) -> list[int]:
    """The most even of many placements near the centre, in which nobody wins by fours."""
    random = np.random.default_rng([seed, *position.actions])
    free = np.intersect1d(central_points(position.size), position.legal())
    tries = [random.permutation(free)[:stones].tolist() for _ in range(TRIES)]
    return min(tries, key=lambda points: _unevenness(position, session, points))


def _unevenness(position: Position, session: Session, points: list[int]) -> float:
    """How much better one side would stand; infinite where the game is won, or no stone may be put."""
    try:
        for point in points:
            position = position.play(point)
        win, _, loss = opinion(position, session.evaluator).outcome
    except ValueError:
        return math.inf
    return math.inf if position.over or _is_won(position) else abs(win - loss)


def _is_won(position: Position) -> bool:
    return any(winning_fours(position, colour, nodes=NODES) for colour in (BLACK, WHITE))
