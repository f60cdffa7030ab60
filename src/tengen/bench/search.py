"""`tengen bench search`: simulations a second when the network costs nothing."""

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.bench import Row
from tengen.games.position import new
from tengen.search.conduct import Conduct
from tengen.search.forest import Forest
from tengen.search.method import settings_for

TREES, SIMULATIONS, SECONDS = 64, 64, 1.5
CASES = (  # game, size, simulations/s to reach on one core
    ("gomoku", 15, 350_000),
    ("go", 7, 400_000),
    ("go", 9, 320_000),
    ("go", 19, 130_000),
    ("reversi", 8, None),
)


class FreeEvaluator:
    """Answers with numbers that were drawn beforehand."""

    name = "free"

    def __init__(self, trees: int, actions: int) -> None:
        rng = np.random.default_rng(0)
        self.logits = rng.normal(0, 1, (trees, actions)).astype(np.float32)
        self.values = rng.uniform(-0.1, 0.1, trees).astype(np.float32)

    def __call__(self, batch: NDArray[Any], /) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The same answers every time."""
        return self.logits[: len(batch)], self.values[: len(batch)]


def rows(seconds: float = SECONDS) -> list[Row]:
    """Games played out by PUCT and by Gumbel: softmax, legal moves, planes and moves included."""
    table = []
    for game, size, target in CASES:
        for method in ("puct", "gumbel"):
            searches = [search(game, size, method) for _ in range(2)]
            one, two = rate(searches[:1], seconds), rate(searches, seconds)
            case = f"{method}, {game} {size}x{size}, {TREES} trees of {SIMULATIONS}"
            table.append(Row(case, one, "simulations/s", target))
            table.append(Row(f"{case}: two threads over one", two / one, "times", 1.85))
    return table


def search(game: str, size: int, method: str) -> Callable[[], int]:
    """A forest that plays games out; each call searches by one batch and says how many rows it had."""
    start = new(game, size).state
    settings = settings_for(method, simulations=SIMULATIONS)
    forest = Forest(start, settings, TREES, conduct=Conduct(temperatures=[1.0] * 10 + [0.0]))
    evaluator = FreeEvaluator(TREES, len(forest.arrays.policy))
    for index in range(TREES):
        forest.plant(index, start)

    def step() -> int:
        count = forest.step(evaluator)
        for index in forest.waiting():
            forest.plant(index, start)
        return count

    step()  # compiles
    return step


def rate(searches: list[Callable[[], int]], seconds: float) -> float:
    """Rows a second of all searches together, each in its own thread."""
    counts = [0] * len(searches)
    end = time.perf_counter() + seconds

    def work(number: int) -> None:
        while not counts[number] or time.perf_counter() < end:
            counts[number] += searches[number]()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(searches))]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - began)
