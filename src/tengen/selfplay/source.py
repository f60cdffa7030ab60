"""Games from the threads of this process; each thread keeps workers of its own and asks one evaluator."""

import itertools
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tengen.config import Config, Selfplay
from tengen.games.position import new
from tengen.network.evaluator import AsynchronousEvaluator
from tengen.records.lesson import Lesson
from tengen.search.conduct import Conduct
from tengen.search.forest import Evaluator, Forest
from tengen.search.method import settings_for
from tengen.search.pause import Games
from tengen.selfplay.beginnings import Beginnings
from tengen.selfplay.worker import Worker

COLD = 0.01  # a temperature below this plays the best
Progress = Callable[[list[Lesson], int], None]  # hears of games that have ended, and of evaluations
Flight = tuple[Games, dict[str, Any]]  # what one worker has in flight


class Source:
    """Plays until there is enough to learn from; games in flight wait for the next time."""

    def __init__(self, config: Config, kind: str, evaluator: Evaluator) -> None:
        self.threads = config.selfplay.threads or os.cpu_count() or 1
        # While half of a thread's games wait for an evaluator that computes elsewhere, the others go on.
        self.in_flight = 2 if isinstance(evaluator, AsynchronousEvaluator) else 1
        self.crews: list[list[Worker]] = []
        self.beginnings: list[Beginnings] = []  # in the order of the workers
        for thread in range(self.threads):
            sizes = config.game.sizes * self.in_flight
            seeds = np.random.SeedSequence([config.loop.seed, thread]).spawn(len(sizes))
            begins = [
                Beginnings(config.game, config.selfplay, size, np.random.default_rng(seed))
                for size, seed in zip(sizes, seeds, strict=True)
            ]
            games = config.selfplay.games // self.in_flight
            self.crews.append([worker(config, kind, evaluator, begin, games) for begin in begins])
            self.beginnings += begins

    def play(self, samples: int, on_games: Progress = lambda lessons, evaluations: None) -> list[Lesson]:
        """Finished games that teach at least so much, in the order in which they ended."""
        found: list[Lesson] = []
        wanted, enough, lock = samples, threading.Event(), threading.Lock()

        def work(workers: list[Worker]) -> None:
            asked: deque[tuple[Worker, Callable[[], list[Lesson]]]] = deque()
            for worker in itertools.cycle(workers):
                if enough.is_set():
                    break
                asked.append((worker, worker.ask()))
                if len(asked) == self.in_flight:
                    hand_in(*asked.popleft())
            while asked:
                hand_in(*asked.popleft())

        def hand_in(worker: Worker, finish: Callable[[], list[Lesson]]) -> None:
            nonlocal wanted
            lessons = finish()
            with lock:
                on_games(lessons, worker.forest.rows)
                found.extend(lessons)
                wanted -= sum(each.samples for each in lessons)
                if wanted <= 0:
                    enough.set()

        def guarded(workers: list[Worker]) -> None:
            try:
                work(workers)
            finally:  # one thread that fails ends the others too
                enough.set()

        with ThreadPoolExecutor(self.threads) as pool:
            working = [pool.submit(guarded, workers) for workers in self.crews]
            try:
                for each in working:
                    each.result()
            finally:  # also when somebody interrupts: threads are waited for
                enough.set()
        return found

    def begin_turns(self) -> None:
        """Search every turn under way anew: the network is another one now."""
        for worker in self._workers():
            worker.forest.begin_turns()

    def resign_at(self, level: float) -> None:
        """Call games from this level of agreement on; 0: never."""
        for worker in self._workers():
            worker.forest.arrays.conduct["resign_at"] = level

    def take_out(self) -> list[Flight]:
        """Everything in flight, worker by worker: a run that stops keeps it."""
        flights = []
        for worker, begin in zip(self._workers(), self.beginnings, strict=True):
            games, notes = worker.take_out()
            flights.append((games, notes | {"generator": begin.generator.bit_generator.state}))
        return flights

    def put_back(self, flights: list[Flight]) -> bool:
        """Go on with it; False where some of it does not fit any more: then new games go on there."""
        workers, fits = list(self._workers()), True
        if len(workers) != len(flights):
            return False
        for worker, begin, (games, notes) in zip(workers, self.beginnings, flights, strict=True):
            begin.generator.bit_generator.state = notes["generator"]
            fits = worker.put_back(games, notes) and fits
        return fits

    def _workers(self) -> Iterator[Worker]:
        return itertools.chain.from_iterable(self.crews)


def worker(config: Config, kind: str, evaluator: Evaluator, begin: Beginnings, games: int) -> Worker:
    """The share of one board size in so many games."""
    sizes = config.game.sizes
    shares = config.game.shares or (1.0,) * len(sizes)
    share = shares[sizes.index(begin.size)] / sum(shares)
    forest = Forest(
        new(config.game.name, begin.size, **config.game.options).state,
        settings_for(config.search.method, **config.search.options),
        max(1, round(games * share)),
        kind=kind,
        seed=int(begin.generator.integers(2**63)),
        conduct=conduct(config.selfplay, begin.size),
    )
    return Worker(forest, evaluator, begin)


def conduct(selfplay: Selfplay, size: int) -> Conduct:
    """How games are played out, as the configuration says."""
    return Conduct(
        temperatures=temperatures(selfplay, size * size),
        noisy_plies=selfplay.noisy_plies,
        full_share=selfplay.full_share,
        fast_simulations=selfplay.fast_simulations,
        exempt=selfplay.exempt,
        close=selfplay.close,
    )


def temperatures(selfplay: Selfplay, plies: int) -> list[float]:
    """By ply, the last one for all that follow."""
    ply, found = np.arange(plies), np.full(plies, selfplay.temperature)
    first, pace = selfplay.temperature, selfplay.temperature_pace
    if selfplay.temperature_fall == "linear":
        found = first * np.maximum(0.0, 1 - ply / max(pace, 1e-9))
    elif selfplay.temperature_fall == "geometric":
        found = first * pace**ply
        found[found < COLD] = 0.0
    elif selfplay.temperature_fall == "halving":
        last = min(first, selfplay.temperature_final)
        found = last + (first - last) * 0.5 ** (ply / max(pace, 1e-9))
    return [float(value) for value in found]
