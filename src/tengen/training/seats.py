"""Seats in a match for the networks of a run."""

import os
from collections.abc import Callable

from tengen.arena.opponents import SearchSeat, strongest
from tengen.config import Config, Search
from tengen.network.card import Card
from tengen.network.evaluator import NetworkEvaluator
from tengen.network.export import to_onnx
from tengen.network.model import Network
from tengen.search.method import Settings
from tengen.training.networks import first_position

EXPLORING = {"noise", "inner_noise", "forced_visits", "root_temperature", "gumbel_noise", "simulations"}


def network_seats(config: Config, network: Network, name: str, simulations: int) -> Callable[[], SearchSeat]:
    """Makes seats for a network that plays for strength: one for each thread of a match, all asking the same.

    They search as in the network's run, but for what is there to explore.
    """
    card = Card(shape=network.shape, rules=first_position(config).options)
    evaluator = NetworkEvaluator(to_onnx(network, card), name=name)  # once: tracing knows no threads
    settings = quiet(config.search, simulations)
    return lambda: SearchSeat(evaluator, settings, name)


def quiet(search: Search, simulations: int) -> Settings:
    """The settings of a run's search without any noise."""
    kept = {name: value for name, value in search.options.items() if name not in EXPLORING}
    return strongest(search.method, simulations=simulations, **kept)


def threads(config: Config) -> int:
    """How many threads play."""
    return config.selfplay.threads or os.cpu_count() or 1
