"""The learning rate of each step."""

import math

from tengen.config import Learner

FIRST = 1 / 20  # share of the rate that warm-up begins with


def rate_at(step: int, settings: Learner) -> float:
    """The rate of a step, counted from 0: warm-up, and then what was chosen."""
    return warmth(step, settings.warm_up) * plain_rate(step, settings)


def warmth(step: int, warm_up: int) -> float:
    """A share that rises in a straight line to 1."""
    return 1.0 if step >= warm_up else FIRST + (1 - FIRST) * step / warm_up


def plain_rate(step: int, settings: Learner) -> float:
    """The rate without warm-up: in drops, along a cosine, or the same for ever."""
    if settings.rate_drops:
        passed = [start for start in settings.rate_drops if start <= step]
        return settings.rate_drops[max(passed)] if passed else settings.rate
    if not settings.rate_steps:
        return settings.rate
    progress = min(step / settings.rate_steps, 1.0)
    return (
        settings.rate_final + (settings.rate - settings.rate_final) * (1 + math.cos(math.pi * progress)) / 2
    )
