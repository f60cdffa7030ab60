"""Evaluators without a network are fair, or firm."""

import numpy as np

from tengen.network.evaluator import Evaluator
from tengen.network.plain import RandomEvaluator, UniformEvaluator


def planes(batch: int, size: int = 5) -> np.ndarray:
    return (np.random.default_rng(1).random((batch, 3, size, size)) < 0.3).astype(np.float32)


def test_uniform() -> None:
    for evaluator, actions in ((UniformEvaluator(), 25), (UniformEvaluator(has_pass=True), 26)):
        logits, values = evaluator(planes(4))
        assert isinstance(evaluator, Evaluator)
        assert (logits.shape, values.shape) == ((4, actions), (4,))
        assert not logits.any()
        assert not values.any()


def test_random_answers_are_firm() -> None:
    """A row's answer depends on its planes and the seed, not on where it stands."""
    shown = planes(6)
    logits, values = RandomEvaluator(seed=3)(shown)
    again = RandomEvaluator(seed=3)(shown[::-1])
    np.testing.assert_array_equal(again[0][::-1], logits)
    np.testing.assert_array_equal(again[1][::-1], values)
    assert not np.array_equal(RandomEvaluator(seed=4)(shown)[0], logits)
    assert len(set(values)) == 6


def test_random_answers_are_spread_out() -> None:
    logits, values = RandomEvaluator(has_pass=True)(planes(2_000, size=4))
    assert logits.shape == (2_000, 17)
    assert abs(logits.mean()) < 0.05
    assert abs(logits.std() - 1) < 0.05
    assert abs(values.mean()) < 0.05
    assert abs(values.std() - 1 / np.sqrt(3)) < 0.02


def test_random_sees_where_a_stone_is() -> None:
    one = np.zeros((25, 1, 5, 5), np.float32)
    one.reshape(25, 25)[np.arange(25), np.arange(25)] = 1
    assert len(set(RandomEvaluator()(one)[1])) == 25
