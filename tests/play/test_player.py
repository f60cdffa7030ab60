"""Players choose legal actions; the Tactician wins, and stops a win, whenever fours decide."""

import numpy as np
import pytest

import tengen
from tengen.games.fours import winning_fours
from tengen.games.grid import BLACK, WHITE
from tengen.games.openings import random_opening
from tengen.games.position import Position, set_up
from tengen.play.game import positions
from tengen.play.player import Player, Random, Tactician, block, points_near


def board(black: str, white: str, to_move: int, rule: str = "freestyle") -> Position:
    """A position with stones on these points, 9x9."""
    names = tengen.new("gomoku", size=9)
    black_at, white_at = ([names.action(name) for name in stones.split()] for stones in (black, white))
    return set_up("gomoku", black_at, white_at, to_move, size=9, rule=rule)


def choice(position: Position) -> str:
    return position.name(Tactician(np.random.default_rng(1)).choose(position))


def test_it_makes_five_before_it_stops_one() -> None:
    assert choice(board("A1 B1 C1 D1", "A9 B9 C9 D9", BLACK)) == "E1"
    assert choice(board("A1 B1 C1 D1", "A9 B9 C9 D9", WHITE)) == "E9"


def test_it_stops_a_five() -> None:
    assert choice(board("A1 B1 C1 D1", "A9 D5 H7", WHITE)) == "E1"


def test_it_wins_by_fours() -> None:
    assert choice(board("C5 D5 E5 F6 F7 F8", "B5 F9", BLACK)) == "F5"


@pytest.mark.parametrize("rule", ["freestyle", "exact", "renju"])
def test_it_stops_wins_by_fours(rule: str) -> None:
    position = board("C5 D5 E5", "A1 I9", WHITE, rule=rule)
    assert winning_fours(position, BLACK)
    after = position.play(choice(position))
    assert winning_fours(after) == []


def test_what_cannot_be_stopped_is_still_answered_by_a_legal_action() -> None:
    position = board("B5 C5 D5 E5", "A1 I9", WHITE)
    assert choice(position) in ("A5", "F5")


def test_where_nothing_threatens_nothing_is_stopped() -> None:
    assert block(board("E5 E6", "D4 D5", BLACK), []) is None


def test_points_near_are_empty_and_two_steps_from_a_stone() -> None:
    empty = tengen.new("gomoku", size=9)
    near = {empty.name(action) for action in points_near(empty)}
    assert near == {f"{letter}{row}" for letter in "CDEFG" for row in range(3, 8)}
    corner = empty.play("A1")
    assert {corner.name(action) for action in points_near(corner)} == {
        "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3",
    }  # fmt: skip


@pytest.mark.parametrize("game", ["gomoku", "reversi"])
@pytest.mark.parametrize("kind", [Random, Tactician])
def test_a_seed_gives_the_same_game(game: str, kind: type[Random | Tactician]) -> None:
    def played(seed: int) -> list[int]:
        player: Player = kind(np.random.default_rng(seed))
        *_, last = positions(tengen.new(game, size=8), player, player)
        return last.actions

    assert played(2) == played(2)
    assert played(2) != played(3)


def test_the_tactician_beats_chance_with_either_colour() -> None:
    generator = np.random.default_rng(4)
    for colour in (BLACK, WHITE) * 5:
        start = tengen.new("gomoku", size=9)
        for action in random_opening(start, generator, 4):
            start = start.play(action)
        players: dict[int, Player] = {colour: Tactician(generator), -colour: Random(generator)}
        *_, last = positions(start, players[BLACK], players[WHITE])
        assert last.result == colour
