"""What a network and a search think of one position."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tengen.games.position import Position
from tengen.network.evaluator import NetworkEvaluator, planes_of
from tengen.network.zoo import load, must_play
from tengen.search.findings import Findings, findings
from tengen.search.forest import Evaluator, Forest
from tengen.search.method import settings_for

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position, what the search found, and what the network says besides."""

    position: Position
    found: Findings
    score: float | None  # points by which the side to move will win, where the network can tell
    ownership: Floats | None  # [size, size]: +1 the side to move's, -1 the opponent's

    @property
    def win_rate(self) -> float:
        """The chance of the side to move, in [0, 1]."""
        return 0.5 + 0.5 * self.found.value

    def names(self, line: tuple[int, ...]) -> str:
        """A line of play as people write it."""
        return " ".join(self.position.name(action) for action in line)


def analyze(
    position: Position,
    network: str | Path | Evaluator,
    simulations: int = 400,
    search: str = "puct",
    seed: int = 0,
    memory: int | None = None,
) -> Analysis:
    """Search a position with a network, given by name, by file, or loaded already.

    Where a win or a loss presses, nothing else is looked at: few simulations then see it surely.
    """
    evaluator = load(network) if isinstance(network, str | Path) else network
    options = {"gumbel_noise": 0.0} if search == "gumbel" else {}
    settings = settings_for(search, simulations=simulations, tactics=1, **options)
    state = position.state
    if isinstance(evaluator, NetworkEvaluator):
        must_play(evaluator, position.game)
    forest = Forest(state, settings, kind=planes_of(evaluator), seed=seed, memory=memory)
    forest.plant(0, state)
    forest.search(evaluator)
    return Analysis(position, findings(forest), *outlook(position, evaluator))


def outlook(position: Position, evaluator: Evaluator) -> tuple[float | None, Floats | None]:
    """The score and the ownership of an `Analysis`, as far as a network can tell."""
    if not isinstance(evaluator, NetworkEvaluator):
        return None, None
    full = evaluator.evaluate_fully(position.planes(planes_of(evaluator))[None])
    score = None if full.score is None else float(full.score[0])
    return score, None if full.ownership is None else full.ownership[0]
