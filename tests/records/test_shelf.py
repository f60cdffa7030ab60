"""A shelf gives back the lessons that were put on it."""

import dataclasses

import numpy as np
import pytest

from tengen.games.policies import ENTRY
from tengen.records.lesson import Lesson, turns_of
from tengen.records.record import BLACK, WHITE, Record
from tengen.records.shelf import Shelf, shelf_of


def lesson(plies: int, komi: float, **changes: object) -> Lesson:
    """A game of a few plies in which every other ply teaches."""
    record = Record(
        game="go",
        options={"size": 3, "komi": komi},
        actions=np.arange(plies, dtype=np.int16),
        colours=np.resize([WHITE, BLACK], plies),
        first=WHITE,
        result=BLACK,
        ending="resign" if plies % 2 else "",
    )
    turns = turns_of(record)
    turns["count"][::2] = 1
    entries = np.array([(ply, 65_535) for ply in range(0, plies, 2)], ENTRY)
    return Lesson(record=record, turns=turns, entries=entries, opening=1, exempt=plies == 4, **changes)  # type: ignore[arg-type]


def test_lessons_come_back() -> None:
    lessons = [
        lesson(3, 1.5),
        lesson(4, 2.5, owners=np.ones(9, np.int8), score=4.5),
        lesson(0, 1.5),
        lesson(5, 1.5),
    ]
    shelf = shelf_of(lessons, first_number=7)
    assert len(shelf) == 4
    assert shelf.volumes["number"].tolist() == [7, 8, 9, 10]
    assert shelf.samples == sum(each.samples for each in lessons)
    assert len(shelf.rules) == 2
    for index, before in enumerate(lessons):
        after = shelf.lesson(index)
        for field in dataclasses.fields(Lesson):
            mine, theirs = getattr(before, field.name), getattr(after, field.name)
            assert np.array_equal(mine, theirs) if isinstance(mine, np.ndarray) else mine == theirs


def test_an_empty_shelf() -> None:
    assert len(shelf_of([])) == len(Shelf()) == 0


def test_an_unfinished_game_is_refused() -> None:
    unfinished = lesson(3, 1.5)
    record = dataclasses.replace(unfinished.record, result=None, ending="")
    with pytest.raises(ValueError, match="without a result"):
        shelf_of([dataclasses.replace(unfinished, record=record)])
