"""What is settled whatever happens, against all that one side can do while the other passes."""

from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

import tengen
from tengen.games.grid import BLACK, WHITE
from tengen.games.life import dead_stones, decided_now, settled
from tengen.games.position import set_up
from tests.games.go_twin import Twin, strings
from tests.games.test_go import played, position_of

Board = bytes


def drawn(owners: np.ndarray[tuple[int, ...], np.dtype[np.int8]]) -> list[str]:
    return ["".join(".XO"[owner] for owner in row) for row in owners.tolist()]


def test_two_eyes_live_and_one_does_not() -> None:
    two = position_of(". X . X .\nX X X X .\n. . . . .\n. . . . .\n. . . . .")
    assert drawn(settled(two.state)) == ["XXXX.", "XXXX.", ".....", ".....", "....."]
    one = position_of(". . X X .\nX X X X .\n. . . . .\n. . . . .\n. . . . .")
    assert not settled(one.state).any()


def test_strings_may_live_by_sharing_two_eyes() -> None:
    shared = position_of(
        """. X X O .
           X . X O .
           X X O O .
           O O O . .
           . . . . ."""
    )
    assert drawn(settled(shared.state)) == ["XXX..", "XXX..", "XX...", ".....", "....."]


def test_a_false_eye_is_no_eye() -> None:
    false = position_of(
        """. X . X O
           X O X X O
           O . O O O
           . . . . .
           . . . . ."""
    )
    assert not (settled(false.state) == BLACK).any()


def test_stones_in_a_settled_region_are_dead() -> None:
    position = position_of(
        """. X . X O
           X X X X .
           . O X X X
           X X X . X
           . X . X X"""
    )
    assert [position.name(action) for action in dead_stones(position.state)] == ["E5", "B3"]
    assert (settled(position.state) == BLACK).all()


@pytest.mark.parametrize(
    ("middle", "verdicts"),
    [
        ("X", {4: (True, BLACK), 5: (True, 0), 5.5: (True, WHITE)}),
        (".", {2.5: (True, BLACK), 3: None, 4: None, 5: None, 5.5: (True, WHITE)}),
    ],
)
def test_a_game_is_decided_when_nothing_can_change_who_wins(
    middle: str, verdicts: dict[float, tuple[bool, int] | None]
) -> None:
    drawing = f""". X X O .
                  X X X O O
                  . X X O .
                  X X X O O
                  . X {middle} O ."""
    for komi, verdict in verdicts.items():
        decided, result = decided_now(position_of(drawing, komi=komi).state)
        assert ((decided, result) if decided else None) == verdict


@cache
def attacked(board: Board, size: int, attacker: int) -> tuple[int, frozenset[Board]]:
    """What the defender keeps (bits of points) whatever is played while he passes, and boards reached.

    Stones of the attacker only come and stones of the defender only go: no board comes back.
    """
    twin = Twin(size)
    twin.board, twin.to_move = board, attacker
    twin.past, twin.seen = [], set()
    kept = sum(1 << point for point, stone in enumerate(board) if stone == 3 - attacker)
    reached = {board}
    for after in twin.moves().values():
        still_kept, more = attacked(after, size, attacker)
        kept &= still_kept
        reached |= more
    return kept, frozenset(reached)


def compare(board: Board, size: int) -> int:
    """Check one board; return how many points are settled."""
    black, white = ([point for point, stone in enumerate(board) if stone == own] for own in (1, 2))
    owners = settled(set_up("go", black, white, size=size).state).ravel()
    for own in (1, 2):
        kept, _ = attacked(board, size, 3 - own)
        colour = BLACK if own == 1 else WHITE
        alive = [point for point, stone in enumerate(board) if stone == own and owners[point] == colour]
        assert alive == [point for point in range(len(board)) if kept >> point & 1], (board, size)
    return int(np.count_nonzero(owners))


def legal_boards(size: int) -> list[Board]:
    boards = map(bytes, product(range(3), repeat=size * size))
    return [board for board in boards if all(liberties for _, liberties in strings(board, size).values())]


@pytest.mark.parametrize(("size", "settled_points"), [(2, 0), (3, 1)])
def test_on_every_small_board_stones_live_exactly_if_they_cannot_be_taken(
    size: int, settled_points: int
) -> None:
    boards = legal_boards(size)
    assert len(boards) == {2: 57, 3: 12_675}[size]
    assert sum(compare(board, size) for board in boards) >= settled_points


@pytest.mark.parametrize("seed", range(30))
def test_on_full_boards_of_size_4_stones_live_exactly_if_they_cannot_be_taken(seed: int) -> None:
    assert compare(crowded(Random(seed), 4), 4) >= 0


def crowded(rng: Random, size: int) -> Board:
    """A legal board with few empty points."""
    while True:
        board = bytes(rng.choices((0, 1, 2), weights=(5, 8, 3), k=size * size))
        if all(liberties for _, liberties in strings(board, size).values()):
            return board


def test_nothing_lives_in_a_settled_region() -> None:
    """Wherever a colour owns a point for certain, no stone of the other one ever comes to live."""
    for board in legal_boards(3)[::7]:
        black, white = ([point for point, stone in enumerate(board) if stone == own] for own in (1, 2))
        owners = settled(set_up("go", black, white, size=3).state).ravel()
        for own, colour in ((1, BLACK), (2, WHITE)):
            mine = sum(1 << point for point in range(9) if owners[point] == colour)
            if not mine:
                continue
            for reached in attacked(board, 3, 3 - own)[1]:
                assert not attacked(reached, 3, own)[0] & mine, (board, reached)


def test_life_after_play_is_the_same_as_after_set_up() -> None:
    position = played(tengen.new("go", size=3), "B2", "pass", "B1", "pass", "A2", "pass", "C2", "pass", "B3")
    assert (settled(position.state) == BLACK).all()
    assert decided_now(position.state) == (True, BLACK)
