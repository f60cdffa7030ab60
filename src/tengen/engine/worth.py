"""What a candidate is worth: a chance to win, how low that may be, and points."""

import math

import numpy as np

from tengen.engine.analysis import Analysis
from tengen.network.evaluator import NetworkEvaluator, planes_of
from tengen.search.findings import Candidate
from tengen.search.forest import Evaluator

SURE = 1.96  # standard deviations below the mean: the lower bound of a chance to win
SCORED = 12  # candidates, of the best, whose scores are looked up


def win_rate(candidate: Candidate) -> float:
    """The chance to win with it, in [0, 1]."""
    return 0.5 + 0.5 * candidate.value


def lower_bound(candidate: Candidate) -> float:
    """Below which that chance hardly is, going by the visits."""
    rate = min(max(win_rate(candidate), 0.0), 1.0)
    return max(0.0, rate - SURE * math.sqrt(rate * (1 - rate) / candidate.visits))


class Scores:
    """The scores after candidates, each looked up once; as the side to move before them sees it."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator, self._known = evaluator, dict[int, float]()

    def look_up(self, analysis: Analysis, most: int = SCORED) -> None:
        """Ask about the positions after so many of the best candidates, all at once."""
        if analysis.score is None or not isinstance(self._evaluator, NetworkEvaluator):
            return
        position, sign = analysis.position, analysis.position.to_move
        actions = [each.action for each in analysis.found.candidates[:most]]
        afters = {action: position.play(action) for action in actions if action not in self._known}
        self._known |= {action: sign * after.score for action, after in afters.items() if after.over}
        asked = {action: after for action, after in afters.items() if not after.over}
        if asked:
            kind = planes_of(self._evaluator)
            said = self._evaluator.evaluate_fully(np.stack([after.planes(kind) for after in asked.values()]))
            scores = [] if said.score is None else (-said.score).tolist()
            self._known |= dict(zip(asked, scores, strict=False))

    def after(self, analysis: Analysis, candidate: Candidate) -> float:
        """The score after this one; where it is not known the one before, and 0 where nobody can tell."""
        return self._known.get(candidate.action, analysis.score or 0.0)
