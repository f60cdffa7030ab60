"""Who can take a seat in a match: anybody who answers many positions at once.

A seat needs nothing but the positions. Each of them knows the moves that led to it, so that a seat which
has to follow its games, such as another program, can.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tengen.games.position import Position
from tengen.network.evaluator import planes_of
from tengen.network.rollouts import RolloutEvaluator
from tengen.play.player import Player
from tengen.search.findings import best_action
from tengen.search.forest import Evaluator, Forest
from tengen.search.method import Settings, settings_for

TREES = 64  # positions searched side by side


@dataclass(frozen=True, slots=True)
class Forfeit:
    """What a seat answers, in place of an action, when it gives a game up or cannot go on."""

    reason: str
    ending: str = "forfeit"  # or "resign"


class Seat(Protocol):
    """A player in many games at once."""

    @property
    def name(self) -> str:
        """What records call it."""

    def choose(self, positions: Sequence[Position], /) -> Sequence[int | Forfeit]:
        """An action for each position; none is over, and this seat is to move in all."""

    def close(self) -> None:
        """The match has ended: let go of whatever was held for it; once more does no harm."""


class PlayerSeat:
    """A player that thinks about one position at a time, such as `Random` or `Tactician`."""

    def __init__(self, player: Player, name: str = "") -> None:
        self.player, self.name = player, name or type(player).__name__.lower()

    def choose(self, positions: Sequence[Position]) -> list[int]:
        """One after the other."""
        return [self.player.choose(position) for position in positions]

    def close(self) -> None:
        """Nothing is held."""


class PolicySeat:
    """A network alone: it plays what it thinks best at first sight; of equals the lowest action."""

    def __init__(self, evaluator: Evaluator, name: str = "", planes: str = "") -> None:
        """`planes` is what the network wants to see, unless it is known from its file."""
        self.evaluator, self.name = evaluator, name or f"{evaluator.name}, no search"
        self.planes = planes or planes_of(evaluator)

    def choose(self, positions: Sequence[Position]) -> list[int]:
        """All in one batch."""
        logits, _ = self.evaluator(np.stack([position.planes(self.planes) for position in positions]))
        legal = [position.legal() for position in positions]
        return [int(each[np.argmax(row[each])]) for row, each in zip(logits, legal, strict=True)]

    def close(self) -> None:
        """Nothing is held."""


class SearchSeat:
    """A network, or whatever else evaluates positions, and a search."""

    def __init__(
        self,
        evaluator: Evaluator,
        settings: Settings,
        name: str = "",
        *,
        planes: str = "",
        trees: int = TREES,
        seed: int = 0,
    ) -> None:
        """Searches so many positions side by side, and more than that in several rounds."""
        self.evaluator, self.settings, self.trees, self.seed = evaluator, settings, trees, seed
        self.name = name or f"{evaluator.name}, {settings.simulations} simulations"
        self.planes = planes or planes_of(evaluator)
        self._rules: tuple[str, dict[str, object]] | None = None
        self._forest: Forest | None = None

    def choose(self, positions: Sequence[Position]) -> list[int]:
        """What the search thinks best."""
        forest, chosen = self._forest_for(positions[0]), list[int]()
        for first in range(0, len(positions), self.trees):
            batch = positions[first : first + self.trees]
            for index, position in enumerate(batch):
                forest.plant(index, position.state)
            forest.search(self.evaluator)
            chosen += [best_action(forest, index) for index in range(len(batch))]
        return chosen

    def close(self) -> None:
        """The trees take a lot of memory."""
        self._rules = self._forest = None

    def _forest_for(self, position: Position) -> Forest:
        """The forest of the last time, unless the rules have changed."""
        rules = (position.game, position.options)
        if self._forest is None or rules != self._rules:
            self._rules = rules
            self._forest = Forest(position.state, self.settings, self.trees, self.planes, self.seed)
        return self._forest


def strongest(method: str = "gumbel", **options: float) -> Settings:
    """The settings of a search that plays for strength: without noise, unless told otherwise."""
    quiet = {"gumbel": {"gumbel_noise": 0.0}, "puct": {"noise": 0.0}}
    return settings_for(method, **{**quiet.get(method, {}), **options})


def rollout_seat(simulations: int, *, trees: int = TREES, seed: int = 0) -> SearchSeat:
    """Pure Monte Carlo tree search: every simulation is one random game, and no action looks better."""
    settings = strongest("puct", simulations=simulations)
    return SearchSeat(RolloutEvaluator(seed=seed), settings, f"{simulations} roll-outs", trees=trees)
