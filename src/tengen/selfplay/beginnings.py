"""Where games of self-play begin: a size, a komi near the fair one, and often a few blind plies."""

from typing import Any

import numpy as np

from tengen import config
from tengen.games.openings import random_plies
from tengen.games.position import Position, new
from tengen.selfplay.worker import Beginning


class Beginnings:
    """Draws one after the other; the same generator gives the same ones."""

    def __init__(
        self, game: config.Game, selfplay: config.Selfplay, size: int, generator: np.random.Generator
    ) -> None:
        self.game, self.selfplay, self.size, self.generator = game, selfplay, size, generator

    def __call__(self) -> Beginning:
        """The next one."""
        start = self._start()
        if not self.selfplay.opening_plies or self.generator.random() >= self.selfplay.opening_share:
            return Beginning(start)
        plies = int(self.generator.integers(1, self.selfplay.opening_plies + 1))
        return Beginning(start, tuple(random_plies(start, plies, self.generator)))

    def _start(self) -> Position:
        options: dict[str, Any] = dict(self.game.options)
        if self.game.komi_spread:
            drawn = self.generator.normal(options.get("komi", 7.5), self.game.komi_spread)
            options["komi"] = round(2 * drawn) / 2
        return new(self.game.name, self.size, **options)
