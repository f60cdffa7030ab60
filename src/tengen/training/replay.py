"""Batches out of the window, prepared ahead by a thread while the network learns from the one before."""

import copy
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any, TypeVar

import numpy as np

from tengen import config
from tengen.games.planes import channels_of, kind_named
from tengen.training.batch import Batch, batch_of
from tengen.training.draw import draw, pools_of
from tengen.training.window import Contents, Window

Item = TypeVar("Item")

AHEAD = 2  # batches that may wait to be learnt from
LEARN, HELD_OUT = "learn", "held_out"


def capacity(settings: config.Replay, total_samples: int) -> int:
    """How many samples the window of a run holds that has seen so many."""
    grown = settings.window * max(1.0, total_samples / settings.window) ** settings.growth
    return min(int(grown), settings.window_limit)


class Replay:
    """Draws batches from a window, by chance that can be written down and taken up again."""

    def __init__(
        self, window: Window, settings: config.Replay, planes: str = "tengen", seed: int = 0
    ) -> None:
        self.window, self.settings, self.kind = window, settings, kind_named(planes)
        seeds = np.random.SeedSequence(seed).spawn(2)
        self._generators = dict(zip((LEARN, HELD_OUT), map(np.random.default_rng, seeds), strict=True))

    def batches(self, count: int, size: int) -> Iterator[Batch]:
        """So many batches from the window as it is now; one iterator at a time."""
        return self._batches(LEARN, count, size)

    def held_out_batches(self, count: int, size: int) -> Iterator[Batch]:
        """The same of the games that are never learnt from."""
        return self._batches(HELD_OUT, count, size)

    def state(self) -> dict[str, Any]:
        """Where chance stands after the batches handed out, as JSON can write it."""
        return {name: generator.bit_generator.state for name, generator in self._generators.items()}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        for name, generator in self._generators.items():
            generator.bit_generator.state = state[name]

    def _batches(self, which: str, count: int, size: int) -> Iterator[Batch]:
        contents = self.window.contents()
        _check_planes(contents, self.kind)
        pools = pools_of(contents, self.settings, held=which == HELD_OUT)
        if not pools:
            kept = "held out" if which == HELD_OUT else "to learn from"
            raise ValueError(f"no game in the window is {kept}: extend it by more games")
        generator = copy.deepcopy(self._generators[which])

        def prepare() -> tuple[Batch, dict[str, Any]]:
            drawn = draw(pools, size, generator)
            batch = batch_of(contents, drawn, self.kind, self.settings.root_value)
            return batch, dict(generator.bit_generator.state)

        return self._handed_out(which, prepared(prepare, count))

    def _handed_out(
        self, which: str, ahead: Generator[tuple[Batch, dict[str, Any]], None, None]
    ) -> Iterator[Batch]:
        """The batches; chance moves on with each that is handed out, not with those that wait."""
        with closing(ahead):
            for batch, state in ahead:
                self._generators[which].bit_generator.state = state
                yield batch


def prepared(make: Callable[[], Item], count: int) -> Generator[Item, None, None]:
    """What a function gives when called so many times, called ahead by one thread."""
    with ThreadPoolExecutor(1, "prepare") as thread:
        waiting = deque(thread.submit(make) for _ in range(min(AHEAD, count)))
        try:
            for begun in range(len(waiting), len(waiting) + count):
                item = waiting.popleft().result()
                if begun < count:
                    waiting.append(thread.submit(make))
                yield item
        finally:
            for future in waiting:
                future.cancel()


def _check_planes(contents: Contents, kind: int) -> None:
    """All games must be shown in the same way, whatever their size."""
    found = sorted({int(channels_of(start, kind)) for start in contents.starts[:, 0]})
    if len(found) > 1:
        counts = " and ".join(map(str, found))
        raise ValueError(f"games by rules with {counts} planes: one network learns from one kind of planes")
