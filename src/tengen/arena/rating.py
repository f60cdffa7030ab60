"""How much stronger one player is than another, and how sure that is.

The share of points (a draw counts half) of n games gets Wilson's 95 % interval, widened to draws: all
means m that lie within 1.96 standard errors of the share s that was seen,

    (s - m)^2 <= 1.96^2 * (m (1 - m) - d / 4) / n,

where d is the share of draws. It does not close at 0 % or 100 %, as s plus or minus two standard errors
would. An opening that is played with both colours makes its two games less alike than chance, so for
paired games the interval is, if anything, too wide. The same interval on the scale of Elo is

    Elo = 400 * log10(m / (1 - m)).
"""

import math
from typing import NamedTuple

SIGMAS = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


class Tally(NamedTuple):
    """Games counted by how they ended for one of the two players."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many there were."""
        return sum(self)


class Estimate(NamedTuple):
    """A number, and the 95 % interval that it lies in."""

    value: float
    low: float
    high: float


def score(wins: int, draws: int, losses: int) -> Estimate:
    """The share of points that a player gets, in [0, 1]; without games it may be anything."""
    games = wins + draws + losses
    if min(wins, draws, losses) < 0:
        raise ValueError(f"{wins} wins, {draws} draws, {losses} losses: no count can be below 0")
    if not games:
        return Estimate(0.5, 0.0, 1.0)
    share, spread = (wins + draws / 2) / games, SIGMAS**2 / games
    drawn = draws / (games + 2)  # a little less than was seen: nobody is sure to draw for ever
    middle = (share + spread / 2) / (1 + spread)
    reach = math.sqrt(spread * (share * (1 - share) - drawn / 4 + spread * (1 - drawn) / 4)) / (1 + spread)
    low, high = min(middle - reach, share), max(middle + reach, share)  # rounding must not part them
    return Estimate(share, max(low, 0.0), min(high, 1.0))


def elo(wins: int, draws: int, losses: int) -> Estimate:
    """By how many Elo points a player is stronger; infinite where it won, or lost, every game."""
    return Estimate(*map(elo_of, score(wins, draws, losses)))


def elo_of(share: float) -> float:
    """The difference in Elo of a player who gets this share of the points."""
    if share <= 0.0 or share >= 1.0:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def share_of(elo: float) -> float:
    """The share of the points that a player gets who is stronger by so much."""
    return 1 / (1 + 10 ** (-elo / 400))
