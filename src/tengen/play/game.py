"""Two players make a game."""

from collections.abc import Iterator

from tengen.games.grid import BLACK
from tengen.games.position import Position
from tengen.play.player import Player


def positions(start: Position, black: Player, white: Player) -> Iterator[Position]:
    """Every position of a game, the first and the last included; who is to move chooses."""
    position = start
    yield position
    while not position.over:
        player = black if position.to_move == BLACK else white
        position = position.play(player.choose(position))
        yield position
