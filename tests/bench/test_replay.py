"""The benchmark of the replay gives its table; how fast it is is not tested."""

import numpy as np
import pytest

from tengen import new
from tengen.bench import replay
from tengen.records.record import positions


def test_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "CASES", (("go", {"size": 4}, 10.0),))
    monkeypatch.setattr(replay, "SAMPLES", 500)
    monkeypatch.setattr(replay, "GAMES", 100)
    monkeypatch.setattr(replay, "BATCH", 4)
    rows = replay.rows(0.0)
    assert [(row.unit, row.target) for row in rows] == [("ms", 10.0), ("ms", None), ("s", 3.0)]
    assert all(row.value > 0 for row in rows)


def test_its_games_are_games() -> None:
    shelf = replay.random_games(new("go", size=4, komi=0.5), 200)
    assert shelf.samples == len(shelf.turns) >= 200
    for index in range(len(shelf)):
        lesson = shelf.lesson(index)
        *_, last = positions(lesson.record)
        assert last.over
        assert np.isclose(lesson.policy(0, 17).sum(), 1, atol=1e-3)
