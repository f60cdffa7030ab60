"""`tengen bench selfplay`: how much of the time of self-play is spent in the network, where it belongs."""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.bench import Row
from tengen.bench.search import rate
from tengen.games.position import Position, new
from tengen.network.evaluator import NetworkEvaluator
from tengen.search.conduct import Conduct
from tengen.search.forest import Forest
from tengen.search.method import settings_for
from tengen.selfplay.worker import Beginning, Worker

SECONDS, TREES, SIMULATIONS = 6.0, 64, 64
CASES = (  # game, size, blocks, channels, share of the time to reach
    ("gomoku", 15, 6, 64, 0.95),
    ("gomoku", 9, 4, 32, 0.88),
    ("go", 9, 4, 32, 0.88),
)


class TimedEvaluator:
    """Another evaluator, and how long it was asked."""

    def __init__(self, evaluator: NetworkEvaluator) -> None:
        self.evaluator, self.name = evaluator, evaluator.name
        self.seconds, self.calls = 0.0, 0

    def __call__(self, batch: NDArray[Any], /) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The other's answers."""
        began = time.perf_counter()
        answers = self.evaluator(batch)
        self.seconds += time.perf_counter() - began
        self.calls += 1
        return answers


def rows(seconds: float = SECONDS) -> list[Row]:
    """Untrained networks playing by Gumbel search; the network alone is timed in the same run."""
    table = []
    for game, size, blocks, channels, target in CASES:
        position = new(game, size)
        evaluator = network(position, blocks, channels)
        case = f"{game} {size}x{size}, {blocks}x{channels}"
        players = [Player(position, evaluator) for _ in range(2)]
        limit = alone(evaluator, position, seconds / 4)
        one = rate([players[0].step], seconds)
        share, full = players[0].share(one), players[0].fullness()
        limit = (limit + alone(evaluator, position, seconds / 4)) / 2
        two = rate([player.step for player in players], seconds)
        table += [
            Row(f"{case}: evaluations", one, "/s"),
            Row(f"{case}: the network alone", limit, "/s"),
            Row(f"{case}: self-play over network alone", one / limit, "share"),
            Row(f"{case}: time inside the network", share, "share", target),
            Row(f"{case}: batches filled", full, "share", 0.95),
            Row(f"{case}: two threads over one", two / one, "times", 1.85),
        ]
    return table


def network(position: Position, blocks: int, channels: int) -> NetworkEvaluator:
    """An untrained network of this size."""
    from tengen.network.card import Card
    from tengen.network.export import to_onnx
    from tengen.network.model import new_network
    from tengen.network.shape import shape_for

    shape = shape_for(position, blocks, channels)
    card = Card(shape=shape, rules=position.options)
    return NetworkEvaluator(to_onnx(new_network(shape, seed=0), card), name=f"{blocks}x{channels}")


class Player:
    """A worker whose evaluator is timed."""

    def __init__(self, position: Position, evaluator: NetworkEvaluator) -> None:
        settings = settings_for("gumbel", simulations=SIMULATIONS)
        forest = Forest(position.state, settings, TREES, conduct=Conduct())
        self.evaluator, self.rows = TimedEvaluator(evaluator), 0
        self.worker = Worker(forest, self.evaluator, lambda: Beginning(position))
        self.step()  # compiles
        self.evaluator.seconds, self.evaluator.calls, self.rows = 0.0, 0, 0

    def step(self) -> int:
        """One batch; how many rows it had."""
        self.worker.step()
        count = self.worker.forest.rows
        self.rows += count
        return count

    def share(self, rate: float) -> float:
        """The part of the time that the network took, given the rows a second."""
        return self.evaluator.seconds * rate / self.rows

    def fullness(self) -> float:
        """Rows in a batch, of those that fit."""
        return self.rows / (self.evaluator.calls * TREES)


def alone(evaluator: NetworkEvaluator, position: Position, seconds: float) -> float:
    """Positions a second when the network is asked again and again about one full batch."""
    batch = np.repeat(position.planes()[None], TREES, axis=0)

    def ask() -> int:
        return len(evaluator(batch)[1])

    return rate([ask], seconds)
