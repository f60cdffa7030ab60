"""Each seat chooses what its kind of player would."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tengen
from tengen.arena.openings import random_stones
from tengen.arena.opponents import PlayerSeat, PolicySeat, SearchSeat, rollout_seat, strongest
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position, set_up
from tengen.network.evaluator import NetworkEvaluator, planes_of
from tengen.play.player import Random, Tactician
from tengen.search.findings import findings
from tengen.search.forest import Forest
from tests.search.reference import Scripted

START = tengen.new("gomoku", size=5, line=4)


def some(count: int) -> list[Position]:
    return random_stones(START, count, 4, np.random.default_rng(1))


class Ranked:
    """An evaluator that likes actions the better the higher they are, but point 7 best, and 6 as much."""

    name = "ranked"

    def __call__(self, batch: NDArray[Any], /) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        logits = np.tile(np.arange(25, dtype=np.float32), (len(batch), 1))
        logits[:, 6:8] = 100
        return logits, np.zeros(len(batch), np.float32)


def test_a_player_is_asked_position_by_position() -> None:
    seat, twin = PlayerSeat(Random(np.random.default_rng(3))), Random(np.random.default_rng(3))
    assert seat.name == "random"
    assert seat.choose(some(9)) == [twin.choose(position) for position in some(9)]
    assert PlayerSeat(Tactician(np.random.default_rng(3)), "sees fours").name == "sees fours"
    seat.close()


def test_a_network_alone_plays_what_it_likes_best_among_the_legal() -> None:
    seat = PolicySeat(Ranked())
    assert seat.name == "ranked, no search"
    boards = [START, START.play(6), START.play(6).play(7), START.play(6).play(7).play(24)]
    assert seat.choose(boards) == [6, 7, 24, 23]
    seat.close()


@pytest.mark.parametrize("method", ["gumbel", "puct"])
def test_a_search_chooses_as_if_alone(method: str) -> None:
    settings = strongest(method, simulations=20)
    seat = SearchSeat(Scripted(25), settings, trees=4, seed=2)
    assert seat.name == "scripted, 20 simulations"
    positions = some(10)  # more than there are trees
    expected = []
    for position in positions:
        forest = Forest(position.state, settings)
        forest.plant(0, position.state)
        forest.search(Scripted(25))
        expected.append(findings(forest).best)
    assert seat.choose(positions) == expected
    assert seat.choose(positions[::-1]) == expected[::-1]
    seat.close()
    assert seat.choose(positions[:3]) == expected[:3]


def test_a_search_follows_a_change_of_rules() -> None:
    seat = SearchSeat(Uniform(), strongest("puct", simulations=60), trees=2)
    for size, line in ((5, 4), (3, 3), (5, 3)):
        row = [f"{letter}1" for letter in "ABCDE"[: line - 1]]
        away = [f"{letter}3" for letter in "ABCDE"[: line - 2]]
        position = set_up("gomoku", row, [*away, "E5" if size > 3 else "C2"], BLACK, size=size, line=line)
        assert seat.choose([position]) == [position.action(f"{'ABCDE'[line - 1]}1")]


class Uniform:
    """Knows nothing."""

    name = "uniform"

    def __call__(self, batch: NDArray[Any], /) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        area = batch.shape[-1] ** 2
        return np.zeros((len(batch), area), np.float32), np.zeros(len(batch), np.float32)


def test_strength_has_no_noise() -> None:
    assert strongest(simulations=8).gumbel_noise == 0
    assert strongest("puct", simulations=8).noise == 0
    assert strongest("gumbel", gumbel_noise=0.5).gumbel_noise == 0.5
    with pytest.raises(ValueError, match="no search called 'mcts'"):
        strongest("mcts")


def test_roll_outs_see_a_win_and_stop_a_loss() -> None:
    seat = rollout_seat(400)
    assert seat.name == "400 roll-outs"
    win = set_up("gomoku", ["A1", "B1"], ["A3", "B3"], BLACK, size=3, line=3)
    loss = set_up("gomoku", ["A1", "B1"], ["B2"], WHITE, size=3, line=3)
    assert [win.name(action) for action in seat.choose([win, loss])] == ["C1", "C1"]
    seat.close()


def test_a_published_network_says_what_it_wants_to_see() -> None:
    data = __file__.replace("arena/test_opponents.py", "network/data/gomoku_1x8.onnx")
    evaluator = NetworkEvaluator(data)
    assert planes_of(evaluator) == evaluator.card.shape.planes
    assert planes_of(Uniform()) == "tengen"
    positions = random_stones(tengen.new("gomoku", size=9), 5, 4, np.random.default_rng(1))
    for seat in (PolicySeat(evaluator), SearchSeat(evaluator, strongest(simulations=8))):
        for position, action in zip(positions, seat.choose(positions), strict=True):
            assert action in position.legal()
