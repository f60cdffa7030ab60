"""Random draws have the distributions they are named after."""

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import kernel
from tengen.search import chance


@kernel
def draws(source: NDArray[np.uint64], count: int, alpha: float) -> NDArray[np.float64]:
    """So many draws of each kind, float64[4, count]."""
    found = np.empty((4, count))
    for i in range(count):
        found[0, i] = chance.uniform(source)
        found[1, i] = chance.normal(source)
        found[2, i] = chance.gumbel(source)
        found[3, i] = chance.gamma(source, alpha)
    return found


@kernel
def spread(source: NDArray[np.uint64], alpha: float, weights: NDArray[np.float32]) -> None:
    """One Dirichlet draw."""
    chance.dirichlet(source, alpha, weights)


def test_moments() -> None:
    for alpha in (0.3, 2.5):
        uniform, normal, gumbel, gamma = draws(np.array([5], np.uint64), 200_000, alpha)
        assert uniform.min() >= 0
        assert uniform.max() < 1
        for values, mean, variance in (
            (uniform, 0.5, 1 / 12),
            (normal, 0.0, 1.0),
            (gumbel, np.euler_gamma, np.pi**2 / 6),
            (gamma, alpha, alpha),
        ):
            assert abs(values.mean() - mean) < 5 * np.sqrt(variance / len(values))
            assert abs(values.var() / variance - 1) < 0.05


def test_dirichlet_spreads_one_by_alpha() -> None:
    many = np.zeros((4_000, 20), np.float32)
    source = np.array([11], np.uint64)
    for weights in many:
        spread(source, 0.3, weights)
    assert np.allclose(many.sum(axis=1), 1, atol=1e-5)
    assert many.min() >= 0
    variance = (1 / 20) * (19 / 20) / (20 * 0.3 + 1)
    assert abs(many[:, 3].var() / variance - 1) < 0.15


def test_a_source_decides_everything() -> None:
    one, two, other = (draws(np.array([seed], np.uint64), 50, 1.0) for seed in (3, 3, 4))
    assert (one == two).all()
    assert (one != other).all()
