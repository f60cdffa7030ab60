"""Randomness for compiled search: each tree owns one number and draws from it, whatever thread runs it.

A source is a uint64[1]; every draw changes it (splitmix64), so the same seed gives the same search.
"""

import math

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import rule

Source = NDArray[np.uint64]

STEP, MIX_A, MIX_B = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
SHIFT_A, SHIFT_B, SHIFT_C, TO_53_BITS = (np.uint64(n) for n in (30, 27, 31, 11))


@rule
def uniform(source: Source) -> float:
    """A number in [0, 1)."""
    source[0] += STEP
    mixed = source[0]
    mixed = (mixed ^ (mixed >> SHIFT_A)) * MIX_A
    mixed = (mixed ^ (mixed >> SHIFT_B)) * MIX_B
    mixed ^= mixed >> SHIFT_C
    return float(mixed >> TO_53_BITS) * 2.0**-53


@rule
def gumbel(source: Source) -> float:
    """A draw from the standard Gumbel distribution."""
    return -math.log(-math.log(uniform(source) + 2.0**-54))


@rule
def normal(source: Source) -> float:
    """A draw from the standard normal distribution (Box and Muller)."""
    radius = math.sqrt(-2.0 * math.log(uniform(source) + 2.0**-54))
    return radius * math.cos(2.0 * math.pi * uniform(source))


@rule
def gamma(source: Source, shape: float) -> float:
    """A draw from the gamma distribution (Marsaglia and Tsang; small shapes by their boost)."""
    boost = 1.0
    if shape < 1.0:
        boost = (uniform(source) + 2.0**-54) ** (1.0 / shape)
        shape += 1.0
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = normal(source)
        v = (1.0 + c * x) ** 3
        if v > 0.0 and math.log(uniform(source) + 2.0**-54) < 0.5 * x * x + d - d * v + d * math.log(v):
            return boost * d * v


@rule
def dirichlet(source: Source, alpha: float, weights: NDArray[np.float32]) -> None:
    """Fill an array with one draw from the symmetric Dirichlet distribution."""
    total = 0.0
    for i in range(len(weights)):
        weights[i] = gamma(source, alpha)
        total += weights[i]
    for i in range(len(weights)):
        weights[i] = weights[i] / total if total > 0.0 else 1.0 / len(weights)
