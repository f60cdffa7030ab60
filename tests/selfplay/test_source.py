"""Threads play enough, hand over whole games, and go on after a pause as if there had been none."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tengen.config import Selfplay, read
from tengen.network.evaluator import Answers, Evaluator, Floats
from tengen.network.plain import RandomEvaluator
from tengen.records.lesson import Lesson
from tengen.records.record import positions
from tengen.search.forest import BadAnswer
from tengen.selfplay.source import Source, temperatures

GAME = "[game]\nname='go'\nsizes=[3, 4]\nshares=[1, 3]\nkomi_spread=1.0\n[search]\nsimulations=6\n"


def source(*changes: str, evaluator: Evaluator | None = None) -> Source:
    config = read(GAME, ["selfplay.threads=1", "selfplay.games=8", *changes])
    return Source(config, "tengen", evaluator or RandomEvaluator(3, has_pass=True))


def moves(lessons: list[Lesson]) -> list[tuple[Any, ...]]:
    return [(str(each.record.options), each.turns.tobytes(), each.entries.tobytes()) for each in lessons]


def test_enough_is_played_on_every_size() -> None:
    playing = source("selfplay.threads=2")
    seen: list[Lesson] = []
    evaluated = 0

    def count(lessons: list[Lesson], evaluations: int) -> None:
        nonlocal evaluated
        seen.extend(lessons)
        evaluated += evaluations

    lessons = playing.play(400, count)
    assert seen == lessons
    assert sum(each.samples for each in lessons) >= 400
    sizes = [each.record.size for each in lessons]
    assert set(sizes) == {3, 4}
    for lesson in lessons:
        assert sum(1 for _ in positions(lesson.record)) == lesson.record.plies + 1
        assert lesson.record.result is not None
    assert evaluated > 400


class Elsewhere(RandomEvaluator):
    """Computes elsewhere; it keeps count of the batches that are under way in each thread."""

    def __init__(self) -> None:
        super().__init__(3, has_pass=True)
        self.under_way, self.seen = threading.local(), Counter[int]()

    def start(self, planes: Floats) -> Callable[[], Answers]:
        self.under_way.batches = getattr(self.under_way, "batches", 0) + 1
        self.seen[self.under_way.batches] += 1
        answers = self(planes)

        def finish() -> Answers:
            self.under_way.batches -= 1
            return answers

        return finish


@pytest.mark.parametrize("sizes", ["[4]", "[3, 4]"])
def test_while_one_half_waits_the_other_goes_on(sizes: str) -> None:
    elsewhere, shares = Elsewhere(), f"game.shares={[1.0] * len(sizes.split())}"
    playing = source("selfplay.threads=2", f"game.sizes={sizes}", shares, evaluator=elsewhere)
    assert sum(len(each.forest) for crew in playing.crews for each in crew) == 2 * 8
    for _ in range(2):
        lessons = playing.play(200)
        assert sum(each.samples for each in lessons) >= 200
        for lesson in lessons:
            assert sum(1 for _ in positions(lesson.record)) == lesson.record.plies + 1
    assert set(elsewhere.seen) == {1, 2}
    assert elsewhere.seen[2] > 20 * elsewhere.seen[1]
    assert not playing.put_back(source("selfplay.threads=2").take_out())


def test_halves_play_the_same_games_whoever_answers() -> None:
    one, other = (source("game.sizes=[4]", "game.shares=[1]", evaluator=Elsewhere()) for _ in range(2))
    assert moves(one.play(100)) == moves(other.play(100))


def test_a_pause_changes_nothing() -> None:
    one, other = source(), source("loop.seed=5")
    one.play(60)
    flights = one.take_out()
    assert other.put_back(flights)
    first, second = one.play(150), other.play(150)
    assert moves(first) == moves(second)


def test_what_does_not_fit_begins_anew() -> None:
    one, other = source(), source("selfplay.games=4")
    assert not other.put_back(one.take_out())
    assert not other.put_back([])
    assert other.play(20)


def test_games_are_called_from_a_level_on() -> None:
    playing = source()
    playing.resign_at(0.01)
    lessons = playing.play(400)
    assert any(each.record.ending == "resign" for each in lessons)
    assert not any(each.record.ending == "resign" for each in lessons if each.exempt)


def test_a_thread_that_fails_ends_all() -> None:
    class Broken(RandomEvaluator):
        def __call__(self, planes: Any) -> Any:
            logits, values = super().__call__(planes)
            return logits * np.float32("nan"), values

    config = read(GAME, ["selfplay.threads=2", "selfplay.games=4"])
    with pytest.raises(BadAnswer, match="random cannot be used"):
        Source(config, "tengen", Broken(1, has_pass=True)).play(10)


def test_temperatures_fall_as_each_system_had_them() -> None:
    a = temperatures(Selfplay(temperature=1.2, temperature_fall="geometric", temperature_pace=0.94), 121)
    assert np.allclose(a[:3], [1.2, 1.128, 1.06032])
    assert a[-1] == 0
    b = temperatures(Selfplay(temperature=1.0, temperature_fall="never"), 40)
    assert b == [1.0] * 40
    c = temperatures(Selfplay(temperature=1.0, temperature_fall="linear", temperature_pace=10), 225)
    assert np.allclose(c[:11], [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0])
    ours = temperatures(Selfplay(temperature=1.0, temperature_pace=8, temperature_final=0.2), 81)
    assert np.allclose([ours[0], ours[8], ours[16]], [1.0, 0.6, 0.4])
