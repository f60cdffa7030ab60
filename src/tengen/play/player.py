"""Players: whoever chooses an action in a position. These two need no network."""

from typing import Protocol

import numpy as np

from tengen.games.fours import fives, winning_fours
from tengen.games.position import Position

NODES = 10_000  # fours looked at before a win by fours counts as not there
REACH = 2  # how far from the stones a point may be that is played without a reason


class Player(Protocol):
    """Anybody who can choose."""

    def choose(self, position: Position) -> int:
        """A legal action in a position that is not over."""


class Random:
    """Plays any legal action."""

    def __init__(self, generator: np.random.Generator) -> None:
        self.generator = generator

    def choose(self, position: Position) -> int:
        """One of the legal actions, all alike."""
        return int(self.generator.choice(position.legal()))


class Tactician:
    """Sees wins by fours, its own and the opponent's, and nothing else; plays other games at random."""

    def __init__(self, generator: np.random.Generator) -> None:
        self.generator = generator

    def choose(self, position: Position) -> int:
        """Win if there is a win by fours; else stop the opponent's; else play near the stones."""
        if position.game != "gomoku":
            return Random(self.generator).choose(position)
        win = winning_fours(position, nodes=NODES)
        if win:
            return win[0]
        near = [int(action) for action in self.generator.permutation(points_near(position))]
        answer = block(position, near)
        return near[0] if answer is None else answer


def block(position: Position, points: list[int]) -> int | None:
    """An action that stops the opponent's win by fours, if there is one and it can be stopped."""
    opponent = -position.to_move
    threat = fives(position, opponent) or winning_fours(position, opponent, nodes=NODES)
    if not threat:
        return None
    legal = set(position.legal().tolist())
    tries = [action for action in [*threat, *points] if action in legal]
    for action in tries:
        if not winning_fours(position.play(action), nodes=NODES):
            return action
    return tries[0]


def points_near(position: Position) -> list[int]:
    """The legal actions near a stone; on an empty board, near the centre."""
    size = position.size
    stones = np.argwhere(position.board)
    if not len(stones):
        stones = np.array([[size // 2, size // 2]])
    legal = position.legal()
    points = np.stack(np.divmod(legal, size), axis=-1)
    distances = np.abs(points[:, None] - stones).max(axis=-1).min(axis=-1)  # [legal]
    near = legal[distances <= REACH]
    return [int(action) for action in (near if len(near) else legal)]
