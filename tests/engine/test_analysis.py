"""Analysis of one position, with the tiny networks."""

from pathlib import Path

import numpy as np
import pytest

import tengen
from tengen.engine.analysis import analyze
from tengen.network.card import BadNetwork
from tengen.network.evaluator import NetworkEvaluator
from tengen.network.plain import UniformEvaluator
from tengen.network.rollouts import RolloutEvaluator

DATA = Path(__file__).parents[1] / "network" / "data"


def test_go_knows_score_and_ownership() -> None:
    position = tengen.new("go", size=7).play("D4")
    analysis = analyze(position, DATA / "go_1x8.onnx", 30)
    assert analysis.found.visits == 31
    assert 0 < analysis.win_rate < 1
    assert analysis.score is not None
    assert analysis.ownership is not None
    assert analysis.ownership.shape == (7, 7)
    assert np.abs(analysis.ownership).max() <= 1
    names = analysis.names(analysis.found.candidates[0].line).split()
    assert position.action(names[0]) == analysis.found.best


def test_the_same_again() -> None:
    position = tengen.new("gomoku", size=9).play(40)
    evaluator = NetworkEvaluator(DATA / "gomoku_1x8.onnx")
    one, two = (analyze(position, evaluator, 50, search="gumbel").found for _ in range(2))
    assert one.candidates == two.candidates
    assert analyze(position, evaluator, 50).score is None


@pytest.mark.parametrize("search", ["puct", "gumbel"])
def test_a_five_is_made_and_stopped_without_any_training(search: str) -> None:
    position = tengen.new("gomoku", size=15)
    for name in ("A1", "H8", "C1", "H9", "E1", "H10", "G1", "H11"):
        position = position.play(name)
    evaluator = NetworkEvaluator(DATA / "gomoku_1x8.onnx")
    stopped = analyze(position, evaluator, 16, search)
    assert {position.name(each.action) for each in stopped.found.candidates} == {"H7", "H12"}
    made = analyze(position.play("A15"), evaluator, 16, search)
    assert position.name(made.found.best) in ("H7", "H12")
    assert made.win_rate > 0.9


def test_without_a_network() -> None:
    position = tengen.new("gomoku", size=3, line=3)
    for name in ("A3", "A1", "B3", "B1"):
        position = position.play(name)
    assert position.name(analyze(position, RolloutEvaluator(4), 200).found.best) == "C3"
    assert analyze(position, UniformEvaluator(), 200).win_rate > 0.5


def test_the_wrong_network() -> None:
    with pytest.raises(BadNetwork, match="no network 'nobody'"):
        analyze(tengen.new("go", size=7), "nobody")
    for network in (DATA / "go_1x8.onnx", NetworkEvaluator(DATA / "go_1x8.onnx")):
        with pytest.raises(BadNetwork, match=r"go_1x8\.onnx plays go, not gomoku: give a network of gomoku"):
            analyze(tengen.new("gomoku", size=7), network)
