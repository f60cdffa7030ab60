"""The step under way is counted from its beginning, by the clock."""

import numpy as np
import pytest

from tengen.training.progress import Progress
from tests.training.random_lessons import random_lesson


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time it is, to be set."""
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def test_a_step_is_counted_from_its_beginning(clock: list[float]) -> None:
    lessons = [random_lesson(np.random.default_rng(seed), "gomoku", size=3, line=3) for seed in range(3)]
    samples = sum(lesson.samples for lesson in lessons)
    seen = Progress()
    seen.begin("playing", 4, 2 * samples, before=60.0)
    clock[0] += 2
    seen.count_games(lessons[:2], 10)
    seen.count_games(lessons[2:], 30)
    assert (seen.step, seen.iteration, seen.before, seen.lasted) == ("playing", 4, 60.0, 2.0)
    assert (seen.games, seen.evaluations, seen.done, seen.share) == (3, 40, samples, 0.5)
    assert seen.rates() == {"games/s": 1.5, "evaluations/s": 20.0}
    clock[0] += 5
    seen.begin("learning", 4, 1, before=62.0)
    assert (seen.games, seen.evaluations, seen.done, seen.share, seen.lasted) == (0, 0, 0, 0.0, 0.0)


def test_no_step_is_more_than_done(clock: list[float]) -> None:
    seen = Progress()
    seen.begin("learning", 1, 2, before=0.0)
    shares = []
    for _ in range(3):
        seen.count_step({"loss": 1.0})
        shares.append(seen.share)
    assert shares == [0.5, 1.0, 1.0]
    seen.begin("evaluating", 1, 0, before=0.0)  # nobody knows how much it will be
    seen.count_step()
    assert seen.share == 0.0
    assert seen.rates() == {"games/s": 0.0, "evaluations/s": 0.0}
