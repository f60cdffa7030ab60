"""How games are played out inside a forest: how boldly, how thoroughly, and when they are called."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

EVER = 32_767  # more plies than any game has

CONDUCT = np.dtype(
    [
        ("noisy_plies", np.int32),
        ("full_share", np.float64),
        ("fast_simulations", np.int32),
        ("resign_at", np.float64),
        ("exempt", np.float64),
        ("close", np.bool_),
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """What holds for all games of a forest."""

    temperatures: Sequence[float] = (0.0,)  # by ply, the last one for all that follow; 0 plays the best move
    noisy_plies: int = EVER  # roots get their noise until this ply
    full_share: float = 1.0  # of the turns that get the whole budget; the others are fast and teach nothing
    fast_simulations: int = 0  # of those others
    resign_at: float = 0.0  # a game is called when both sides think so much of one of them; 0: never
    exempt: float = 0.0  # share of games that are never called, to see what calling gets wrong
    close: bool = True  # end a game in which nothing is open any more (games.base.close)

    def __post_init__(self) -> None:
        if not self.temperatures or min(self.temperatures) < 0:
            raise ValueError(
                f"temperatures cannot be {list(self.temperatures)}: give one or more, none below 0"
            )
        if not 0 < self.full_share <= 1:
            raise ValueError(
                f"full_share cannot be {self.full_share}: some turns must get their whole search"
            )
        if self.full_share < 1 and self.fast_simulations < 1:
            raise ValueError("fast_simulations cannot be 0 where not all turns are full: give at least 1")

    def record(self) -> NDArray[Any]:
        """The numbers as compiled code reads them, CONDUCT[1]."""
        found = np.zeros(1, CONDUCT)
        for name in CONDUCT.names or ():
            found[name] = getattr(self, name)
        return found.view(np.recarray)
