"""Random play says what positions are worth: exactly where it can be counted by hand."""

from functools import cache

import numpy as np
import pytest

from tengen.games.position import Position, new
from tengen.network.rollouts import RolloutEvaluator, rollouts

SEEDS = np.arange(1, 2, dtype=np.uint64)


def stack(*positions: Position) -> np.ndarray:
    states = np.empty(len(positions), positions[0].state.dtype)
    for i, position in enumerate(positions):
        states[i] = position.state
    return states


def played(position: Position, *actions: int) -> Position:
    for action in actions:
        position = position.play(action)
    return position


def tic_tac_toe(*actions: int) -> Position:
    return played(new("gomoku", size=3, line=3), *actions)


@cache
def worth(actions: tuple[int, ...]) -> float:
    """The mean result for the side to move when both sides play at random, counted over all games."""
    position = tic_tac_toe(*actions)
    if position.result is not None:
        return position.result * position.to_move
    return -float(np.mean([worth((*actions, int(action))) for action in position.legal()]))


def test_finished_games_are_counted_for_the_side_to_move() -> None:
    lost = tic_tac_toe(0, 3, 1, 4, 2)
    assert lost.result == 1
    assert rollouts(stack(lost), 3, SEEDS)[0] == -1


@pytest.mark.parametrize("actions", [(0, 1, 2, 4), (4, 0, 8, 1), (0, 4)])
def test_mean_of_random_games(actions: tuple[int, ...]) -> None:
    count = 20_000
    found = rollouts(stack(tic_tac_toe(*actions)), count, SEEDS)[0]
    assert abs(found - worth(actions)) < 5 / np.sqrt(count)


@pytest.mark.parametrize("game", ["gomoku", "go"])
def test_a_state_is_worth_the_same_in_any_batch(game: str) -> None:
    positions = [new(game, size=5)]
    for action in (3, 7, 11, 12, 18):
        positions.append(positions[-1].play(action))
    evaluator, states = RolloutEvaluator(count=4, seed=9), stack(*positions)
    logits, values = evaluator(states)
    assert logits.shape == (6, 25 + (game == "go"))
    assert not logits.any()
    np.testing.assert_array_equal(evaluator(states[::-1])[1][::-1], values)
    np.testing.assert_array_equal([evaluator(states[i : i + 1])[1][0] for i in range(6)], values)
    assert len(set(values)) > 1
    assert np.abs(values).max() <= 1


def test_the_states_are_left_alone() -> None:
    states = stack(tic_tac_toe(4))
    before = states.tobytes()
    RolloutEvaluator(count=10)(states)
    assert states.tobytes() == before


def test_it_asks_for_states() -> None:
    assert RolloutEvaluator.wants_states


def test_at_least_one() -> None:
    with pytest.raises(ValueError, match="count is 0: at least one roll-out is needed"):
        RolloutEvaluator(count=0)
