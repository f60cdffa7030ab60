"""The rows of a run's database, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SELFPLAY = "selfplay"  # the kind of games that are learnt from; others are played for a verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game without its moves: what a list of games shows."""

    number: int
    iteration: int
    kind: str
    game: str
    options: Mapping[str, Any]
    black: str
    white: str
    result: int | None
    ending: str
    plies: int
    samples: int


@dataclass(frozen=True, slots=True)
class Point:
    """One value of a curve."""

    iteration: int
    seconds: float  # of training, since the run began
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """How a network did against an opponent."""

    iteration: int
    seconds: float
    network: str
    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    distinct: int  # games of which no two are alike
    conditions: Mapping[str, Any] = field(default_factory=dict)  # simulations, openings, komi ...

    @property
    def score(self) -> float:
        """The share of the points that the network made."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Promotion:
    """What the gate said of a network."""

    iteration: int
    seconds: float
    network: str
    accepted: bool
    score: float
    details: Mapping[str, Any] = field(default_factory=dict)  # games, threshold, interval ...


@dataclass(frozen=True, slots=True)
class Count:
    """How much was played."""

    games: int = 0
    samples: int = 0
