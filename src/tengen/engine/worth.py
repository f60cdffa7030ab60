"""What a candidate is worth: a chance to win, how low that may be, and points."""

import math

from tengen.engine.analysis import Analysis, outlook
from tengen.search.findings import Candidate
from tengen.search.forest import Evaluator

SURE = 1.96  # standard deviations below the mean: the lower bound of a chance to win


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

    def after(self, analysis: Analysis, candidate: Candidate, ask: bool = True) -> float:
        """The score after this one; where it is not known the one before, and 0 where nobody can tell."""
        if candidate.action not in self._known:
            if analysis.score is None or not ask:
                return analysis.score or 0.0
            after = analysis.position.play(candidate.action)
            if after.over:
                score = after.score * analysis.position.to_move
            else:
                score = -(outlook(after, self._evaluator)[0] or 0.0)
            self._known[candidate.action] = score
        return self._known[candidate.action]
