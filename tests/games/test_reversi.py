"""Reversi against known counts and values, and against a board of plain lists."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

import tengen
from tengen.games import base, reversi
from tengen.games.base import IllegalAction
from tengen.games.compiled import kernel
from tengen.games.position import Position, set_up

COUNTS = (4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288)  # games of 1, 2, ... plies on 8x8
DAILY = 8


@kernel
def games_of(line: NDArray[np.void], plies: int) -> int:
    """How many ways there are to go on for so many plies from the last position of a line."""
    actions = np.empty(base.action_count(line[plies]), np.int16)
    count = base.legal_actions(line[plies], actions)
    if plies == 1:
        return count
    total = 0
    for action in actions[:count]:
        line[plies - 1] = line[plies]
        base.play(line[plies - 1], action)
        total += games_of(line, plies - 1)
    return total


@kernel
def best_lead(line: NDArray[np.void], ply: int, least: int, most: int) -> int:
    """By how many stones Black wins under best play, as far as it lies between two bounds."""
    state = line[ply]
    if state.over:
        return int(state.lead)
    actions = np.empty(base.action_count(state), np.int16)
    for action in actions[: base.legal_actions(state, actions)]:
        line[ply + 1] = state
        base.play(line[ply + 1], action)
        lead = best_lead(line, ply + 1, least, most)
        if state.to_move > 0:
            least = max(least, lead)
        else:
            most = min(most, lead)
        if least >= most:
            break
    return least if state.to_move > 0 else most


def line_of(size: int, plies: int) -> NDArray[np.void]:
    """Room for the positions of a line; each holds the first one."""
    line = np.empty(plies + 1, reversi.STATE)
    line[:] = reversi.new(size)
    return line


def twin_turned(board: list[list[int]], row: int, column: int, colour: int) -> list[tuple[int, int]]:
    """The stones that a stone of this colour would turn, by walking away from it until the walk fails."""
    side, turned = len(board), []
    if board[row][column] != 0:
        return []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            walk = []
            y, x = row + down, column + right
            while 0 <= y < side and 0 <= x < side and board[y][x] == -colour:
                walk.append((y, x))
                y, x = y + down, x + right
            if 0 <= y < side and 0 <= x < side and board[y][x] == colour:
                turned += walk
    return turned


def twin_points(board: list[list[int]], colour: int) -> list[int]:
    """The actions that turn something."""
    side = len(board)
    return [at for at in range(side * side) if twin_turned(board, *divmod(at, side), colour)]


def replay(names: str, size: int = 8) -> Position:
    position = tengen.new("reversi", size=size)
    for name in names.split():
        position = position.play(name)
    return position


@pytest.mark.parametrize("plies", range(1, DAILY + 1))
def test_the_tree_has_as_many_games_as_known(plies: int) -> None:
    assert games_of(line_of(8, plies), plies) == COUNTS[plies - 1]


@pytest.mark.prove
def test_the_tree_has_as_many_games_as_known_one_ply_deeper() -> None:
    counted = games_of(line_of(8, len(COUNTS)), len(COUNTS))
    print(f"\nReversi 8x8: {counted:,} games of {len(COUNTS)} plies")
    assert counted == COUNTS[-1]


def test_white_wins_by_eight_on_4x4() -> None:
    assert best_lead(line_of(4, 32), 0, -16, 16) == -8


@pytest.mark.parametrize("size", reversi.SIZES)
def test_random_games_agree_with_the_twin(size: int) -> None:
    choose = random.Random(size)
    passes = 0
    for _ in range(20):
        position, colour = tengen.new("reversi", size=size), 1
        board = position.board.tolist()
        while True:
            points = twin_points(board, colour)
            if not points and not twin_points(board, -colour):
                break
            assert position.legal().tolist() == (points or [size * size])
            assert position.to_move == colour
            assert not position.over
            action = choose.choice(points or [size * size])
            position = position.play(action)
            if points:
                row, column = divmod(action, size)
                for y, x in [*twin_turned(board, row, column, colour), (row, column)]:
                    board[y][x] = colour
            passes += not points
            colour = -colour
            assert position.board.tolist() == board
        lead = sum(map(sum, board))
        assert position.over
        assert position.result == (lead > 0) - (lead < 0)
        assert position.state.lead == lead
    assert passes > 0


def test_a_game_written_down_elsewhere_can_be_replayed() -> None:
    shortest = replay("E6 F4 E3 F6 G5 D6 E7 F5 C5")  # Black takes everything with nine stones
    assert shortest.over
    assert shortest.result == 1
    assert shortest.board.sum() == 13


def test_the_four_first_actions_have_their_usual_names() -> None:
    position = tengen.new("reversi")
    assert sorted(position.name(action) for action in position.legal()) == ["C4", "D3", "E6", "F5"]


def test_what_forbids_an_action_is_said() -> None:
    position = tengen.new("reversi", size=4)
    for name, reason in (
        ("B2", "Black may not play B2: the point is occupied"),
        ("A1", "Black may not play A1: it turns no stones"),
        ("pass", "Black may not play pass: a pass is legal only when no stone can be placed"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            position.play(name)
    passing = set_up("reversi", black=[0], white=[1, 3], to_move=-1, size=4)
    assert passing.legal().tolist() == [16]
    with pytest.raises(IllegalAction, match="White may not play C4: it turns no stones"):
        passing.play(2)
    assert passing.play("pass").legal().tolist() == [2]


def test_a_position_set_up_without_a_point_for_anybody_is_over() -> None:
    position = set_up("reversi", black=[0, 1], white=[15], size=4)
    assert position.over
    assert position.result == 1
    assert position.state.lead == 1


def test_own_planes_show_stones_and_where_one_may_be_placed() -> None:
    position = replay("D3")
    planes = position.planes("tengen")
    np.testing.assert_array_equal(planes[0], position.board == -1)
    np.testing.assert_array_equal(planes[1], position.board == 1)
    assert np.flatnonzero(planes[2]).tolist() == position.legal().tolist()
    assert planes[3].all()


def test_last_shows_no_pass() -> None:
    passed = set_up("reversi", black=[0], white=[1, 3], to_move=-1, size=4).play("pass")
    assert passed.planes("last")[2].sum() == 0
