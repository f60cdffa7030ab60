"""What a search found, read out of its arrays."""

import numpy as np
import pytest

import tengen
from tengen.games.position import Position
from tengen.search.findings import best_action, findings
from tengen.search.forest import BadAnswer, Forest
from tengen.search.method import settings_for
from tests.search.reference import Gumbel, Puct, Scripted, scripted


@pytest.mark.parametrize(("method", "reference"), [("puct", Puct), ("gumbel", Gumbel)])
def test_like_the_reference(method: str, reference: type[Puct] | type[Gumbel]) -> None:
    position = tengen.new("gomoku", size=5, line=4).play(12)
    settings = settings_for(method, simulations=40)
    forest = Forest(position.state, settings, seed=5)
    forest.plant(0, position.state)
    forest.search(Scripted(25))
    found, root = findings(forest), reference(settings, scripted, 5).run(position, 40)
    assert found.visits == root.visits == 41
    assert found.value == pytest.approx(-root.value_sum / root.visits)  # White is to move
    assert found.evaluation == pytest.approx(-root.evaluation)
    assert {each.action: each.visits for each in found.candidates} == root.edge_visits
    for each in found.candidates:
        assert each.value == pytest.approx(root.q(each.action))
        assert each.prior == pytest.approx(root.priors[each.action])
        check_line(position, each.line)
    assert found.candidates[0].action == found.best == best_action(forest)
    assert np.isclose(found.policy.sum(), 1)
    assert set(np.flatnonzero(found.policy)) <= set(position.legal().tolist())


def check_line(position: Position, line: tuple[int, ...]) -> None:
    """A line can be played."""
    assert line
    for action in line:
        position = position.play(action)


class Broken(Scripted):
    """Goes wrong after a while."""

    name = "models:broken"
    calls = 0

    def __call__(self, batch):  # type: ignore[no-untyped-def]
        """As before, but for one number."""
        logits, values = super().__call__(batch)
        self.calls += 1
        if self.calls == 7:
            values[0] = np.nan
        return logits, values


def test_an_answer_that_is_no_number_names_who_gave_it() -> None:
    start = tengen.new("gomoku", size=5, line=4).state
    forest = Forest(start, settings_for("puct", simulations=50))
    forest.plant(0, start)
    with pytest.raises(BadAnswer, match=r"^models:broken cannot be used: row 0 .* holds NaN or infinity$"):
        forest.search(Broken(25))


def test_answers_of_another_shape_are_refused() -> None:
    start = tengen.new("gomoku", size=5, line=4).state
    forest = Forest(start, settings_for("puct"))
    forest.plant(0, start)
    forest.leaves()
    with pytest.raises(ValueError, match=r"wanted \[1, 25\] and \[1\]"):
        forest.grow(np.zeros((1, 26), np.float32), np.zeros(1, np.float32))


def test_a_finished_game_is_not_searched() -> None:
    over = tengen.new("gomoku", size=3, line=3)
    for action in (0, 3, 1, 4, 2):
        over = over.play(action)
    forest = Forest(over.state, settings_for("puct"))
    with pytest.raises(ValueError, match="the game is over"):
        forest.plant(0, over.state)
