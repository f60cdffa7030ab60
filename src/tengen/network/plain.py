"""Evaluators without a network: they know the shape of the board and nothing about the game."""

import numpy as np

from tengen.network.evaluator import Answers, Floats

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # odd, without a pattern


class UniformEvaluator:
    """Every action is as good as any other, and every game is even."""

    name = "uniform"

    def __init__(self, has_pass: bool = False) -> None:
        self.has_pass = has_pass

    def __call__(self, planes: Floats) -> Answers:
        """Zeros."""
        batch, size = len(planes), planes.shape[-1]
        return np.zeros((batch, size * size + self.has_pass), np.float32), np.zeros(batch, np.float32)


class RandomEvaluator:
    """Opinions drawn by lot, but firm ones: equal planes get equal answers, in any batch and thread."""

    name = "random"

    def __init__(self, seed: int = 0, has_pass: bool = False) -> None:
        self.seed, self.has_pass = seed, has_pass

    def __call__(self, planes: Floats) -> Answers:
        """Logits from a normal distribution, values from -1 to 1."""
        batch, size = len(planes), planes.shape[-1]
        logits = np.empty((batch, size * size + self.has_pass), np.float32)
        values = np.empty(batch, np.float32)
        for row in range(batch):
            generator = np.random.default_rng([self.seed, _fingerprint(planes[row])])
            logits[row] = generator.standard_normal(logits.shape[1], np.float32)
            values[row] = generator.uniform(-1, 1)
        return logits, values


def _fingerprint(planes: Floats) -> int:
    """A number that stands for these planes, the same on every machine."""
    bits = np.ascontiguousarray(planes, np.float32).view(np.uint32).ravel().astype(np.uint64)
    places = np.arange(1, len(bits) + 1, dtype=np.uint64) * MULTIPLIER
    return int(np.bitwise_xor.reduce((bits + places) * (places | np.uint64(1))))
