"""Samples are drawn as often as their weights say, held-out ones never."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.config import Replay
from tengen.records.record import BLACK, WHITE
from tengen.records.shelf import shelf_of
from tengen.training.draw import Pool, draw, pools_of, weights
from tengen.training.window import GAME, Contents, Window
from tests.training.random_lessons import random_lesson


def contents(held_out: float = 0.0) -> Contents:
    """Games on two sizes."""
    generator = np.random.default_rng(3)
    window = Window(held_out)
    sizes = [4, 5, 4, 4, 5, 4, 4, 4, 5, 4] * 2
    window.extend(shelf_of(random_lesson(generator, "gomoku", size=size, line=4) for size in sizes))
    return window.contents()


def samples(found: Contents) -> set[tuple[int, int]]:
    """Every game and ply that teaches."""
    return {
        (index, int(ply))
        for index, game in enumerate(found.games)
        for ply in np.flatnonzero(found.turns["count"][game["turn"] : game["turn"] + game["plies"]])
    }


def pairs(pools: list[Pool]) -> list[tuple[int, int]]:
    return [pair for pool in pools for pair in zip(pool.games.tolist(), pool.plies.tolist(), strict=True)]


def test_pools_hold_every_sample_once() -> None:
    found = contents()
    pools = pools_of(found, Replay())
    assert [set(found.games["side"][pool.games]) for pool in pools] == [{4}, {5}]
    assert len(pairs(pools)) == len(samples(found))
    assert set(pairs(pools)) == samples(found)
    assert all((np.diff(pool.reach, prepend=0) == 1).all() for pool in pools)


def test_what_is_held_out_is_never_learnt_from() -> None:
    found = contents(held_out=0.4)
    kept = [pairs(pools_of(found, Replay(), held)) for held in (False, True)]
    assert {game for game, _ in kept[0]} == set(np.flatnonzero(~found.games["held"]).tolist())
    assert {game for game, _ in kept[1]} == set(np.flatnonzero(found.games["held"]).tolist())
    assert set(kept[0]) | set(kept[1]) == samples(found)
    assert all(kept)


def games(*results: int, plies: int = 10) -> NDArray[Any]:
    found = np.zeros(len(results), GAME)
    found["result"], found["plies"] = results, plies
    return found


def weighted(settings: Replay, results: list[int], plies: list[int], surprises: list[float]) -> list[float]:
    found = weights(games(*results), np.array(plies), np.array(surprises, np.float32), settings)
    return [float(weight) for weight in found]


def test_weights_by_hand() -> None:
    results, plies, surprises = [1, 1, -1, 0], [9, 8, 7, 0], [0.0, 2.0, 1.0, 1.0]
    assert weighted(Replay(), results, plies, surprises) == [1, 1, 1, 1]
    late = Replay(ply_weight=0.5)
    assert weighted(late, results, plies, surprises) == [1, 0.5, 0.25, 0.5**9]
    surprising = Replay(surprise=0.5)
    assert weighted(surprising, results, plies, surprises) == [0.5, 1.5, 1, 1]
    balanced = Replay(balance=True)
    assert weighted(balanced, results, plies, surprises) == [1, 1, 2, 1]
    assert weighted(Replay(ply_weight=0.5, balance=True), results, plies, surprises)[:3] == [1, 0.5, 1.5]


def test_where_there_is_nothing_to_weigh_all_are_alike() -> None:
    assert weighted(Replay(balance=True), [1, 1, 0], [0, 1, 2], [1, 1, 1]) == [1, 1, 1]
    assert weighted(Replay(balance=True), [0, 0], [0, 1], [1, 1]) == [1, 1]
    assert weighted(Replay(surprise=1.0), [1, -1], [0, 1], [0, 0]) == [1, 1]


DRAWS, BATCH = 400, 256


@pytest.mark.parametrize(
    "settings",
    [Replay(), Replay(ply_weight=0.9), Replay(surprise=0.7), Replay(balance=True, ply_weight=0.94)],
)
def test_samples_are_drawn_as_often_as_they_weigh(settings: Replay) -> None:
    found = contents()
    pools = pools_of(found, settings)
    generator = np.random.default_rng(1)
    counts = np.zeros((len(found.games), 25))
    turned, sizes = np.zeros(8), []
    for _ in range(DRAWS):
        drawn = draw(pools, BATCH, generator)
        np.add.at(counts, (drawn.games, drawn.plies), 1)
        np.add.at(turned, drawn.symmetries, 1)
        (side,) = np.unique(found.games["side"][drawn.games])
        sizes.append(side)
    for side, pool in zip((4, 5), pools, strict=True):
        share = np.diff(pool.reach, prepend=0) / pool.reach[-1]
        expected = share * BATCH * sizes.count(side)
        measured = counts[pool.games, pool.plies]
        assert measured.sum() == BATCH * sizes.count(side)
        chi_squared = ((measured - expected) ** 2 / expected).sum()
        assert abs(chi_squared - len(share)) < 5 * np.sqrt(2 * len(share))
    share = len(pools[0].games) / sum(len(pool.games) for pool in pools)
    assert abs(sizes.count(4) / DRAWS - share) < 4 * np.sqrt(share * (1 - share) / DRAWS)
    assert (abs(turned - DRAWS * BATCH / 8) < 5 * np.sqrt(DRAWS * BATCH / 8)).all()


def test_the_rarer_winner_is_drawn_as_often() -> None:
    found = contents()
    for pool in pools_of(found, Replay(balance=True, ply_weight=0.94, surprise=0.5)):
        weight = np.diff(pool.reach, prepend=0)
        results = found.games["result"][pool.games]
        assert (results == BLACK).sum() != (results == WHITE).sum() > 0
        np.testing.assert_allclose(weight[results == BLACK].sum(), weight[results == WHITE].sum())
