"""Intervals hold what they promise, against players whose strength is known."""

import math

import numpy as np
import pytest

from tengen.arena.rating import Estimate, Tally, elo, elo_of, score, share_of

TRIALS = 1000


def covered(chances: tuple[float, float, float], games: int, seed: int) -> float:
    """How often the interval holds the true share of points."""
    truth = chances[0] + chances[1] / 2
    counts = np.random.default_rng(seed).multinomial(games, chances, TRIALS)
    intervals = [score(*map(int, row)) for row in counts]
    return sum(each.low <= truth <= each.high for each in intervals) / TRIALS


@pytest.mark.parametrize(
    ("chances", "games"),
    [
        ((0.5, 0.0, 0.5), 100),
        ((0.64, 0.0, 0.36), 40),
        ((0.9, 0.0, 0.1), 200),
        ((0.3, 0.4, 0.3), 100),
        ((0.5, 0.3, 0.2), 60),
        ((0.15, 0.8, 0.05), 200),
    ],
)
def test_the_interval_holds_the_truth_in_95_of_100_matches(
    chances: tuple[float, float, float], games: int
) -> None:
    assert 0.93 <= covered(chances, games, seed=1) <= 0.97


def test_without_draws_it_is_the_interval_of_wilson() -> None:
    found = score(8, 0, 2)
    assert found == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)  # as printed in textbooks


@pytest.mark.parametrize("games", [1, 10, 1000])
def test_all_games_won_prove_something_but_not_everything(games: int) -> None:
    found = elo(games, 0, 0)
    assert found.value == found.high == math.inf
    assert math.isfinite(found.low)
    assert elo(0, 0, games) == pytest.approx((-found.value, -found.high, -found.low))
    assert score(games, 0, 0).low < score(games + 1, 0, 0).low < 1


def test_all_games_drawn_leave_room() -> None:
    found = score(0, 20, 0)
    assert found.value == 0.5
    assert 0 < found.low < 0.49
    assert found.high == pytest.approx(1 - found.low)
    assert found.high - found.low < score(10, 0, 10).high - score(10, 0, 10).low


def test_no_game_proves_nothing() -> None:
    assert score(0, 0, 0) == Estimate(0.5, 0.0, 1.0)
    assert elo(0, 0, 0) == Estimate(0.0, -math.inf, math.inf)


def test_wins_and_losses_mirror_each_other() -> None:
    one, other = elo(30, 5, 10), elo(10, 5, 30)
    assert one == pytest.approx((-other.value, -other.high, -other.low))


def test_the_scale_of_elo() -> None:
    assert elo_of(10 / 11) == pytest.approx(400)
    assert share_of(0) == 0.5
    for points in (-300.0, 12.5, 600.0):
        assert elo_of(share_of(points)) == pytest.approx(points)


def test_counts_below_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="3 wins, -1 draws, 0 losses: no count can be below 0"):
        score(3, -1, 0)


def test_a_tally_counts_its_games() -> None:
    assert Tally(3, 2, 1).games == 6
    assert score(*Tally(3, 2, 1)).value == pytest.approx(4 / 6)
