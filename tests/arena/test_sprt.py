"""The sequential test errs as rarely as it was told to."""

import math

import numpy as np
import pytest

from tengen.arena.rating import share_of
from tengen.arena.sprt import Sprt

TRIALS = 300


def likeliest(counts: tuple[int, int, int], share: float) -> float:
    """The log-likelihood of counts under the best chances with this mean, by trying all draw rates."""
    drawn = np.linspace(1e-9, 2 * min(share, 1 - share) - 1e-9, 200_001)
    chances = share - drawn / 2, drawn, 1 - share - drawn / 2
    terms = [count * np.log(chance) for count, chance in zip(counts, chances, strict=True)]
    return float(np.max(sum(terms)))


@pytest.mark.parametrize("counts", [(10, 5, 3), (40, 1, 60), (3, 90, 2), (7, 7, 7)])
def test_the_ratio_is_that_of_the_likeliest_chances(counts: tuple[int, int, int]) -> None:
    test = Sprt(elo0=-10, elo1=50)
    expected = likeliest(counts, share_of(50)) - likeliest(counts, share_of(-10))
    assert test.ratio(*counts) == pytest.approx(expected, abs=1e-6)


def verdict(test: Sprt, chances: list[float], generator: np.random.Generator) -> tuple[str, int]:
    """What the test says of a player with these chances, and after how many games."""
    wins = draws = losses = 0
    while True:
        more = generator.multinomial(4, chances)
        wins, draws, losses = wins + int(more[0]), draws + int(more[1]), losses + int(more[2])
        said = test.decide(wins, draws, losses)
        if said:
            return said, wins + draws + losses


@pytest.mark.parametrize("draws", [0.0, 0.4])
@pytest.mark.parametrize(("elo", "right"), [(0.0, "not better"), (100.0, "better")])
def test_it_errs_as_rarely_as_it_was_told_to(elo: float, right: str, draws: float) -> None:
    test = Sprt(elo0=0.0, elo1=100.0, alpha=0.05, beta=0.05)
    wins = share_of(elo) - draws / 2
    generator = np.random.default_rng(3)
    verdicts = [verdict(test, [wins, draws, 1 - wins - draws], generator) for _ in range(TRIALS)]
    wrong = sum(said != right for said, _ in verdicts) / TRIALS
    assert 0.005 < wrong < 0.05 + 2 * math.sqrt(0.05 * 0.95 / TRIALS)
    assert np.mean([games for _, games in verdicts]) < 100  # a fixed number of games needs 140


def test_it_waits_until_it_knows() -> None:
    test = Sprt(elo0=0, elo1=50)
    assert test.ratio(0, 0, 0) == 0
    assert test.decide(0, 0, 0) is None
    assert test.decide(3, 0, 2) is None
    assert test.decide(30, 0, 0) == "better"
    assert test.decide(0, 0, 30) == "not better"
    assert test.decide(0, 300, 0) == "not better"
    assert test.ratio(5, 3, 5) < 0 < test.ratio(9, 3, 5)


def test_opposite_claims_weigh_the_same() -> None:
    assert Sprt(-30, 30).ratio(12, 4, 7) == pytest.approx(-Sprt(-30, 30).ratio(7, 4, 12))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((10, 10), "elo0 is 10 and elo1 is 10"),
        ((0, 10, 0.0), "alpha is 0.0"),
        ((0, 10, 0.1, 0.7), "beta is 0.7"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(arguments: tuple[float, ...], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Sprt(*arguments)
