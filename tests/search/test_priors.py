"""Priors beside NumPy's exponentials."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.games.compiled import kernel
from tengen.search.priors import softmax


@kernel
def priors_of(logits: NDArray[np.float32], actions: NDArray[np.int16]) -> tuple[NDArray[np.float32], bool]:
    """The priors, and whether the logits were numbers."""
    priors, bits = np.empty(len(actions), np.float32), np.empty(len(actions), np.int32)
    return priors, softmax(logits, actions, priors, bits)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 31, 82, 225, 362])
@pytest.mark.parametrize("width", [0.0, 1.0, 20.0, 1e4])
def test_like_exponentials(count: int, width: float) -> None:
    rng = np.random.default_rng(count)
    logits = rng.normal(0, width, 400).astype(np.float32)
    actions = np.sort(rng.choice(400, count, replace=False)).astype(np.int16)
    chosen = logits[actions].astype(np.float64)
    weights = np.exp(chosen - chosen.max())
    priors, fine = priors_of(logits, actions)
    assert fine
    exact = weights / weights.sum()
    assert np.abs(priors - exact).max() < 3e-7
    assert np.allclose(priors, exact, rtol=1e-5, atol=1e-30)  # the smallest are the least exact


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", [0, 3, 8])
def test_what_is_no_number_is_noticed(bad: float, place: int) -> None:
    logits = np.zeros(9, np.float32)
    logits[place] = bad
    assert not priors_of(logits, np.arange(9, dtype=np.int16))[1]
