"""Seats in a match for the networks of a run."""

import os

from tengen.arena.opponents import SearchSeat, strongest
from tengen.config import Config, Search
from tengen.network.card import Card
from tengen.network.evaluator import NetworkEvaluator
from tengen.network.export import to_onnx
from tengen.network.model import Network
from tengen.search.method import Settings
from tengen.training.networks import first_position

EXPLORING = {"noise", "inner_noise", "forced_visits", "root_temperature", "gumbel_noise", "simulations"}


def network_seat(config: Config, network: Network, name: str, simulations: int) -> SearchSeat:
    """A network that plays for strength, with the search of its run but for what is there to explore."""
    content = to_onnx(network, Card(shape=network.shape, rules=first_position(config).options))
    return SearchSeat(NetworkEvaluator(content, name=name), quiet(config.search, simulations), name)


def quiet(search: Search, simulations: int) -> Settings:
    """The settings of a run's search without any noise."""
    kept = {name: value for name, value in search.options.items() if name not in EXPLORING}
    return strongest(search.method, simulations=simulations, **kept)


def threads(config: Config) -> int:
    """How many threads play."""
    return config.selfplay.threads or os.cpu_count() or 1
