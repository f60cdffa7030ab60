"""Games taken out of a forest go on in another one as they would have gone on."""

import numpy as np
import pytest

import tengen
from tengen.search.conduct import Conduct
from tengen.search.forest import Forest
from tengen.search.method import settings_for
from tengen.search.pause import put_back, take_out
from tests.search.reference import Scripted


def forest_of(start: tengen.Position, method: str, seed: int, trees: int = 5) -> Forest:
    conduct = Conduct(temperatures=[1.0], full_share=0.6, fast_simulations=3, exempt=0.5)
    return Forest(start.state, settings_for(method, simulations=9), trees, seed=seed, conduct=conduct)


@pytest.mark.parametrize("method", ["puct", "gumbel"])
@pytest.mark.parametrize("game", [("gomoku", {"size": 5, "line": 4}), ("go", {"size": 3})], ids=str)
def test_paused_games_end_as_they_would_have(game: tuple[str, dict[str, int]], method: str) -> None:
    start = tengen.new(game[0], **game[1])
    one = forest_of(start, method, seed=3)
    evaluator = Scripted(len(one.arrays.policy))
    for index in range(5):
        one.plant(index, start.state)
    for _ in range(60):
        one.step(evaluator)
    games = {name: array.copy() for name, array in take_out(one).items()}
    other = forest_of(start, method, seed=99)
    assert put_back(other, games)
    for forest in (one, other):
        forest.search(evaluator)
    assert one.arrays.roots.tobytes() == other.arrays.roots.tobytes()
    for index, head in enumerate(one.arrays.heads):
        assert head.turns == other.arrays.heads[index].turns
        mine, theirs = (each.arrays.turns[index, : head.turns] for each in (one, other))
        assert mine.tobytes() == theirs.tobytes()
        mine, theirs = (each.arrays.entries[index, : head.entries] for each in (one, other))
        assert mine.tobytes() == theirs.tobytes()


def test_games_that_do_not_fit_are_left_alone() -> None:
    start = tengen.new("gomoku", size=5, line=4)
    forest = forest_of(start, "puct", seed=1)
    for index in range(5):
        forest.plant(index, start.state)
    before = forest.arrays.roots.copy()
    fewer = forest_of(start, "puct", seed=1, trees=4)
    other = take_out(fewer)
    assert not put_back(forest, other)
    older = take_out(forest) | {"roots": np.zeros(5, [("gomoku_of_old", np.uint8)])}
    assert not put_back(forest, older)
    assert forest.arrays.roots.tobytes() == before.tobytes()
