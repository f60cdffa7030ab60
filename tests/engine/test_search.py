"""A search in steps finds what a search in one go finds; it can be looked at and left at any moment."""

import numpy as np
import pytest

import tengen
from tengen.engine.search import SLICE, Search
from tengen.games.position import Position
from tengen.network.plain import RandomEvaluator, UniformEvaluator
from tengen.network.rollouts import RolloutEvaluator
from tengen.search.findings import findings
from tengen.search.forest import Forest
from tengen.search.method import settings_for

THREE = tengen.new("gomoku", size=3, line=3)


def run(search: Search) -> Search:
    while search.step():
        pass
    return search


def in_one_go(position: Position, simulations: int) -> Forest:
    forest = Forest(position.state, settings_for("puct", simulations=simulations, tactics=1))
    forest.plant(0, position.state)
    forest.search(RandomEvaluator(1))
    return forest


@pytest.mark.parametrize("simulations", [1, 7, SLICE, 2 * SLICE + 3, 2000])
def test_steps_lead_to_the_same_as_one_go(simulations: int) -> None:
    search = run(Search(THREE, RandomEvaluator(1), simulations))
    assert search.simulations == simulations
    assert search.found().candidates == findings(in_one_go(THREE, simulations)).candidates


def test_it_can_be_looked_at_after_any_step() -> None:
    search = Search(tengen.new("go", size=5), UniformEvaluator(has_pass=True))
    search.step()
    assert search.simulations == 0
    for expected in range(1, 40):
        search.step()
        found = search.found()
        assert search.simulations == found.visits - 1 == expected
        assert found.best == found.candidates[0].action


def test_a_finished_game_under_every_leaf_does_not_keep_it() -> None:
    position = THREE
    for name in ("A1", "B1", "C1", "A2", "B2", "A3", "C2"):
        position = position.play(name)
    search = Search(position, UniformEvaluator())  # two points are left: soon nothing needs the evaluator
    for _ in range(20):
        assert search.step()
    assert search.simulations > 10 * SLICE


def test_what_is_to_be_avoided_is_avoided() -> None:
    position = THREE.play("A1").play("B1").play("A2").play("B2")  # Black wins at A3
    assert position.name(run(Search(position, RolloutEvaluator(4), 100)).found().best) == "A3"
    search = run(Search(position, RolloutEvaluator(4), 100, avoid=[position.action("A3")]))
    names = {position.name(each.action) for each in search.found().candidates}
    assert names == {"B3", "C1", "C2", "C3"}
    assert position.name(search.found().best) == "B3"  # else White would win there
    only = Search(position, RolloutEvaluator(4), 50, avoid=set(position.legal().tolist()) - {8})
    assert run(only).found().best == 8
    with pytest.raises(ValueError, match="all legal actions are to be avoided"):
        Search(position, UniformEvaluator(), avoid=range(9))


def test_a_game_that_is_over() -> None:
    over = tengen.new("go", size=5).play("pass").play("pass")
    with pytest.raises(ValueError, match="the game is over"):
        Search(over, UniformEvaluator(has_pass=True))


def test_little_memory_is_kept_to() -> None:
    search = run(Search(tengen.new("go", size=5), UniformEvaluator(has_pass=True), 1000, memory=20_000))
    assert search.simulations == 1000
    assert np.sum([each.visits for each in search.found().candidates]) == 1000
