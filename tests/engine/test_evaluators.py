"""Who is asked about a position."""

import shutil
from pathlib import Path

import pytest

import tengen
from tengen.engine.evaluators import Evaluators, name_of
from tengen.network import zoo
from tengen.network.card import BadNetwork
from tengen.network.rollouts import RolloutEvaluator

DATA = Path(__file__).parents[1] / "network" / "data"
GO = str(DATA / "go_1x8.onnx")


def test_a_network_that_was_asked_for() -> None:
    find = Evaluators(GO)
    evaluator = find(tengen.new("go", size=5))
    assert evaluator.name == GO
    assert find(tengen.new("go", size=9)) is evaluator
    assert name_of(evaluator) == "go_1x8"
    with pytest.raises(BadNetwork, match="plays go, not gomoku"):
        find(tengen.new("gomoku"))
    with pytest.raises(BadNetwork, match="was trained for other rules of gomoku: play by"):
        Evaluators(str(DATA / "gomoku_1x8.onnx"))(tengen.new("gomoku", rule="renju"))
    with pytest.raises(BadNetwork, match="no network 'nobody'"):
        Evaluators("nobody")


def test_those_that_come_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, tiny in (("go5", "go_1x8"), ("gomoku9", "gomoku_1x8")):
        shutil.copy(DATA / f"{tiny}.onnx", tmp_path / f"{name}.onnx")
    monkeypatch.setattr(zoo, "SHIPPED", tmp_path)
    find = Evaluators()
    assert find(tengen.new("go", size=5)).name == "go5"
    assert find(tengen.new("gomoku", size=9)).name == "gomoku9"
    assert isinstance(find(tengen.new("gomoku", size=9, rule="renju")), RolloutEvaluator)
    assert isinstance(find(tengen.new("go", size=6)), RolloutEvaluator)
    assert name_of(find(tengen.new("go", size=6))) == "roll-outs"
