"""Games played out inside a forest: legal to the end, written down as they were, the same for any company."""

from typing import Any

import numpy as np
import pytest

import tengen
from tengen.games.policies import WHOLE
from tengen.search.conduct import Conduct
from tengen.search.forest import Forest
from tengen.search.method import settings_for
from tests.search.reference import Scripted

Turn = tuple[int, int, float, dict[int, int]]  # action, colour, value, policy

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("gomoku", {"size": 5, "line": 4}),
    ("reversi", {"size": 4}),
    ("go", {"size": 3, "limit": 20}),
]


def game_of(forest: Forest, index: int) -> list[Turn]:
    """The turns of a game as plain values: action, colour, value, policy."""
    arrays = forest.arrays
    turns, first = [], 0
    for turn in arrays.turns[index, : arrays.heads[index].turns]:
        entries = arrays.entries[index, first : first + turn.count]
        first += turn.count
        policy = dict(zip(entries["action"].tolist(), entries["weight"].tolist(), strict=True))
        turns.append((int(turn.action), int(turn.colour), float(turn.value), policy))
    return turns


@pytest.mark.parametrize("method", ["puct", "gumbel"])
@pytest.mark.parametrize("case", GAMES, ids=str)
def test_a_game_can_be_played_again_from_what_was_written(
    case: tuple[str, dict[str, Any]], method: str
) -> None:
    game, options = case
    start = tengen.new(game, **options)
    conduct = Conduct(temperatures=[1.0, 1.0, 0.0], close=False)
    forest = Forest(start.state, settings_for(method, simulations=8), 3, conduct=conduct)
    for index in range(3):
        forest.plant(index, start.state)
    forest.search(Scripted(len(forest.arrays.policy)))
    for index in range(3):
        position = start
        for action, colour, value, policy in game_of(forest, index):
            assert colour == position.to_move
            assert -1 <= value <= 1
            assert set(policy) <= set(position.legal().tolist())
            assert abs(sum(policy.values()) - WHOLE) <= len(policy)
            position = position.play(action)
        assert position.over
        assert position.state.tobytes() == forest.arrays.roots[index].tobytes()


def test_a_game_does_not_depend_on_its_company() -> None:
    start = tengen.new("gomoku", size=5, line=4)
    settings = settings_for("puct", simulations=10, noise=0.25)
    together = Forest(start.state, settings, 4, seed=9, conduct=Conduct(temperatures=[1.0]))
    for index in range(4):
        together.plant(index, start.state)
    together.search(Scripted(len(together.arrays.policy)))
    alone = Forest(start.state, settings, 4, seed=9, conduct=Conduct(temperatures=[1.0]))
    alone.plant(2, start.state)
    alone.search(Scripted(len(alone.arrays.policy)))
    assert game_of(alone, 2) == game_of(together, 2)
    assert len({tuple(turn[0] for turn in game_of(together, index)) for index in range(4)}) > 1


def test_temperature_zero_plays_the_best() -> None:
    start = tengen.new("gomoku", size=4, line=4)
    forest = Forest(start.state, settings_for("puct", simulations=12), conduct=Conduct())
    forest.plant(0, start.state)
    forest.search(Scripted(len(forest.arrays.policy)))
    assert all(policy[action] == max(policy.values()) for action, _, _, policy in game_of(forest, 0))


def test_temperature_sharpens_and_flattens() -> None:
    start = tengen.new("gomoku", size=3, line=3)
    counts = {}
    for temperature in (0.25, 1.0, 100.0):
        settings = settings_for("puct", simulations=40)
        forest = Forest(start.state, settings, 300, seed=1, conduct=Conduct(temperatures=[temperature]))
        for index in range(300):
            forest.plant(index, start.state)
        while any(head.turns == 0 for head in forest.arrays.heads):
            forest.grow(*Scripted(9)(forest.leaves()))
        first = [int(forest.arrays.turns[index, 0].action) for index in range(300)]
        counts[temperature] = np.bincount(first, minlength=9).max()
    assert counts[0.25] > counts[1.0] > counts[100.0]
