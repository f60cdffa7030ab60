"""An opinion is the network's, whichever way the board is turned."""

from pathlib import Path

import numpy as np
import pytest

import tengen
from tengen.engine.opinion import opinion
from tengen.games.grid import SYMMETRIES, turned_action
from tengen.games.position import Position, set_up
from tengen.network.evaluator import NetworkEvaluator
from tengen.network.plain import RandomEvaluator
from tengen.network.rollouts import RolloutEvaluator

DATA = Path(__file__).parents[1] / "network" / "data"


def turned(position: Position, symmetry: int) -> Position:
    """The same game on a board turned round."""
    other = tengen.new(position.game, **position.options)
    for action in position.actions:
        other = other.play(turned_action(symmetry, action, position.size))
    return other


@pytest.mark.parametrize("symmetry", range(SYMMETRIES))
def test_a_turned_board_is_another_question_with_the_answer_turned_back(symmetry: int) -> None:
    evaluator = NetworkEvaluator(DATA / "go_1x8.onnx")
    position = tengen.new("go", size=7).play("C3").play("D5").play("pass")
    said = opinion(position, evaluator, symmetry)
    there = opinion(turned(position, symmetry), evaluator)
    actions = [turned_action(symmetry, action, 7) for action in range(50)]
    np.testing.assert_allclose(said.policy, there.policy[actions], atol=1e-6)
    assert said.ownership is not None
    assert there.ownership is not None
    np.testing.assert_allclose(said.ownership.ravel(), there.ownership.ravel()[actions[:-1]], atol=1e-6)
    assert said.score == pytest.approx(there.score, abs=1e-5)
    assert said.outcome == pytest.approx(there.outcome, abs=1e-5)


def test_a_policy_is_of_legal_actions() -> None:
    position = tengen.new("go", size=5).play("C3").play("D4")
    said = opinion(position, RandomEvaluator(3, has_pass=True))
    assert said.policy.sum() == pytest.approx(1)
    assert np.flatnonzero(said.policy).tolist() == position.legal().tolist()
    assert (said.score, said.ownership) == (None, None)
    assert sum(said.outcome) == pytest.approx(1)


def test_random_games_have_opinions_too() -> None:
    black, white = ["A1", "B1", "A3", "C2"], ["A2", "B2", "B3", "C3"]
    position = set_up("gomoku", black, white, size=3, line=3)  # Black wins on the last point
    assert opinion(position, RolloutEvaluator(4)).outcome == (1, 0, 0)
