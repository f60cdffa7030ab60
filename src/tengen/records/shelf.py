"""Many lessons side by side in flat arrays: what a run's database gives back and a window draws from."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games.policies import ENTRY, TURN
from tengen.games.position import Position, new
from tengen.records.lesson import Lesson
from tengen.records.record import Record

VOLUME = np.dtype(  # one lesson; its turns, entries and owners follow those of the lesson before it
    [
        ("number", np.int64),  # what the run calls it
        ("plies", np.int32),
        ("entries", np.int32),
        ("owners", np.int32),
        ("rules", np.int32),  # which of the shelf's rules it was played by
        ("score", np.float32),
        ("opening", np.int16),
        ("first", np.int8),
        ("result", np.int8),
        ("exempt", np.bool_),
        ("called", np.bool_),
    ]
)


def rules_text(game: str, options: Mapping[str, Any]) -> str:
    """A game and its options, equal for equal rules."""
    return json.dumps([game, dict(options)], sort_keys=True)


def start_of(rules: str) -> Position:
    """The first position by the rules of such a text."""
    game, options = json.loads(rules)
    return new(game, **options)


@dataclass(frozen=True, eq=False)
class Shelf:
    """Lessons in the order in which they were played."""

    volumes: NDArray[Any] = field(default_factory=lambda: np.zeros(0, VOLUME))
    turns: NDArray[Any] = field(default_factory=lambda: np.zeros(0, TURN))
    entries: NDArray[Any] = field(default_factory=lambda: np.zeros(0, ENTRY))
    owners: NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, np.int8))
    rules: Sequence[str] = ()  # as rules_text writes them

    def __len__(self) -> int:
        return len(self.volumes)

    @property
    def samples(self) -> int:
        """How many plies teach."""
        return int(np.count_nonzero(self.turns["count"]))

    def _part(self, array: NDArray[Any], name: str, index: int) -> NDArray[Any]:
        first = int(self.volumes[name][:index].sum())
        return array[first : first + int(self.volumes[name][index])]

    def lesson(self, index: int) -> Lesson:
        """One of them as it was handed over."""
        volume = self.volumes[index]
        turns = self._part(self.turns, "plies", index)
        game, options = json.loads(self.rules[volume["rules"]])
        record = Record(
            game=game,
            options=options,
            actions=turns["action"],
            colours=turns["colour"],
            first=int(volume["first"]),
            result=int(volume["result"]),
            ending="resign" if volume["called"] else "",
        )
        return Lesson(
            record=record,
            turns=turns,
            entries=self._part(self.entries, "entries", index),
            owners=self._part(self.owners, "owners", index),
            score=float(volume["score"]),
            opening=int(volume["opening"]),
            exempt=bool(volume["exempt"]),
        )


def shelf_of(lessons: Iterable[Lesson], first_number: int = 0) -> Shelf:
    """Finished lessons as one shelf, numbered from a first one on."""
    lessons = list(lessons)
    if not lessons:
        return Shelf()
    rules: dict[str, int] = {}
    volumes = np.zeros(len(lessons), VOLUME)
    for index, lesson in enumerate(lessons):
        if lesson.record.result is None:
            raise ValueError("a game without a result teaches nothing")
        volumes[index] = (
            first_number + index,
            len(lesson.turns),
            len(lesson.entries),
            len(lesson.owners),
            rules.setdefault(rules_text(lesson.record.game, lesson.record.options), len(rules)),
            lesson.score,
            lesson.opening,
            lesson.record.first,
            lesson.record.result,
            lesson.exempt,
            lesson.record.ending == "resign",
        )
    return Shelf(
        volumes,
        np.concatenate([lesson.turns for lesson in lessons]),
        np.concatenate([lesson.entries for lesson in lessons]),
        np.concatenate([lesson.owners for lesson in lessons]),
        tuple(rules),
    )
