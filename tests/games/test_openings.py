"""Openings leave the game open: nobody has a win by fours, and the actions are a legal beginning."""

from typing import Any

import numpy as np
import pytest

import tengen
from tengen.games.fours import fives, winning_fours
from tengen.games.grid import BLACK, WHITE
from tengen.games.openings import STONES, central_points, random_opening, random_plies

BOARDS = [
    {"size": 19, "line": 6},
    {"size": 9},
    {"size": 15},
    {"size": 15, "rule": "exact"},
    {"size": 15, "rule": "renju"},
    {"size": 20, "rule": "renju"},
]


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_openings_are_legal_and_leave_the_game_open(options: dict[str, Any]) -> None:
    start, generator = tengen.new("gomoku", **options), np.random.default_rng(1)
    for number in range(50):
        stones = number % 13
        position = start
        for action in random_opening(start, generator, stones):
            position = position.play(action)  # raises unless it is legal
        assert position.ply == stones
        assert position.to_move == (BLACK if stones % 2 == 0 else WHITE)
        assert not position.over
        for colour in (BLACK, WHITE):
            assert fives(position, colour) == winning_fours(position, colour) == []


def test_most_random_stones_in_a_small_square_are_refused() -> None:
    """With twelve stones on 5x5 points somebody usually has a win by fours: the check is not idle."""
    start, generator = tengen.new("gomoku"), np.random.default_rng(2)
    points, won = central_points(15, 2), 0
    for _ in range(50):
        position = start
        for action in generator.permutation(points)[:12]:
            position = position.play(int(action))
        won += bool(winning_fours(position, BLACK) or winning_fours(position, WHITE))
    assert won > 10
    assert len(random_opening(start, generator, 12, reach=2)) == 12


def test_a_seed_gives_the_same_openings_and_no_two_alike() -> None:
    start = tengen.new("gomoku")

    def openings(seed: int) -> list[tuple[int, ...]]:
        generator = np.random.default_rng(seed)
        return [tuple(random_opening(start, generator)) for _ in range(100)]

    assert openings(3) == openings(3)
    assert len(set(openings(3) + openings(4))) == 200


@pytest.mark.parametrize("size", [3, 4, 9, 15, 20])
def test_central_points_are_a_square_around_the_centre(size: int) -> None:
    points = central_points(size)
    rows, columns = np.divmod(points, size)
    assert set(rows) == set(columns)
    assert rows.min() + rows.max() == size - 1  # as far from the top as from the bottom
    assert list(central_points(size, size)) == list(range(size * size))


def test_what_cannot_be_is_refused_in_one_line() -> None:
    generator = np.random.default_rng(5)
    for start, stones in (
        (tengen.new("gomoku").play("H8"), STONES),
        (tengen.new("gomoku"), -1),
        (tengen.new("gomoku", size=3, line=3), 10),
        (tengen.new("reversi"), STONES),
    ):
        with pytest.raises(ValueError, match=r"no opening of .* stones"):
            random_opening(start, generator, stones)
    with pytest.raises(ValueError, match="none of 1000 random openings of 2 stones"):
        random_opening(tengen.new("gomoku", line=3), generator, 2)  # any stone wins there


def test_random_plies_are_legal_and_leave_the_game_open() -> None:
    generator = np.random.default_rng(1)
    for game, size in (("go", 2), ("go", 7), ("reversi", 4), ("reversi", 8), ("gomoku", 9)):
        start = tengen.new(game, size)
        for plies in (1, 2, 5):
            position = start
            for action in random_plies(start, plies, generator):
                position = position.play(action)
            assert not position.over
            assert position.ply == plies
            if game == "gomoku":
                assert not any(winning_fours(position, colour) for colour in (1, -1))


def test_no_opening_of_a_game_that_is_over_so_soon() -> None:
    with pytest.raises(ValueError, match="the game ended in each"):
        random_plies(tengen.new("gomoku", 3, line=3), 9, np.random.default_rng(1))
