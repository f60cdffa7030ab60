"""Openings are distinct, open, and the same for the same generator."""

import numpy as np
import pytest

import tengen
from tengen.arena.openings import random_stones
from tengen.games.fours import winning_fours
from tengen.games.grid import BLACK, WHITE


@pytest.mark.parametrize(("game", "plies"), [("go", 2), ("go", 5), ("gomoku", 4), ("reversi", 6)])
def test_they_differ_and_leave_the_game_open(game: str, plies: int) -> None:
    start = tengen.new(game, size=8)
    found = random_stones(start, 50, plies, np.random.default_rng(1))
    assert len({position.board.tobytes() for position in found}) == len(found) == 50
    for position in found:
        assert position.ply == len(position.actions) == plies
        assert not position.over
        assert 64 not in position.actions
        if game == "gomoku":
            assert not winning_fours(position, BLACK)
            assert not winning_fours(position, WHITE)


def test_a_generator_gives_the_same_ones_again() -> None:
    start = tengen.new("go", size=5)
    one, same, other = (random_stones(start, 5, 2, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one == same != other


def test_where_there_are_no_more_they_come_round_again() -> None:
    found = random_stones(tengen.new("go", size=3), 20, 1, np.random.default_rng(1))
    boards = [position.board.tobytes() for position in found]
    assert len(set(boards[:9])) == 9
    assert boards[9:18] == boards[:9]
    assert [position.ply for position in random_stones(tengen.new("go"), 3, 0, np.random.default_rng(1))] == [
        0
    ] * 3


def test_they_go_on_from_where_the_game_stands() -> None:
    start = tengen.new("gomoku", size=9).play("E5")
    for position in random_stones(start, 5, 2, np.random.default_rng(1)):
        assert position.ply == 3
        assert position.board[4, 4] == BLACK


def test_games_that_are_too_short_are_refused() -> None:
    with pytest.raises(
        ValueError, match="the game ended in each of 1000 random openings of 3 plies from <go"
    ):
        random_stones(tengen.new("go", size=5, limit=2), 1, 3, np.random.default_rng(1))
