"""When a game may be called: as soon as both sides agree so far that they are hardly ever wrong.

Some games are exempt and played to the end. They show what calling at each level would have got wrong, and
the lowest level that is wrong seldom enough is chosen.
"""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from tengen.records.lesson import Lesson

LEVELS = np.round(np.arange(0.80, 0.999, 0.01), 2)  # values that both sides agree about
ENOUGH, REMEMBERED = 100, 1000  # exempt games to judge by: at least, and at most


class Resignation:
    """Watches exempt games and says from which level on games are called."""

    def __init__(self, error: float) -> None:
        self.error = error
        # Of each game and level: 1 rightly called, -1 wrongly, 0 not at all.
        self.verdicts: deque[list[int]] = deque(maxlen=REMEMBERED)

    def watch(self, lesson: Lesson) -> None:
        """Take note of one game, if it was exempt."""
        if lesson.exempt and lesson.record.result is not None:
            self.verdicts.append(verdicts(lesson).tolist())

    @property
    def wrong(self) -> NDArray[np.float64]:
        """By level: the share of called games that would have ended otherwise."""
        table = np.array(self.verdicts, np.int8).reshape(-1, len(LEVELS))
        wrong: NDArray[np.float64] = (table < 0).sum(0) / np.maximum((table != 0).sum(0), 1)
        return wrong

    @property
    def level(self) -> float:
        """The lowest level from which on calling is right often enough; 0: nobody resigns yet."""
        if not self.error or len(self.verdicts) < ENOUGH:
            return 0.0
        good = self.wrong <= self.error
        bad_below = np.flatnonzero(~good)
        first = int(bad_below[-1]) + 1 if len(bad_below) else 0
        return float(LEVELS[first]) if first < len(LEVELS) else 0.0

    @property
    def measured_error(self) -> float:
        """What calling at the level in force gets wrong."""
        return float(self.wrong[np.searchsorted(LEVELS, self.level)]) if self.level else 0.0


def verdicts(lesson: Lesson) -> NDArray[np.int8]:
    """By level: whether a game called there would have been called rightly (1), wrongly (-1) or not (0)."""
    turns = lesson.turns[lesson.opening :]
    values = turns["colour"] * turns["value"]  # as Black sees them
    both = np.where(values[1:] * values[:-1] > 0, np.minimum(np.abs(values[1:]), np.abs(values[:-1])), 0.0)
    found = np.zeros(len(LEVELS), np.int8)
    for index, level in enumerate(LEVELS):
        called = np.flatnonzero(both >= level)
        if len(called):
            found[index] = 1 if np.sign(values[called[0] + 1]) == lesson.record.result else -1
    return found
