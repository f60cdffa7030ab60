"""What an evaluator says of one position before any search, seen under any symmetry."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.engine.analysis import Floats
from tengen.games.grid import INVERSE, turned_board, turned_policy
from tengen.games.position import Position
from tengen.network.evaluator import Evaluation, NetworkEvaluator, planes_of
from tengen.search.forest import Evaluator


@dataclass(frozen=True, slots=True)
class Opinion:
    """All of it is the side to move's; None where there is nobody to say."""

    policy: Floats  # [actions]: probabilities of the legal actions, 0 for the others
    outcome: tuple[float, float, float]  # chances to win, to draw and to lose
    score: float | None  # points
    ownership: Floats | None  # [size, size]


def opinion(position: Position, evaluator: Evaluator, symmetry: int = 0) -> Opinion:
    """Ask about the board as it looks under symmetry 0..7; the answer is turned back."""
    back = INVERSE[symmetry]
    said = _evaluation(position, evaluator, symmetry)
    logits = turned_policy(back, said.logits[0], position.size) if symmetry else said.logits[0]
    value = float(said.values[0])
    outcome = (0.5 + value / 2, 0.0, 0.5 - value / 2)
    if said.outcome is not None:
        win, draw, loss = said.outcome[0].tolist()
        outcome = (win, draw, loss)
    return Opinion(
        policy=_policy(logits, position.legal()),
        outcome=outcome,
        score=None if said.score is None else float(said.score[0]),
        ownership=None if said.ownership is None else turned_board(back, said.ownership[0]),
    )


def _evaluation(position: Position, evaluator: Evaluator, symmetry: int) -> Evaluation:
    planes = turned_board(symmetry, position.planes(planes_of(evaluator)))[None]
    if isinstance(evaluator, NetworkEvaluator):
        return evaluator.evaluate_fully(planes)
    states = np.asarray([position.state], position.state.dtype)  # random games look the same from all sides
    shown = states if getattr(evaluator, "wants_states", False) else planes
    return Evaluation(*evaluator(shown), None, None, None, None)


def _policy(logits: Floats, legal: NDArray[np.int16]) -> Floats:
    """A softmax over the legal actions."""
    weights = np.exp(logits[legal] - logits[legal].max())
    policy = np.zeros(len(logits), np.float32)
    policy[legal] = weights / weights.sum()
    return policy
