"""Many games played side by side in one thread, one batch of leaves at a time."""

from collections.abc import Callable

from tengen.games import base
from tengen.games.base import State
from tengen.records.record import Record
from tengen.search.forest import Evaluator, Forest


class Worker:
    """Keeps every tree of a forest playing: a game that ends is handed over and the next one begins."""

    def __init__(self, forest: Forest, evaluator: Evaluator, begin: Callable[[], State]) -> None:
        self.forest, self.evaluator, self.begin = forest, evaluator, begin
        self._starts = [begin() for _ in range(len(forest))]
        for index, state in enumerate(self._starts):
            forest.plant(index, state)

    def step(self) -> list[Record]:
        """Search by one batch; the games that ended with it."""
        self.forest.step(self.evaluator)
        return [self._hand_over(index) for index in self.forest.waiting()]

    def _hand_over(self, index: int) -> Record:
        arrays, start = self.forest.arrays, self._starts[index]
        turns = arrays.turns[index, : arrays.heads[index].turns]
        record = Record(
            game=base.rules_of(start).__name__.rpartition(".")[2],
            options=base.options(start),
            actions=turns["action"],
            colours=turns["colour"],
            first=int(start.to_move),
            result=int(arrays.roots[index].result),
        )
        self._starts[index] = self.begin()
        self.forest.plant(index, self._starts[index])
        return record
