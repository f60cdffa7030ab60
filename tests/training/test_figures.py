"""The curves' numbers, against the same computed plainly, game by game."""

from pathlib import Path

import numpy as np
import pytest

from tengen.config import Learner as Settings
from tengen.games.position import new
from tengen.network.model import new_network
from tengen.network.shape import shape_for
from tengen.records.lesson import Lesson
from tengen.records.shelf import shelf_of
from tengen.selfplay.resignation import Resignation
from tengen.training import figures
from tengen.training.learner import Learner
from tengen.training.window import Window
from tests.training.random_lessons import random_lesson


@pytest.fixture
def lessons() -> list[Lesson]:
    generator = np.random.default_rng(7)
    found = [random_lesson(generator, "gomoku", size=4, line=3) for _ in range(25)]
    return [*found, found[3]]  # a game that came twice


def test_figures_of_games(lessons: list[Lesson]) -> None:
    window = Window()
    window.extend(shelf_of(lessons))
    found = figures.of_games(lessons, Resignation(0.05), window)
    values, errors, surprises, entropies = [], [], [], []
    for lesson in lessons:
        for ply in range(lesson.opening, lesson.record.plies):
            errors.append((lesson.turns["value"][ply] - lesson.target(ply)) ** 2)
            policy = lesson.policy(ply, 16)
            if policy.any():
                surprises.append(lesson.turns["surprise"][ply])
                entropies.append(-sum(share * np.log(share) for share in policy[policy > 0]))
        values.append(lesson.record.result)
    assert found["games"] == 26
    assert found["samples"] == found["window"] == len(entropies)
    assert found["plies"] == pytest.approx(np.mean([lesson.record.plies for lesson in lessons]))
    for name, result in (("black wins", 1), ("white wins", -1), ("draws", 0)):
        assert found[name] == pytest.approx(values.count(result) / 26)
    assert found["surprise"] == pytest.approx(np.mean(surprises), rel=1e-5)
    assert found["root value error"] == pytest.approx(np.mean(errors), rel=1e-5)
    assert found["target entropy"] == pytest.approx(np.mean(entropies), rel=1e-3)
    assert found["distinct games"] == pytest.approx(25 / 26)
    assert (found["resigned"], found["resignation level"], found["resigned wrongly"]) == (0, 0, 0)


def test_figures_of_learning() -> None:
    shape = shape_for(new("gomoku", size=3, line=3), 1, 8)
    learner = Learner(new_network(shape, 0), Settings())
    found = figures.of_learning({"loss": 2.0}, {"loss": 3.0}, learner)
    assert (found["loss"], found["held-out loss"], found["steps"]) == (2.0, 3.0, 0)
    assert 10 < found["memory"] < 100_000  # MB


def test_memory_is_what_is_held() -> None:
    before = figures.resident_memory()
    held = np.ones(50_000_000, np.uint8)
    grown = figures.resident_memory() - before
    assert 40_000_000 < grown < 80_000_000
    assert held[0]


def test_memory_where_nobody_can_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = figures.resident_memory()
    monkeypatch.setattr(figures, "STATM", tmp_path / "statm")
    assert figures.resident_memory() >= 0.9 * before
