"""From a network's logits to priors over the legal actions."""

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import rule

LOG2_E = np.float32(1.4426950408889634)
LOWEST = np.float32(-126.0)  # 2 ** -126 is the smallest ordinary float32
ABSURD = np.float32(-1e30)
HALF = np.float32(0.5)
# 2 ** f for f in [-0.5, 0.5] as a polynomial in f; its error is below what float32 can tell
POWERS = tuple(np.float32(np.log(2.0) ** n / np.prod(np.arange(1.0, n + 1))) for n in range(1, 7))
ONE = np.float32(1.0)


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
        priors[i] = logits[actions[i]]
    highest, absurd = largest(priors), 0
    for i in range(n):
        power = (priors[i] - highest) * LOG2_E
        absurd |= not (power > ABSURD)  # true for what is no number, and for infinity on either side
        power = max(power, LOWEST)
        whole = np.floor(power + HALF)
        f = power - whole
        tail = POWERS[3] + f * (POWERS[4] + f * POWERS[5])
        priors[i] = ONE + f * (POWERS[0] + f * (POWERS[1] + f * (POWERS[2] + f * tail)))
        bits[i] = (np.int32(whole) + 127) << 23  # the bits of the float 2 ** whole
    scale = bits.view(np.float32)
    total = np.float32(0.0)
    for i in range(n):
        priors[i] *= scale[i]
        total += priors[i]
    inverse = ONE / total
    for i in range(n):
        priors[i] *= inverse
    return absurd == 0


@rule
def largest(values: NDArray[np.float32]) -> np.float32:
    """The largest of some numbers, in four lanes."""
    a = b = c = d = values[0]
    n = len(values)
    for i in range(0, n - 3, 4):
        a = values[i] if values[i] > a else a
        b = values[i + 1] if values[i + 1] > b else b
        c = values[i + 2] if values[i + 2] > c else c
        d = values[i + 3] if values[i + 3] > d else d
    for i in range(n - n % 4, n):
        a = values[i] if values[i] > a else a
    return max(max(a, b), max(c, d))
