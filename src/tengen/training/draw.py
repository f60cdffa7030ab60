"""Which samples are drawn, and how often: all alike, or the late, the surprising, the rare more often."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen import config
from tengen.games.grid import BLACK, SYMMETRIES, WHITE
from tengen.training.window import Contents


class Pool(NamedTuple):
    """The samples of one board size, and how they share the chance to be drawn."""

    games: NDArray[np.int32]  # [samples]
    plies: NDArray[np.int32]  # [samples]
    reach: NDArray[np.float64]  # [samples]  the sum of all weights up to this sample's


class Drawn(NamedTuple):
    """Samples of one board size, each with the symmetry it is to be seen under."""

    games: NDArray[np.int32]
    plies: NDArray[np.int32]
    symmetries: NDArray[np.int8]


def pools_of(contents: Contents, settings: config.Replay, held: bool = False) -> list[Pool]:
    """What there is to learn from, or what is held out: a pool for each board size, the smallest first."""
    games = contents.games
    teaching = np.flatnonzero(contents.turns["count"])
    owner = np.repeat(np.arange(len(games), dtype=np.int32), games["samples"])
    pools = []
    for side in np.unique(games["side"]):
        chosen = ((games["side"] == side) & (games["held"] == held))[owner]
        if chosen.any():
            turns, numbers = teaching[chosen], owner[chosen]
            plies = (turns - games["turn"][numbers]).astype(np.int32)
            surprises = contents.turns["surprise"][turns]
            reach = np.cumsum(weights(games[numbers], plies, surprises, settings))
            pools.append(Pool(numbers, plies, reach))
    return pools


def weights(
    games: NDArray[Any], plies: NDArray[Any], surprises: NDArray[Any], settings: config.Replay
) -> NDArray[np.float64]:
    """How often each sample is to be drawn, in proportion; GAME, ply and surprise of each are given."""
    found = np.ones(len(games))
    if settings.ply_weight < 1:
        found *= settings.ply_weight ** (games["plies"] - 1 - plies)
    if settings.surprise:
        mean = surprises.mean(dtype=np.float64)
        if mean > 0:
            found *= 1 - settings.surprise + settings.surprise * surprises / mean
    if settings.balance:
        balance(found, games["result"])
    return found


def balance(found: NDArray[np.float64], results: NDArray[np.int8]) -> None:
    """Raise the weights of the games won by the rarer colour until it is drawn as often as the other."""
    won = {colour: float(found[results == colour].sum()) for colour in (BLACK, WHITE)}
    rarer = min(won, key=won.__getitem__)
    if won[rarer] > 0:
        found[results == rarer] *= won[-rarer] / won[rarer]


def draw(pools: Sequence[Pool], count: int, generator: np.random.Generator) -> Drawn:
    """Draw samples, each for itself, after a board size in proportion to its samples."""
    sizes = np.array([len(pool.games) for pool in pools])
    pool = pools[generator.choice(len(pools), p=sizes / sizes.sum())]
    chosen = np.searchsorted(pool.reach, generator.random(count) * pool.reach[-1], side="right")
    symmetries = generator.integers(SYMMETRIES, size=count, dtype=np.int8)
    return Drawn(pool.games[chosen], pool.plies[chosen], symmetries)
