"""`tengen bench learner`: samples a second of a learning step, on one thread and on two.

Both take turns in one run, by the clock, and the best turn counts, so that other programs disturb little.
"""

import time
from collections.abc import Callable
from functools import partial

import numpy as np
import torch

from tengen import config
from tengen.bench import Row
from tengen.bench.replay import random_games
from tengen.config import Config
from tengen.games.planes import kind_named
from tengen.training.batch import Batch, batch_of
from tengen.training.draw import draw, pools_of
from tengen.training.learner import Learner
from tengen.training.networks import first_position, network_for
from tengen.training.window import Window

PRESETS = ("go7", "gomoku9")
BATCH, SAMPLES = 512, 20_000
TURNS, TURN = 7, 1.0  # how often each has its turn, and for how many seconds
THREADS = (1, 2)


def rows(seconds: float = TURN) -> list[Row]:
    """Steps on one batch over and over, by the networks of some presets."""
    table = []
    for name in PRESETS:
        chosen = config.read(config.preset(name))
        learners, batch = [learner(chosen, threads) for threads in THREADS], random_batch(chosen)
        one, two = interleaved([partial(mine.step, batch) for mine in learners], seconds)
        network = chosen.network
        case = f"{name}, {network.blocks}x{network.channels} {learners[0].precision}, batch {BATCH}"
        table += [
            Row(f"{case}: one thread", BATCH / one, "samples/s"),
            Row(f"{case}: two threads", BATCH / two, "samples/s"),
            Row(f"{case}: two threads over one", one / two, "times", 1.85),
        ]
    return table


def learner(chosen: Config, threads: int) -> Learner:
    """A learner of a new network as configured, on so many threads of the processor."""
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        return Learner(network_for(chosen, first_position(chosen), seed=0), chosen.learner, device="cpu")
    finally:
        torch.set_num_threads(before)


def random_batch(chosen: Config) -> Batch:
    """A batch drawn from random games, as it is drawn from those of self-play."""
    window = Window()
    window.extend(random_games(first_position(chosen), SAMPLES))
    contents = window.contents()
    drawn = draw(pools_of(contents, chosen.replay), BATCH, np.random.default_rng(0))
    return batch_of(contents, drawn, kind_named(chosen.network.planes), chosen.replay.root_value)


def interleaved(steps: list[Callable[[], object]], seconds: float) -> list[float]:
    """Seconds that a call of each takes, in its best turn."""
    best = [float("inf")] * len(steps)
    for step in steps:
        step()
    for _ in range(TURNS):
        for index, step in enumerate(steps):
            began, count, lasted = time.perf_counter(), 0, 0.0
            while not count or lasted < seconds:
                step()
                count, lasted = count + 1, time.perf_counter() - began
            best[index] = min(best[index], lasted / count)
    return best
