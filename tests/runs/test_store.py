"""What is written comes back, all of a step or nothing of it."""

import dataclasses
import math
import random
import resource
import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.records.lesson import Lesson
from tengen.records.record import Record
from tengen.records.shelf import shelf_of
from tengen.runs import folder
from tengen.runs.reader import Reader
from tengen.runs.rows import Count
from tengen.runs.store import Store
from tests.records.random_records import random_go
from tests.runs.making import files, lessons, made, match, promotion, step


def same(mine: Any, theirs: Any) -> bool:
    """Whether two lessons or shelves are equal in every field."""
    pairs = [(getattr(mine, field.name), getattr(theirs, field.name)) for field in dataclasses.fields(mine)]
    return all(
        np.array_equal(one, other) and one.dtype == other.dtype
        if isinstance(one, np.ndarray)
        else one == other
        for one, other in pairs
    )


def named(lesson: Lesson, black: str, white: str) -> Lesson:
    """The same game by players with names."""
    return dataclasses.replace(lesson, record=dataclasses.replace(lesson.record, black=black, white=white))


def test_lessons_come_back(tmp_path: Path) -> None:
    played = lessons(20)
    with made(tmp_path / "go", 0) as run:
        with run.store.transaction():
            numbers = run.store.add_lessons(played, 1, black="a", white="b")
        assert list(numbers) == list(range(1, 21))
        for number, lesson in zip(numbers, played, strict=True):
            assert same(run.store.lesson(number), named(lesson, "a", "b"))
        assert same(run.store.shelf(10**9), shelf_of(played, 1))


def test_any_record_comes_back(tmp_path: Path) -> None:
    rng = random.Random(1)
    records: list[Record] = [random_go(rng) for _ in range(200)]
    with made(tmp_path / "go", 0) as run:
        with run.store.transaction():
            numbers = [run.store.add_record(record, 3, "gate") for record in records]
        assert [run.store.record(number) for number in numbers] == records
        assert run.store.counts() == {"gate": Count(200, 0)}


def test_a_game_without_a_result_is_refused(tmp_path: Path) -> None:
    lesson = lessons(1)[0]
    record = dataclasses.replace(lesson.record, result=None)
    with made(tmp_path / "go", 0) as run, pytest.raises(ValueError, match="without a result"):
        write(run.store, [dataclasses.replace(lesson, record=record)])


def test_writing_outside_a_step_is_a_mistake(tmp_path: Path) -> None:
    with made(tmp_path / "go", 0) as run, pytest.raises(RuntimeError, match="transaction"):
        run.store.add_lessons(lessons(1), 1)


def test_curves(tmp_path: Path) -> None:
    with made(tmp_path / "go", 0) as run:
        for iteration, value in ((1, 2.5), (2, math.inf), (3, math.nan), (2, 1.5)):
            with run.store.transaction():
                run.store.add_metrics(iteration, iteration * 2.0, {"loss": value, f"once {iteration}": 1})
        assert run.store.metric_names() == ["loss", "once 1", "once 2", "once 3"]
        points = run.store.metrics("loss")
        assert [(point.iteration, point.seconds) for point in points] == [(1, 2), (2, 4), (3, 6)]
        assert [point.value for point in points[:2]] == [2.5, 1.5]
        assert math.isnan(points[2].value)
        assert run.store.metrics("nothing") == []


def test_matches_and_promotions(tmp_path: Path) -> None:
    with made(tmp_path / "go", 0) as run:
        matches, promotions = (
            [match(1), match(2, "gnugo")],
            [promotion(2, "000002"), promotion(3, "3", False)],
        )
        with run.store.transaction():
            for each in matches:
                run.store.add_match(each)
            for verdict in promotions:
                run.store.add_promotion(verdict)
        assert run.store.matches() == matches
        assert run.store.promotions() == promotions


def test_a_step_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with made(tmp_path / "go", 2) as run:
        before = dump(run.store)
        with pytest.raises(KeyboardInterrupt):
            fail_within(run.store)
        assert dump(run.store) == before
        step(run, 3)
        assert run.store.iteration == 3


def fail_within(store: Store) -> None:
    """A step that ends with Ctrl-C."""
    with store.transaction():
        store.add_lessons(lessons(3), 3)
        store.add_metrics(3, 1.0, {"new": 1})
        store.point_at("somewhere")
        raise KeyboardInterrupt


def dump(store: Reader) -> dict[str, list[Any]]:
    """All rows of all tables."""
    tables = ("meta", "rules", "games", "policies", "totals", "names", "metrics", "matches", "promotions")
    return {table: list(store.table(table)) for table in tables}


def test_old_policies_are_forgotten_and_the_file_stays_bounded(tmp_path: Path) -> None:
    with made(tmp_path / "go", 0) as run:
        sizes = []
        for iteration in range(1, 31):
            played = [
                dataclasses.replace(each, entries=np.resize(each.entries, 5_000)) for each in lessons(9)
            ]
            with run.store.transaction():
                numbers = run.store.add_lessons(played, iteration)
                forgotten = run.store.forget_policies(numbers[0] - 18)
            assert forgotten == (9 if iteration > 3 else 0)
            sizes.append(Path(run.path / "run.db").stat().st_size)
        assert max(sizes[10:]) < sizes[9] * 1.2 + 1_000_000
        old = run.store.lesson(1)
        assert (old.samples, len(old.entries)) == (0, 0)
        assert old.record.plies == played[0].record.plies
        assert run.store.shelf(10**9).volumes["number"].tolist() == list(numbers[0] - 18 + np.arange(27))


@pytest.mark.parametrize("trouble", ["pages", "file size"])
def test_a_full_disk_is_one_line_and_loses_nothing(trouble: str, tmp_path: Path) -> None:
    with made(tmp_path / "go", 2) as run:
        before = dump(run.store)
        played = [dataclasses.replace(each, entries=np.resize(each.entries, 100_000)) for each in lessons(9)]
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        if trouble == "pages":
            run.store._connection.execute("PRAGMA max_page_count = 20")
        else:
            resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
        try:
            with pytest.raises(OSError, match="no finished step is lost"):
                write(run.store, played)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert dump(run.store) == before
        run.store._connection.execute("PRAGMA max_page_count = 1000000")
        write(run.store, played)
    with folder.look(tmp_path / "go") as view:
        assert view.store.next_number == 20


def write(store: Store, played: list[Lesson]) -> None:
    """One step."""
    with store.transaction():
        store.add_lessons(played, 3)


def test_looking_never_writes(tmp_path: Path) -> None:
    made(tmp_path / "go").close()
    before = files(tmp_path)
    with folder.look(tmp_path / "go") as view:
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            view.store._connection.execute("DELETE FROM games")
        view.store.shelf(5)
    assert files(tmp_path) == before
