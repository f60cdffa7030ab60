"""A configuration is tried before anything is made of it: what would fail after minutes fails at once."""

import numpy as np

from tengen.arena.names import check_name
from tengen.config import Config
from tengen.games.openings import random_plies
from tengen.games.position import Position
from tengen.search.method import settings_for
from tengen.training.networks import configured_shape, first_position


def check(config: Config) -> None:
    """Refuse what cannot be trained; the message says which knob and why."""
    settings_for(config.search.method, **config.search.options)
    configured_shape(config, first_position(config))
    for size in config.game.sizes:
        start = first_position(config, size)
        if config.game.komi_spread and "komi" not in start.options:
            raise ValueError(f"game.komi_spread must be 0: {config.game.name} knows no komi")
        for name in config.loop.opponents:
            check_name(name, start)
        for knob, plies in openings(config).items():
            _check_opening(start, knob, plies)


def openings(config: Config) -> dict[str, int]:
    """The random plies that games begin with at most, by the knob that says so."""
    selfplay, loop = config.selfplay, config.loop
    found = {"selfplay.opening_plies": selfplay.opening_plies if selfplay.opening_share else 0}
    if loop.opponents or loop.gate != "off":
        found["loop.evaluation_plies"] = loop.evaluation_plies
    return found


def _check_opening(start: Position, knob: str, plies: int) -> None:
    try:
        random_plies(start, plies, np.random.default_rng(0))
    except ValueError as error:
        raise ValueError(f"{knob} cannot be {plies}: {error}") from None
