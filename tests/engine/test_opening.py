"""Swap2: stones that leave the game open, and the side that a search thinks better of."""

import itertools

import numpy as np
import pytest

import tengen
from tengen.engine.opening import answer
from tengen.engine.opinion import opinion
from tengen.engine.session import Session
from tengen.games.fours import winning_fours
from tengen.games.grid import BLACK, WHITE
from tengen.games.openings import random_opening
from tengen.games.position import Position
from tengen.network.plain import RandomEvaluator
from tengen.network.rollouts import RolloutEvaluator
from tests.engine.dialogues import uniform

EMPTY = tengen.new("gomoku", size=15)


def placed(names: str) -> Position:
    position = EMPTY
    for name in names.split():
        position = position.play(name)
    return position


@pytest.mark.parametrize("seed", range(5))
def test_three_stones_leave_the_game_open(seed: int) -> None:
    stones = answer(EMPTY, Session(uniform, "gomoku"), seed)
    position = EMPTY
    for point in stones:
        position = position.play(point)
    assert len(set(stones)) == 3
    assert not any(winning_fours(position, colour) for colour in (BLACK, WHITE))


def test_stones_are_chosen_that_look_even() -> None:
    evaluator = RandomEvaluator(1)
    session = Session(lambda _: evaluator, "gomoku")
    chosen, by_chance = list[float](), list[float]()
    for seed in range(4):
        for stones, found in (
            (answer(EMPTY, session, seed), chosen),
            (random_opening(EMPTY, np.random.default_rng(seed), 3), by_chance),
        ):
            position = EMPTY
            for point in stones:
                position = position.play(point)
            win, _, loss = opinion(position, evaluator).outcome
            found.append(abs(win - loss))
    assert sum(chosen) < sum(by_chance)


def test_the_better_side_is_taken() -> None:
    session = Session(lambda _: RolloutEvaluator(4), "gomoku", simulations=60)
    black_wins = placed("H8 A1 H9 O15 H10")
    assert answer(black_wins, session) == []  # SWAP: we are Black
    white_wins = placed("A1 H8 O15 H9 A15")
    for stones in (black_wins, white_wins):
        assert len(stones.actions) == 5
    four = tengen.new("gomoku", size=15, line=3)
    for name in ("A1", "H8", "O15", "H9", "A15"):
        four = four.play(name)
    (point,) = answer(four, session)
    assert four.name(point) in ("H7", "H10")  # White wins at once


def test_two_more_stones_where_nothing_is_clear() -> None:
    stones = answer(placed("H8 H9 A1"), Session(uniform, "gomoku", simulations=20))
    assert len(set(stones)) == 2


def test_no_swap2_begins_so() -> None:
    session = Session(uniform, "gomoku")
    before = session.position
    for plies in itertools.chain(range(1, 3), (4,)):
        with pytest.raises(ValueError, match="swap2 cannot begin"):
            answer(placed(" ".join(["H8", "H9", "A1", "A2"][:plies])), session)
    assert session.position is before
