"""The benchmark of the learner gives its table; how fast it is is not tested."""

import numpy as np
import pytest
import torch

from tengen import config
from tengen.bench import learner


def test_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"PRESETS": ("tictactoe",), "BATCH": 64, "SAMPLES": 200, "TURNS": 2}.items():
        monkeypatch.setattr(learner, name, value)
    rows = learner.rows(0.0)
    assert [row.unit for row in rows] == ["samples/s", "samples/s", "times"]
    one, two, ratio = (row.value for row in rows)
    assert ratio == pytest.approx(two / one)
    assert min(one, two) > 0


def test_it_learns_on_as_many_threads_as_it_says() -> None:
    chosen, before = config.read(config.preset("tictactoe")), torch.get_num_threads()
    assert [len(learner.learner(chosen, threads).replicas.twins) for threads in (1, 2)] == [1, 2]
    assert torch.get_num_threads() == before


def test_its_batch_is_one_to_learn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learner, "SAMPLES", 200)
    batch = learner.random_batch(config.read(config.preset("gomoku9")))
    assert len(batch.planes) == learner.BATCH
    np.testing.assert_allclose(batch.policy.sum(1), 1, atol=1e-3)
    np.testing.assert_allclose(batch.outcome.sum(1), 1, atol=1e-6)


def test_everybody_has_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learner, "TURNS", 3)
    calls: list[str] = []
    best = learner.interleaved([lambda: calls.append("one"), lambda: calls.append("two")], 0.0)
    assert calls == ["one", "two"] * 4
    assert len(best) == 2
