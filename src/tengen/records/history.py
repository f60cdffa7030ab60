"""How a position came about: all that a program or a record needs is in the position itself."""

import numpy as np

from tengen.games.position import Position
from tengen.records.record import Record

Moves = list[tuple[int, int]]  # colour, action


def history(position: Position) -> tuple[Position, Moves]:
    """The position in which the game began, and what was played since."""
    moves: Moves = []
    while position.previous is not None and position.last is not None:
        moves.append((position.previous.to_move, position.last))
        position = position.previous
    return position, moves[::-1]


def setup_of(start: Position) -> dict[int, int]:
    """The colours of the stones that stood there from the beginning, by point."""
    stones = start.board.ravel()
    return {int(point): int(stones[point]) for point in np.flatnonzero(stones)}


def record_of(position: Position, black: str, white: str, result: int | None, ending: str) -> Record:
    """The game up to a position, between two players, with what came of it."""
    start, moves = history(position)
    return Record(
        game=start.game,
        options=start.options,
        actions=np.array([action for _, action in moves], np.int16),
        colours=np.array([colour for colour, _ in moves], np.int8),
        first=start.to_move,
        setup=setup_of(start) if start.ply or start.board.any() else {},
        result=result,
        ending=ending,
        black=black,
        white=white,
    )
