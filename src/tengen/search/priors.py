"""From a network's logits to priors over the legal actions."""

import math

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import rule

LOG2_E = np.float32(1.4426950408889634)
LOWEST = np.float32(-126.0)  # 2 ** -126 is the smallest ordinary float32
HALF, ONE = np.float32(0.5), np.float32(1.0)
# 2 ** f for f in [-0.5, 0.5] as a polynomial in f; its error is below what float32 can tell
POWERS = tuple(np.float32(math.log(2.0) ** n / math.factorial(n)) for n in range(1, 7))
ALL_BUT_SIGN, INFINITY = np.int32(0x7FFFFFFF), np.int32(0x7F800000)  # bits of a float32


@rule
def softmax(
    logits: NDArray[np.float32],
    actions: NDArray[np.int16],
    priors: NDArray[np.float32],
    bits: NDArray[np.int32],
) -> bool:
    """Write the priors of these actions; False if a logit is not a number or infinite.

    Plain loops without branches, so that the compiler does several numbers at once; `bits` is scratch.
    """
    n = len(actions)
    for i in range(n):
        priors[i] = logits[np.uint64(actions[i])]
    highest, fine = largest(priors)
    for i in range(n):
        power = max((priors[i] - highest) * LOG2_E, LOWEST)
        whole = np.floor(power + HALF)
        f = power - whole
        tail = POWERS[3] + f * (POWERS[4] + f * POWERS[5])
        priors[i] = ONE + f * (POWERS[0] + f * (POWERS[1] + f * (POWERS[2] + f * tail)))
        bits[i] = (np.int32(whole) + 127) << 23  # the bits of the float 2 ** whole
    scale = bits.view(np.float32)
    for i in range(n):
        priors[i] *= scale[i]
    share = ONE / total(priors)
    for i in range(n):
        priors[i] *= share
    return fine


@rule
def largest(values: NDArray[np.float32]) -> tuple[np.float32, bool]:
    """The largest of some numbers, and whether all are finite.

    Seen as integers, floats above zero keep their order and those below turn it round; infinity is the
    largest of them but for what is no number. Integers have no special cases to look out for.
    """
    raw = values.view(np.int32)
    highest, furthest = np.int32(-(2**31)), np.int32(0)
    for i in range(len(raw)):
        size = raw[i] & ALL_BUT_SIGN
        highest = max(highest, raw[i] ^ ((raw[i] >> np.int32(31)) & ALL_BUT_SIGN))
        furthest = max(furthest, size)
    for i in range(len(raw)):
        if raw[i] ^ ((raw[i] >> np.int32(31)) & ALL_BUT_SIGN) == highest:
            return values[i], bool(furthest < INFINITY)
    return values[0], False


@rule
def total(values: NDArray[np.float32]) -> np.float32:
    """The sum of some numbers, in four lanes."""
    a = b = c = d = np.float32(0.0)
    n = len(values)
    for i in range(0, n - 3, 4):
        a += values[i]
        b += values[i + 1]
        c += values[i + 2]
        d += values[i + 3]
    for i in range(n - n % 4, n):
        a += values[i]
    return (a + b) + (c + d)
