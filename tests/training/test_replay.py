"""Batches come in the same order whatever the clock says, and chance can be taken up again."""

import json
import threading
from itertools import islice

import numpy as np
import pytest

from tengen import config
from tengen.games.planes import kind_named
from tengen.records.shelf import shelf_of
from tengen.training.batch import Batch, batch_of
from tengen.training.draw import draw, pools_of
from tengen.training.replay import AHEAD, Replay, capacity, prepared
from tengen.training.window import Window
from tests.training.random_lessons import random_lesson

SETTINGS = config.Replay(held_out=0.3, surprise=0.5)


def window(held_out: float = SETTINGS.held_out) -> Window:
    generator = np.random.default_rng(3)
    found = Window(held_out)
    found.extend(shelf_of(random_lesson(generator, "gomoku", size=5, line=4) for _ in range(20)))
    return found


def same(one: list[Batch], other: list[Batch]) -> bool:
    pairs = [pair for batches in zip(one, other, strict=True) for pair in zip(*batches, strict=True)]
    return all(np.array_equal(mine, theirs) for mine, theirs in pairs)


def test_batches_are_those_drawn_one_after_another() -> None:
    replay = Replay(window(), SETTINGS, "last", seed=9)
    generator = np.random.default_rng()
    generator.bit_generator.state = replay.state()["learn"]
    contents = replay.window.contents()
    pools = pools_of(contents, SETTINGS)
    kind = kind_named("last")
    expected = [batch_of(contents, draw(pools, 16, generator), kind, SETTINGS.root_value) for _ in range(7)]
    assert same(list(replay.batches(7, 16)), expected)
    assert replay.state()["learn"] == generator.bit_generator.state


def test_chance_is_taken_up_where_it_was_left() -> None:
    whole = list(Replay(window(), SETTINGS).batches(7, 8))
    first = Replay(window(), SETTINGS)
    begun = list(first.batches(3, 8))
    stopped = first.batches(4, 8)
    begun += islice(stopped, 2)  # the others were prepared and are given up
    written = json.dumps(first.state())
    second = Replay(window(), SETTINGS, seed=77)
    second.restore(json.loads(written))
    assert same(begun + list(second.batches(2, 8)), whole)
    assert not same(list(Replay(window(), SETTINGS, seed=77).batches(7, 8)), whole)
    stopped.close()  # type: ignore[attr-defined]
    assert json.dumps(first.state()) == written


def test_held_out_games_have_a_chance_of_their_own() -> None:
    whole = list(Replay(window(), SETTINGS).batches(4, 8))
    replay = Replay(window(), SETTINGS)
    batches = list(replay.batches(2, 8))
    held = list(replay.held_out_batches(3, 8))
    assert same(batches + list(replay.batches(2, 8)), whole)
    assert same(held, list(Replay(window(), SETTINGS).held_out_batches(3, 8)))
    assert not same(held[:2], whole[:2])


def test_a_window_may_go_on_under_its_batches() -> None:
    whole = list(Replay(window(), SETTINGS).batches(5, 8))
    replay = Replay(window(), SETTINGS)
    batches = replay.batches(5, 8)
    found = [next(batches)]
    generator = np.random.default_rng(5)
    lessons = [random_lesson(generator, "gomoku", size=5, line=4) for _ in range(30)]
    replay.window.extend(shelf_of(lessons, first_number=20), limit=50)
    assert same([*found, *batches], whole)


def test_without_samples_nothing_is_drawn() -> None:
    with pytest.raises(ValueError, match="no game in the window is held out"):
        Replay(window(held_out=0.0), SETTINGS).held_out_batches(1, 8)
    with pytest.raises(ValueError, match="no game in the window is to learn from"):
        Replay(window(held_out=1.0), SETTINGS).batches(1, 8)
    with pytest.raises(ValueError, match="no game in the window: extend it"):
        Replay(Window(), SETTINGS).batches(1, 8)


def test_rules_that_are_shown_differently_do_not_mix() -> None:
    mixed, generator = window(), np.random.default_rng(0)
    mixed.extend(shelf_of([random_lesson(generator, "gomoku", size=5, rule="renju")], 20))
    with pytest.raises(ValueError, match="rules with 4 and 6 planes"):
        Replay(mixed, SETTINGS).batches(1, 8)


def test_things_are_prepared_in_order_and_not_too_early() -> None:
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    for count in (0, 1, 2, 3, 10):
        made.clear()
        for expected, item in enumerate(prepared(make, count)):
            assert item == expected
            assert len(made) <= expected + 1 + AHEAD
        assert len(made) == count


def waiting_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("prepare")]


def test_the_thread_ends_with_its_iterator() -> None:
    items = prepared(lambda: 1, 1000)
    next(items)
    assert len(waiting_threads()) == 1
    items.close()
    batches = Replay(window(), SETTINGS).batches(1000, 8)
    next(batches)
    assert len(waiting_threads()) == 1
    batches.close()  # type: ignore[attr-defined]
    assert waiting_threads() == []


def test_what_goes_wrong_in_the_thread_is_seen() -> None:
    answers = iter([1, 2])

    def make() -> int:
        try:
            return next(answers)
        except StopIteration:
            raise ZeroDivisionError("the third") from None

    items = prepared(make, 9)
    assert [next(items), next(items)] == [1, 2]
    with pytest.raises(ZeroDivisionError, match="the third"):
        next(items)
    assert waiting_threads() == []


def test_the_window_grows_slower_than_the_run() -> None:
    settings = config.Replay(window=1000, window_limit=5000, growth=0.75)
    assert [capacity(settings, total) for total in (0, 500, 1000)] == [1000] * 3
    assert capacity(settings, 2000) == int(1000 * 2**0.75)
    assert capacity(settings, 10**9) == 5000
    assert capacity(config.Replay(window=1000, growth=0.0), 10**9) == 1000
    assert capacity(config.Replay(window=1000, growth=1.0, window_limit=10**9), 123_456) == 123_456
