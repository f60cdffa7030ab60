"""Many games played side by side in one thread, one batch of leaves at a time."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tengen.games.base import State
from tengen.games.policies import TURN
from tengen.games.position import Position
from tengen.records.lesson import Lesson
from tengen.records.record import Record
from tengen.records.shelf import rules_text, start_of
from tengen.search.forest import Evaluator, Forest
from tengen.search.pause import Games, put_back, take_out


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a game of self-play begins: the empty board by some rules, and a few actions played blindly."""

    start: Position
    actions: tuple[int, ...] = ()

    @property
    def position(self) -> Position:
        """The position in which thinking begins."""
        position = self.start
        for action in self.actions:
            position = position.play(action)
        return position


class Worker:
    """Keeps every tree of a forest playing: a game that ends is handed over and the next one begins."""

    def __init__(self, forest: Forest, evaluator: Evaluator, begin: Callable[[], Beginning]) -> None:
        self.forest, self.evaluator, self.begin = forest, evaluator, begin
        self.beginnings: list[Beginning] = []
        for index in range(len(forest)):
            self.beginnings.append(begin())
            forest.plant(index, self.beginnings[index].position.state)

    def step(self) -> list[Lesson]:
        """Search by one batch; the games that ended with it."""
        return self.ask()()

    def ask(self) -> Callable[[], list[Lesson]]:
        """Begin with a batch; the function that comes back waits for it and hands the ended games over."""
        grow = self.forest.ask(self.evaluator)

        def finish() -> list[Lesson]:
            grow()
            return [self._hand_over(index) for index in self.forest.waiting()]

        return finish

    def take_out(self) -> tuple[Games, dict[str, Any]]:
        """The games in flight: arrays, and what else there is to know."""
        starts = [rules_text(each.start.game, each.start.options) for each in self.beginnings]
        return take_out(self.forest), {
            "starts": starts,
            "actions": [list(each.actions) for each in self.beginnings],
        }

    def put_back(self, games: Games, notes: dict[str, Any]) -> bool:
        """Go on with them; False where they do not fit this version, and new ones go on instead."""
        if not put_back(self.forest, games):
            return False
        starts = {text: start_of(text) for text in set(notes["starts"])}
        self.beginnings = [
            Beginning(starts[text], tuple(actions))
            for text, actions in zip(notes["starts"], notes["actions"], strict=True)
        ]
        return True

    def _hand_over(self, index: int) -> Lesson:
        lesson = lesson_of(self.forest, index, self.beginnings[index])
        self.beginnings[index] = self.begin()
        self.forest.plant(index, self.beginnings[index].position.state)
        return lesson


def lesson_of(forest: Forest, index: int, beginning: Beginning) -> Lesson:
    """What is written in one tree of a forest, whether or not its game has ended."""
    head, state = forest.arrays.heads[index], forest.arrays.roots[index]
    turns = np.concatenate([blind_turns(beginning), forest.arrays.turns[index, : head.turns]])
    record = Record(
        game=beginning.start.game,
        options=beginning.start.options,
        actions=turns["action"],
        colours=turns["colour"],
        first=beginning.start.to_move,
        result=int(state.result) if state.over else None,
        ending="resign" if head.called else "",
    )
    lesson = Lesson(
        record=record,
        turns=turns,
        entries=forest.arrays.entries[index, : head.entries].copy(),
        opening=len(beginning.actions),
        exempt=bool(head.exempt),
    )
    return lesson if head.called or not state.over else with_score(lesson, state)


def with_score(lesson: Lesson, state: State) -> Lesson:
    """The same with who owns what in the end, in games that count points."""
    end = Position(state.copy())
    owners = end.ownership
    return replace(lesson, owners=owners.ravel(), score=end.score) if owners.any() else lesson


def blind_turns(beginning: Beginning) -> Any:
    """The turns that were played before anybody thought, TURN[plies]."""
    turns, position = np.zeros(len(beginning.actions), TURN), beginning.start
    for ply, action in enumerate(beginning.actions):
        turns[ply]["action"], turns[ply]["colour"] = action, position.to_move
        position = position.play(action)
    return turns
