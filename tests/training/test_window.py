"""A window holds the newest games as they were handed over."""

import itertools
import json
from typing import Any

import numpy as np
import pytest

from tengen.records.lesson import Lesson
from tengen.records.record import BLACK, WHITE
from tengen.records.shelf import Shelf, shelf_of
from tengen.training.window import HELD_OUT, TOO_SHORT, Contents, Queue, Window, chances
from tests.training.random_lessons import random_lesson


def lessons(count: int) -> list[Lesson]:
    """Go on two sizes by several komis, with either colour to begin."""
    generator = np.random.default_rng(count)
    return [
        random_lesson(
            generator,
            "go",
            size=3 + number % 2,
            komi=number % 3 + 0.5,
            first=(BLACK, WHITE)[number % 5 == 0],
            known=number % 4 > 0,
        )
        for number in range(count)
    ]


def plain(contents: Contents, index: int) -> list[Any]:
    """All that a window holds of one game."""
    game = contents.games[index]
    start = contents.starts[game["start"], 0]
    return [
        int(game["number"]),
        int(game["result"]),
        float(game["score"]),
        int(game["samples"]),
        int(game["side"]),
        [float(start.komi), int(start.side), int(start.to_move)],
        contents.turns[game["turn"] : game["turn"] + game["plies"]].tolist(),
        contents.entries[game["entry"] : game["entry"] + game["entries"]].tolist(),
        contents.owners[game["owner"] : game["owner"] + game["owners"]].tolist(),
    ]


def expected(lesson: Lesson, number: int) -> list[Any]:
    record = lesson.record
    start = [record.options["komi"], record.size, record.first]
    return [
        number,
        record.result,
        float(np.float32(lesson.score)),
        lesson.samples,
        record.size,
        start,
        lesson.turns.tolist(),
        lesson.entries.tolist(),
        lesson.owners.tolist(),
    ]


def everything(window: Window) -> list[Any]:
    contents = window.contents()
    return [plain(contents, index) for index in range(len(window))]


def shelves(taught: list[Lesson], *cuts: int) -> list[Shelf]:
    """The same games on several shelves."""
    edges = [0, *cuts, len(taught)]
    return [shelf_of(taught[a:b], a) for a, b in itertools.pairwise(edges)]


def test_games_come_back_however_they_came() -> None:
    taught = lessons(20)
    for cuts in ((), (3,), (0, 1, 2, 9, 9, 15)):
        window = Window()
        for shelf in shelves(taught, *cuts):
            window.extend(shelf)
        assert everything(window) == [expected(lesson, number) for number, lesson in enumerate(taught)]
        assert window.samples == sum(lesson.samples for lesson in taught)
        assert len(window.contents().starts) == len({json.dumps(game[5]) for game in everything(window)})


def test_the_oldest_games_are_dropped() -> None:
    taught = lessons(20)
    for limit in (0, 1, 60, 61, 100, 10_000):
        window, kept = Window(), 0
        for shelf in shelves(taught, 5, 6, 14):
            window.extend(shelf)
            window.shrink(limit)
        while kept < 20 and sum(lesson.samples for lesson in taught[19 - kept :]) <= limit:
            kept += 1
        numbers = range(20 - kept, 20)
        assert everything(window) == [expected(taught[number], number) for number in numbers]
        assert window.oldest == (20 - kept if kept else None)
        at_once = Window()
        at_once.extend(shelf_of(taught), limit)
        if kept:
            assert everything(at_once) == everything(window)
        else:
            assert len(at_once) == len(window) == 0


def test_a_limit_drops_what_was_there_before() -> None:
    taught = lessons(20)
    window = Window()
    window.extend(shelf_of(taught[:15]))
    limit = sum(lesson.samples for lesson in taught[13:])
    window.extend(shelf_of(taught[15:], 15), limit)
    assert [game[0] for game in everything(window)] == list(range(13, 20))


def test_contents_stay_when_the_window_goes_on() -> None:
    taught = lessons(40)
    window = Window()
    window.extend(shelf_of(taught[:10]))
    contents = window.contents()
    before = [plain(contents, index) for index in range(10)]
    for number in range(10, 40):
        window.extend(shelf_of([taught[number]], number), limit=100)
    assert [plain(contents, index) for index in range(10)] == before


def test_held_out_games_are_counted_apart() -> None:
    taught = lessons(40)
    window = Window(held_out=0.25)
    window.extend(shelf_of(taught))
    held = window.contents().games["held"]
    assert 2 < held.sum() < 20
    assert window.held == sum(lesson.samples for lesson, aside in zip(taught, held, strict=True) if aside)
    assert window.samples + window.held == sum(lesson.samples for lesson in taught)
    again = Window(held_out=0.25, seed=5)
    again.extend(shelf_of(taught[20:], 20))
    assert again.contents().games["held"].tolist() == held[20:].tolist()


def test_wins_are_counted() -> None:
    taught = lessons(20)
    window = Window()
    assert window.wins == {1: 0, 0: 0, -1: 0}
    window.extend(shelf_of(taught))
    results = [lesson.record.result for lesson in taught]
    assert window.wins == {colour: results.count(colour) for colour in (1, 0, -1)}


def test_short_games_are_dropped_as_often_as_system_a_drops_them() -> None:
    count = 4000
    taught = lessons(1)
    one = shelf_of(taught)
    many = Shelf(
        np.repeat(one.volumes, count),
        np.tile(one.turns, count),
        np.tile(one.entries, count),
        np.tile(one.owners, count),
        one.rules,
    )
    many.volumes["number"] = np.arange(count)
    plies = taught[0].record.plies
    window = Window(short_games=(0.4 + 0.01 * plies, 0.01), seed=7)
    window.extend(many)
    assert abs(len(window) - 0.6 * count) < 4 * np.sqrt(0.24 * count)
    assert {str(game[6:]) for game in everything(window)} == {str(expected(taught[0], 0)[6:])}
    again = Window(short_games=window.short_games, seed=7)
    again.extend(many, limit=100 * taught[0].samples)
    assert everything(again) == everything(window)[-100:]
    other = Window(short_games=window.short_games, seed=8)
    other.extend(many)
    assert not np.array_equal(other.contents().games["number"], window.contents().games["number"])
    none = Window(short_games=(1.0, 0.0))
    none.extend(many)
    assert len(none) == 0


def test_chances_are_even_and_of_their_own() -> None:
    numbers = np.arange(100_000)
    held, short = chances(numbers, HELD_OUT), chances(numbers, TOO_SHORT, seed=-1)
    for found in (held, short):
        histogram = np.histogram(found, 20, (0, 1))[0]
        assert (abs(histogram - 5000) < 5 * np.sqrt(5000)).all()
    assert abs(np.corrcoef(held, short)[0, 1]) < 0.015
    assert abs(np.corrcoef(held[1:], held[:-1])[0, 1]) < 0.015


def test_an_empty_window_and_a_second_game_are_refused() -> None:
    window = Window()
    window.extend(Shelf())
    assert (len(window), window.samples, window.held, window.oldest) == (0, 0, 0, None)
    with pytest.raises(ValueError, match="no game in the window: extend it"):
        window.contents()
    window.extend(shelf_of(lessons(1)))
    other = shelf_of([random_lesson(np.random.default_rng(0), "gomoku", size=5)])
    with pytest.raises(ValueError, match="a game of gomoku among others"):
        window.extend(other)
    assert len(window) == 1


def test_a_queue_takes_rows_at_one_end_and_drops_them_at_the_other() -> None:
    generator = np.random.default_rng(0)
    queue, twin, count = Queue(np.int8), [], 0
    for _ in range(200):
        rows = generator.integers(0, 100, generator.integers(0, 9)).astype(np.int8)
        queue.append(rows)
        twin += rows.tolist()
        count += len(rows)
        gone = int(generator.integers(0, len(twin) // 2 + 1))
        queue.drop(gone)
        twin = twin[gone:]
        assert queue.rows.tolist() == twin
        assert (queue.end, queue.dropped) == (count, count - len(twin))
