"""Whose value it is: through passes, handicaps and exchanged colours."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tengen
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position, set_up
from tengen.search.conduct import Conduct
from tengen.search.findings import Findings, findings
from tengen.search.forest import Forest
from tengen.search.method import settings_for
from tests.search.reference import Scripted

METHODS = ("puct", "gumbel")
Answers = tuple[NDArray[np.float32], NDArray[np.float32]]


class Partisan:
    """Thinks that one colour wins wherever it looks; it is shown states."""

    name, wants_states = "partisan", True

    def __init__(self, colour: int, actions: int) -> None:
        self.colour, self.actions = colour, actions

    def __call__(self, states: NDArray[Any], /) -> Answers:
        """Even policies, and the colour's win as the side to move sees it."""
        values = 0.9 * self.colour * states["to_move"]
        return np.zeros((len(states), self.actions), np.float32), values.astype(np.float32)


def searched(position: Position, evaluator: Any, method: str, simulations: int = 40) -> Findings:
    """What a search of one position finds."""
    options = {"gumbel_noise": 0.0} if method == "gumbel" else {}
    forest = Forest(position.state, settings_for(method, simulations=simulations, **options))
    forest.plant(0, position.state)
    forest.search(evaluator)
    return findings(forest)


def exchanged(position: Position) -> Position:
    """The same position with the colours exchanged."""
    black, white = (np.flatnonzero(position.board == colour).tolist() for colour in (BLACK, WHITE))
    return set_up(position.game, white, black, -position.to_move, **position.options)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("game", "options"), [("gomoku", {"size": 6, "line": 5}), ("reversi", {"size": 6})])
def test_exchanged_colours_change_nothing_but_the_sign(
    game: str, options: dict[str, Any], method: str
) -> None:
    rng = np.random.default_rng(1)
    for _ in range(10):
        position = tengen.new(game, **options)
        for _ in range(rng.integers(2, 12)):
            position = position.play(rng.choice(position.legal()))
        black, white = (np.flatnonzero(position.board == colour).tolist() for colour in (BLACK, WHITE))
        position = set_up(game, black, white, position.to_move, **options)
        actions = position.size**2 + (game != "gomoku")
        one = searched(position, Scripted(actions), method)
        other = searched(exchanged(position), Scripted(actions), method)
        assert one.candidates == other.candidates  # values as the side to move sees them
        assert (one.policy == other.policy).all()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_a_known_winner_through_passes(method: str, colour: int) -> None:
    rng, passes = np.random.default_rng(0), 0
    while passes < 10:
        position = tengen.new("reversi", size=4)
        while not position.over:
            if 16 in position.legal():
                passes += 1
                found = searched(position, Partisan(colour, 17), method, simulations=6)
                undecided = [each for each in found.candidates if not position.play(each.action).over]
                for each in undecided:
                    assert np.sign(found.evaluation) == colour * position.to_move
                    assert each.action == 16
            position = position.play(rng.choice(position.legal()))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_a_known_winner_after_a_handicap(method: str, colour: int) -> None:
    position = set_up("go", black=[12, 36], to_move=WHITE, size=7)
    found = searched(position, Partisan(colour, 50), method)
    assert found.value == pytest.approx(-0.9 * colour, abs=0.1)
    assert all(each.value == pytest.approx(-0.9 * colour, abs=0.1) for each in found.candidates)


@pytest.mark.parametrize("method", METHODS)
def test_a_mirror_match_is_even(method: str) -> None:
    start = tengen.new("gomoku", size=5, line=4)
    games = 200
    settings = settings_for(method, simulations=12, **({"noise": 0.25} if method == "puct" else {}))
    forests = [
        Forest(start.state, settings, games, seed=seed, conduct=Conduct(temperatures=[1.0] * 4 + [0.2]))
        for seed in (1, 2)
    ]
    for forest in forests:
        for index in range(games):
            forest.plant(index, start.state)
        forest.search(Scripted(25))
    first, second = (forest.arrays.roots["result"].astype(float) for forest in forests)
    pairs = (first - second) / 2  # the same player on both sides: what one gains as Black the other loses
    score = float(pairs.mean())
    assert abs(score) < 2.6 * pairs.std() / np.sqrt(games)
