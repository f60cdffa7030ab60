"""What is read: the newest games, light lists, and all of it while somebody else writes."""

import time
from pathlib import Path

import numpy as np
import pytest

from tengen.games.policies import ENTRY
from tengen.records.lesson import Lesson, turns_of
from tengen.records.record import Record, alternating
from tengen.runs import folder
from tengen.runs.rows import Count
from tests.runs.making import CONFIG, lessons, made, step


@pytest.mark.parametrize("samples", [0, 1, 7, 20, 50, 10**6])
def test_a_shelf_holds_the_newest_games(samples: int, tmp_path: Path) -> None:
    with made(tmp_path / "go", 6) as run:
        with run.store.transaction():
            run.store.add_record(lessons(1)[0].record, 6, "gate")
        played = [lesson for iteration in range(1, 7) for lesson in lessons(5, iteration)]
        wanted, found = 0, 0
        while found < samples and wanted < len(played):
            wanted += 1
            found += played[-wanted].samples
        shelf = run.store.shelf(samples)
        assert shelf.volumes["number"].tolist() == list(range(31 - wanted, 31))
        assert shelf.samples == found
        for index, lesson in enumerate(played[30 - wanted :]):
            assert shelf.lesson(index).record == lesson.record
        assert shelf.turns.flags.writeable


def test_games_are_listed(tmp_path: Path) -> None:
    with made(tmp_path / "go", 2) as run:
        with run.store.transaction():
            run.store.add_record(lessons(1)[0].record, 2, "gate")
        assert [game.number for game in run.store.games()] == list(range(11, 0, -1))
        assert [game.number for game in run.store.games("selfplay", 3)] == [10, 9, 8]
        (gate,) = run.store.games("gate")
        record = run.store.record(11)
        assert (gate.game, gate.options, gate.plies) == ("go", record.options, record.plies)
        assert (gate.kind, gate.result, gate.ending) == ("gate", record.result, record.ending)
        newest = run.store.games(newest=2)[1]
        assert (newest.black, newest.white, newest.iteration) == ("a", "b", 2)
        assert newest.samples == run.store.lesson(10).samples


def test_counts(tmp_path: Path) -> None:
    with made(tmp_path / "go", 3) as run:
        samples = sum(lesson.samples for iteration in (1, 2, 3) for lesson in lessons(5, iteration))
        assert run.store.counts() == {"selfplay": Count(15, samples)}
        assert run.store.iteration == 3


def test_an_empty_run(tmp_path: Path) -> None:
    with made(tmp_path / "go", 0) as run:
        store = run.store
        assert len(store.shelf(9)) == store.iteration == len(store.games()) == 0
        assert (store.counts(), store.metric_names(), store.matches(), store.promotions()) == ({}, [], [], [])
        assert store.pointed_at == ""
        with pytest.raises(ValueError, match="no game 1: there are none yet"):
            store.record(1)


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    with made(tmp_path / "go", 1) as run, pytest.raises(ValueError, match="no game 9: they go from 1 to 5"):
        run.store.lesson(9)


def test_others_see_each_finished_step_and_no_half_ones(tmp_path: Path) -> None:
    with made(tmp_path / "go", 1) as run, folder.look(tmp_path / "go") as view:
        with run.store.transaction():
            run.store.add_lessons(lessons(5), 2)
            assert view.store.iteration == 1
        assert view.store.iteration == 2
        with view.store.snapshot():
            assert view.store.next_number == 11
            step(run, 3)
            assert view.store.next_number == 11
        assert view.store.next_number == 16


@pytest.mark.prove
def test_a_hundred_thousand_games_fill_the_window(tmp_path: Path) -> None:
    plies, width = 40, 10
    rng = np.random.default_rng(0)
    actions = rng.permutation(81)[:plies].astype(np.int16)
    record = Record(
        game="gomoku", options={"size": 9}, actions=actions, colours=alternating(1, plies), result=1
    )
    turns = turns_of(record)
    turns["count"] = width
    entries = np.zeros(plies * width, ENTRY)
    entries["action"] = rng.integers(0, 81, len(entries))
    game = Lesson(record=record, turns=turns, entries=entries)
    with folder.create(tmp_path / "go", CONFIG) as run:
        start = time.perf_counter()
        for iteration in range(200):
            with run.store.transaction():
                run.store.add_lessons([game] * 500, iteration)
        written = time.perf_counter() - start
    start = time.perf_counter()
    with folder.resume(tmp_path / "go") as run:
        shelf = run.store.shelf(100_000 * plies)
    read = time.perf_counter() - start
    assert (len(shelf), shelf.samples) == (100_000, 4_000_000)
    print(f"100,000 games of {plies} plies: written in {written:.1f} s, window filled in {read:.2f} s (of 3)")
