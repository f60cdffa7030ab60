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
    scores.look_up(analysis, 3)
    *looked_up, other = analysis.found.candidates[:4]
    for each in looked_up:
        score = outlook(position.play(each.action), NETWORK)[0]
        assert score is not None
        assert scores.after(analysis, each) == pytest.approx(-score, abs=1e-5)
    assert scores.after(analysis, other) == analysis.score


def test_a_finished_game_is_counted() -> None:
    position = tengen.new("go", size=5, komi=0.5).play("C3").play("pass").play("A1").play("pass")
    analysis, scores = analyze(position, NETWORK, 200), Scores(NETWORK)
    assert any(each.action == 25 for each in analysis.found.candidates)
    scores.look_up(analysis, 26)
    assert scores.after(analysis, candidate(25)) == 24.5


def test_nobody_can_tell() -> None:
    analysis = analyze(tengen.new("gomoku", size=5), UniformEvaluator(), 10)
    scores = Scores(UniformEvaluator())
    scores.look_up(analysis)
    assert scores.after(analysis, candidate(3)) == 0
