"""What is settled whatever happens, against all that one side can do while the other passes."""

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

import tengen
from tengen.games.base import State
from tengen.games.compiled import kernel
from tengen.games.grid import BLACK, WHITE
from tengen.games.life import dead_stones, decided_now, is_open, settled
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


@kernel
def open_at_sight(state: State) -> bool:
    return is_open(state)


@pytest.mark.parametrize("size", [3, 5, 7])
def test_a_board_that_is_open_at_sight_is_not_settled(size: int) -> None:
    rng, seen = Random(size), Counter[tuple[bool, bool]]()
    for _ in range(40):
        position = tengen.new("go", size=size)
        while not position.over:
            whole, at_sight = bool(settled(position.state).all()), open_at_sight(position.state)
            seen[whole, at_sight] += 1
            position = position.play(rng.choice(position.legal().tolist()[:-1] or [size * size]))
    assert seen[True, True] == 0
    assert seen[True, False] > 0
    assert seen[False, True] > 0


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
def replies(board: Board, size: int, attacker: int) -> tuple[Board, ...]:
    """The boards after every stone that the attacker may put down.

    While the defender passes, stones of the attacker only come and his only go: no board comes back.
    """
    twin = Twin(size)
    twin.board, twin.to_move = board, attacker
    twin.past, twin.seen = [], set()
    return tuple(twin.moves().values())


@cache
def kept(board: Board, size: int, attacker: int) -> int:
    """The defender's stones, as bits, that are never taken, whatever is played while he passes."""
    stones = sum(1 << point for point, stone in enumerate(board) if stone == 3 - attacker)
    for after in replies(board, size, attacker):
        if stones:
            stones &= kept(after, size, attacker)
    return stones


def reached(board: Board, size: int, attacker: int) -> set[Board]:
    """All boards that the attacker can bring about while the defender passes."""
    found, todo = {board}, [board]
    while todo:
        new = set(replies(todo.pop(), size, attacker)) - found
        found |= new
        todo += new
    return found


def compare(board: Board, size: int) -> int:
    """Check one board; return how many points are settled."""
    black, white = ([point for point, stone in enumerate(board) if stone == own] for own in (1, 2))
    owners = settled(set_up("go", black, white, size=size).state).ravel()
    for own in (1, 2):
        bits = kept(board, size, 3 - own)
        colour = BLACK if own == 1 else WHITE
        alive = [point for point, stone in enumerate(board) if stone == own and owners[point] == colour]
        assert alive == [point for point in range(len(board)) if bits >> point & 1], (board, size)
    return int(np.count_nonzero(owners))


def legal_boards(size: int) -> list[Board]:
    boards = map(bytes, product(range(3), repeat=size * size))
    return [board for board in boards if all(liberties for _, liberties in strings(board, size).values())]


def test_stones_live_exactly_if_they_cannot_be_taken() -> None:
    diagonals = sum(compare(board, 2) for board in legal_boards(2))
    assert diagonals == 2 * 2 * 4  # all else on 2x2 can be taken
    assert sum(compare(board, 3) for board in legal_boards(3)[::6]) > 100
    assert sum(compare(crowded(Random(seed), 4), 4) for seed in range(40)) > 50


@pytest.mark.prove
def test_on_every_board_of_size_3_stones_live_exactly_if_they_cannot_be_taken() -> None:
    boards = legal_boards(3)
    points = sum(compare(board, 3) for board in boards)
    print(f"\nunconditional life: {len(boards):,} boards of 3x3, {points:,} points settled, as they must be")
    assert len(boards) == 12_675


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
            for after in reached(board, 3, 3 - own) if mine else ():
                assert not kept(after, 3, own) & mine, (board, after)


def test_life_after_play_is_the_same_as_after_set_up() -> None:
    position = played(tengen.new("go", size=3), "B2", "pass", "B1", "pass", "A2", "pass", "C2", "pass", "B3")
    assert (settled(position.state) == BLACK).all()
    assert decided_now(position.state) == (True, BLACK)


def test_go_is_the_same_without_the_compiler() -> None:
    script = """if True:
        from tests.games import test_go, test_life, test_superko
        test_life.test_strings_may_live_by_sharing_two_eyes()
        test_life.test_stones_in_a_settled_region_are_dead()
        test_superko.test_two_stones_sent_and_one_returned_are_stopped_by_positional_superko_alone()
        test_superko.test_a_stone_that_takes_nothing_may_bring_back_a_board_too()
        test_go.test_a_snapback_takes_more_than_was_given()
        test_go.test_own_planes_show_liberties_ko_komi_and_the_last_actions()
        test_go.test_a_fixed_number_of_turns_ends_the_game_and_passes_do_not()"""
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr
