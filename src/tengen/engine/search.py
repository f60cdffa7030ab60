"""A search of one position that goes step by step, so that it can be watched, and stopped at any moment."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games.position import Position
from tengen.network.evaluator import planes_of
from tengen.search.findings import Findings, findings
from tengen.search.forest import Evaluator, Forest
from tengen.search.method import settings_for
from tengen.search.tree import SEARCHING

MOST = 100_000_000  # simulations; no memory holds more
SLICE = 256  # simulations that a step may do without asking the evaluator
HOPELESS = np.float32(-1e6)  # the logit of an action that shall not be looked at


class Search:
    """The evaluator is asked once a step. A tree that fills its memory goes on counting in what it has."""

    def __init__(
        self,
        position: Position,
        evaluator: Evaluator,
        simulations: int = MOST,
        memory: int | None = None,
        avoid: Collection[int] = (),
    ) -> None:
        """Begin with a position that is not over; `avoid` names actions that are out of the question."""
        self.position, self.avoid = position, frozenset(avoid)
        if position.over:
            raise ValueError("the game is over: there is nothing to think about")
        self._choices = [action for action in position.legal().tolist() if action not in self.avoid]
        if not self._choices:
            raise ValueError("all legal actions are to be avoided: leave one")
        self._limit = simulations
        self._evaluator = _Avoiding(evaluator, self.avoid) if self.avoid else evaluator
        # Where something presses, nothing else is looked at; that may be just what is to be avoided.
        settings = settings_for("puct", simulations=simulations, tactics=int(not self.avoid))
        state = position.state
        self._forest = Forest(state, settings, kind=planes_of(evaluator), memory=memory)
        self._forest.plant(0, state, min(SLICE, simulations))

    @property
    def simulations(self) -> int:
        """Those done so far."""
        return int(self._forest.arrays.heads[0].spent)

    def step(self) -> bool:
        """Ask once, or count through a slice of finished games; False when all simulations are done."""
        if self._forest.step(self._evaluator):
            return True
        left = self._limit - self.simulations
        head = self._forest.arrays.heads[0]
        head.budget = self.simulations + min(SLICE, left)
        head.status = SEARCHING if left else head.status
        return left > 0

    def found(self) -> Findings:
        """What is known after one simulation or more."""
        found = findings(self._forest)
        if not self.avoid:
            return found
        candidates = tuple(each for each in found.candidates if each.action not in self.avoid)
        best = max(candidates, key=lambda each: (each.visits, each.prior), default=None)
        return replace(found, candidates=candidates, best=best.action if best else self._choices[0])


class _Avoiding:
    """An evaluator that sees no hope in some actions at the root, which is what it is asked about first."""

    def __init__(self, evaluator: Evaluator, avoid: frozenset[int]) -> None:
        self._evaluator, self._avoid = evaluator, sorted(avoid)
        self.name, self.wants_states = evaluator.name, getattr(evaluator, "wants_states", False)

    def __call__(self, batch: NDArray[Any]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        logits, values = self._evaluator(batch)
        if self._avoid:
            logits[:, self._avoid] = HOPELESS
            self._avoid = []
        return logits, values
