"""The benchmark of networks measures what it says."""

import numpy as np
import pytest

from tengen.bench import network as bench
from tengen.games.position import new
from tengen.network.card import Card
from tengen.network.evaluator import NetworkEvaluator
from tengen.network.export import to_onnx
from tengen.network.model import new_network
from tengen.network.shape import shape_for


def test_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "CASES": ((5, 1, 8),),
        "BATCHES": (1, 4),
        "TURNS": 2,
        "TURN": 0.001,
        "ROWS": 16,
    }.items():
        monkeypatch.setattr(bench, name, value)
    rows = bench.rows()
    assert [row.unit for row in rows] == ["positions/s"] * 4 + ["nats", "of [-1, 1]", "rows"]
    assert all(row.value > 0 for row in rows[:4])
    assert rows[0].target == pytest.approx(0.95 * rows[1].value)
    assert rows[-1].value == 0
    assert all(row.met for row in rows[4:])


def test_agreement_by_hand() -> None:
    even, sure = np.zeros((1, 2), np.float32), np.log(np.array([[3.0, 1.0]], np.float32))
    half, none = np.full(1, 0.5, np.float32), np.zeros(1, np.float32)
    divergence, gap = bench.agreement("", (sure, half), (even, none))
    assert divergence.value == pytest.approx(0.5 * np.log(0.5 / 0.75) + 0.5 * np.log(0.5 / 0.25), rel=1e-5)
    assert gap.value == 0.5
    assert not divergence.met


def test_a_row_that_differs_is_counted() -> None:
    shape = shape_for(new("gomoku", size=5), 1, 8)

    class Fickle(NetworkEvaluator):
        def __call__(self, planes):  # type: ignore[no-untyped-def]
            logits, values = super().__call__(planes)
            return logits, values + (len(planes) == 3)

    fickle = Fickle(to_onnx(new_network(shape, seed=0), Card(shape=shape)))
    planes = np.random.default_rng(0).random((6, shape.channels_in, 5, 5)).astype(np.float32)
    assert bench.differing(fickle, planes) == 6


def test_positions_go_on_after_a_game_ends() -> None:
    positions = bench.random_positions(new("gomoku", size=3, line=3), 40)
    assert len(positions) == 40
    assert not any(position.over for position in positions)
