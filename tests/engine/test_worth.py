"""What candidates are worth."""

from pathlib import Path

import pytest

import tengen
from tengen.engine.analysis import Analysis, analyze, outlook
from tengen.engine.worth import Scores, lower_bound, win_rate
from tengen.network.evaluator import NetworkEvaluator
from tengen.network.plain import UniformEvaluator
from tengen.search.findings import Candidate

NETWORK = NetworkEvaluator(Path(__file__).parents[1] / "network" / "data" / "go_1x8.onnx")


def candidate(action: int, visits: int = 10, value: float = 0.0) -> Candidate:
    return Candidate(action, visits, 0.1, value, (action,))


def test_chances() -> None:
    assert win_rate(candidate(0, value=-0.5)) == 0.25
    bounds = [lower_bound(candidate(0, visits)) for visits in (1, 10, 100, 10_000)]
    assert bounds == sorted(bounds)
    assert bounds[0] == 0
    assert bounds[2] == pytest.approx(0.402)  # 0.5 - 1.96 x 0.05
    assert lower_bound(candidate(0, value=1)) == 1


def test_a_score_is_that_of_the_position_after() -> None:
    position = tengen.new("go", size=5, komi=0.5).play("C3")
    analysis: Analysis = analyze(position, NETWORK, 10)
    scores = Scores(NETWORK)
    score = outlook(position.play(0), NETWORK)[0]
    assert score is not None
    assert scores.after(analysis, candidate(0), ask=False) == analysis.score
    assert scores.after(analysis, candidate(0)) == pytest.approx(-score)
    assert scores.after(analysis, candidate(0), ask=False) == pytest.approx(-score)  # it is known now


def test_a_finished_game_is_counted() -> None:
    position = tengen.new("go", size=5, komi=0.5).play("C3").play("pass").play("A1").play("pass")
    analysis = analyze(position, NETWORK, 10)
    assert Scores(NETWORK).after(analysis, candidate(25)) == 24.5
    after = analyze(position.play("B1"), NETWORK, 10)
    assert after.position.to_move == -position.to_move


def test_nobody_can_tell() -> None:
    analysis = analyze(tengen.new("gomoku", size=5), UniformEvaluator(), 10)
    assert Scores(UniformEvaluator()).after(analysis, candidate(3)) == 0
