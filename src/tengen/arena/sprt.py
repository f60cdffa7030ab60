"""Whether one player is stronger than another, decided after as few games as that takes.

The sequential probability ratio test weighs two claims: the difference is `elo0`, or it is `elo1`. Of
all chances to win, draw and lose that agree with a claim, take those under which the games seen are the
likeliest; the logarithm of how much likelier they are under elo1 than under elo0 goes up and down from
game to game until it crosses a bound. (This is the generalised test on three outcomes.)
"""

import math
from dataclasses import dataclass
from typing import Literal

from tengen.arena.rating import share_of

Verdict = Literal["better", "not better"]

POINTS = (1.0, 0.5, 0.0)  # of a win, a draw and a loss
UNSEEN = 1e-3  # games that an outcome counts when it was never seen, so that it stays possible
HALVINGS = 60  # more than a double has bits


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test that can be asked after any game, but whose errors count from one decision."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05  # chance of "better" though the difference is elo0
    beta: float = 0.05  # chance of "not better" though it is elo1

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 is {self.elo0} and elo1 is {self.elo1}: elo1 must be larger")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(
                f"alpha is {self.alpha} and beta is {self.beta}: each must lie between 0 and 0.5"
            )

    def decide(self, wins: int, draws: int, losses: int) -> Verdict | None:
        """What the games so far prove; None: not enough yet."""
        ratio = self.ratio(wins, draws, losses)
        if ratio >= math.log((1 - self.beta) / self.alpha):
            return "better"
        if ratio <= math.log(self.beta / (1 - self.alpha)):
            return "not better"
        return None

    def ratio(self, wins: int, draws: int, losses: int) -> float:
        """The logarithm of how much likelier the games are under elo1 than under elo0."""
        if not wins + draws + losses:
            return 0.0
        counts = [max(count, UNSEEN) for count in (wins, draws, losses)]
        return likelihood(counts, share_of(self.elo1)) - likelihood(counts, share_of(self.elo0))


def likelihood(counts: list[float], share: float) -> float:
    """The largest log-likelihood of these counts that chances with this mean reach, less a constant.

    Those chances are p / (1 + t (x - share)) with p as seen and x the points of an outcome; t is the root
    of sum of p (x - share) / (1 + t (x - share)), which falls as t rises.
    """
    low, high = -1 / (1 - share), 1 / share  # between them every chance is positive
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        weights = [1 + middle * (points - share) for points in POINTS]
        slope = sum(n * (x - share) / w for n, x, w in zip(counts, POINTS, weights, strict=True))
        low, high = (middle, high) if slope > 0 else (low, middle)
    return -sum(n * math.log(w) for n, w in zip(counts, weights, strict=True))
