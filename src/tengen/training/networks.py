"""The first position and the network that a configuration wants."""

from tengen.config import Config
from tengen.games.position import Position, new
from tengen.network.model import Network, new_network
from tengen.network.shape import Shape, shape_for, system_shape


def first_position(config: Config, size: int = 0) -> Position:
    """The empty board by the rules of a configuration, on its largest size if none is given."""
    return new(config.game.name, size or max(config.game.sizes), **config.game.options)


def network_for(config: Config, position: Position, seed: int) -> Network:
    """A new network for the game and the rules of this position."""
    return new_network(configured_shape(config, position), seed)


def configured_shape(config: Config, position: Position) -> Shape:
    """Its shape: an earlier system's, or as the knobs say."""
    wanted = config.network
    if wanted.system:
        return system_shape(wanted.system, position)
    choices = wanted.model_dump(exclude={"blocks", "channels", "system"})
    return shape_for(position, wanted.blocks, wanted.channels, **choices)
