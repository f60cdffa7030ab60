"""The points that renju forbids: classical shapes by hand, nested threes, and two independent judges."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from renju.check_forbid import get_foul_type

from tengen.games import renju
from tengen.games.base import IllegalAction
from tengen.games.compiled import kernel
from tengen.games.grid import BLACK, WHITE, cell_of
from tests.games.gomoku_twin import DIRECTIONS, EVERY_LEVEL, Point, Twin, drawn
from tests.games.line_rich import line_rich

REFEREE_WORDS = ("allowed", "double three", "double four", "overline")

# What a black stone on the star would be.
SHAPES = {
    "two open threes": (
        "double three",
        """. . . . . . . . .
           . . . . . . . . .
           . . . . X . . . .
           . . . . X . . . .
           . . X X * . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "two threes, one with a gap": (
        "double three",
        """. . . . . . . . .
           . . . . . . . . .
           . . . . X . . . .
           . . . . X . . . .
           . X . X * . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "a three that White has stopped is none": (
        "allowed",
        """. . . . . . . . .
           . . . . . . . . .
           . . . . X . . . .
           . . . . X . . . .
           . O X X * . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "a three with too little room for a straight four is none": (
        "allowed",
        """. . . . . . . . .
           . . . . X . . . .
           . . . . X . . . .
           O . X X * . O . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "a three between black stones is none: a straight four there would become an overline": (
        "allowed",
        """. . . . . . . . . . .
           . . . . . . . . . . .
           . . . . . X . . . . .
           . . . . . X . . . . .
           . X . . X * X . . X .
           . . . . . . . . . . .
           . . . . . . . . . . .
           . . . . . . . . . . .
           . . . . . . . . . . .
           . . . . . . . . . . .
           . . . . . . . . . . .""",
    ),
    "a three and a four": (
        "allowed",
        """. . . . . . . . .
           . . . . X . . . .
           . . . . X . . . .
           . . . . X . . . .
           . . X X * . . . .
           . . . . O . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "fours on two lines": (
        "double four",
        """. . . . . . . . .
           . . . . X . . . .
           . . . . X . . . .
           . . . . X . . . .
           O X X X * . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "two fours on one line, one stone apart": (
        "double four",
        """. . . . . . . . .
           . X . X * X . X .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "two fours on one line, two stones each outside": (
        "double four",
        """X X . X * . X X .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "two fours on one line, three stones each outside": (
        "double four",
        """X X X . * . X X X
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "a straight four is one four": (
        "allowed",
        """. . . . . . . . .
           . . X X * X . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "four stones that only an overline would complete are no four": (
        "allowed",
        """. . . . . . . . .
           . X X . X X * . .
           . . . . . . X . .
           . . . . . . X . .
           . . . . . . X . .
           . . . . . . O . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "an overline": (
        "overline",
        """. . . . . . . . .
           . X X X * X X . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "an overline, and a five elsewhere": (
        "allowed",
        """. . . . X . . . .
           . . . . X . . . .
           . . . . X . . . .
           . . . . X . . . .
           . X X X * X X . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "two fours, and a five": (
        "allowed",
        """X . . . X . . . .
           . X . . X . . . .
           . . X . X . . . .
           . . . X X . . . .
           . X X X * . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .""",
    ),
    "the point where both threes would grow is itself forbidden": (
        "allowed",
        """. . . . . . . . . .
           . . . . . . . . . .
           . . X . . . . . . .
           . . X * . X . . . .
           . . . . X . . . . .
           . . . . . . . . . .
           . . . . X . . . . .
           . . . . X . . . . .
           . . . . . . . . . .
           . . . . . . . . . .""",
    ),
    "a point to grow on is free, for only one of its own threes is real": (
        "double three",
        """. . . . . . . . . . .
           . . . . . . . . . . .
           . . . . . . . . . . .
           . . . . X . . . . . .
           . . . . . . . . . . .
           . . . . X X X . . . .
           . . . . . X X * . . .
           . . X . . . . . . . .
           . . . . . . . . . . .
           . . . . . . . . . . .
           . . . . . . . . . . .""",
    ),
    "the same with the stones spread out": (
        "double three",
        """. . . . . . . . . . .
           . . . . . . . . . . .
           . . . . . . . . . . .
           . . . . . . . . . . .
           . . . . . . . . . . .
           . . . . . . . . . . .
           . X X * . . . . . . .
           . . . . . . . . . . .
           . . . X X X . . . . .
           . . X . X . X . . . .
           . . . . . . . . . . .""",
    ),
}

# A board of six on which Black may not fill the last gap: it makes a row of six. White's star ends the game.
STUCK = """X O X O X *
           O X O X O O
           X X X . X X
           O O X O O X
           X O O X X O
           O X O O X O"""


@pytest.mark.parametrize("shape", SHAPES)
def test_classical_shapes(shape: str) -> None:
    verdict, board = SHAPES[shape]
    twin, (point,) = drawn(board)
    assert verdict == our_verdict(twin, point) == twin.forbidden(point) == referee_verdict(twin, point)


def test_nested_threes_need_every_level() -> None:
    levels = {shape: levels_of(*drawn(board)) for shape, (_, board) in SHAPES.items()}
    assert levels["the point where both threes would grow is itself forbidden"] == 1
    assert levels["a point to grow on is free, for only one of its own threes is real"] == 2
    assert levels["two open threes"] == 0


def test_white_and_other_rules_are_free() -> None:
    for verdict, board in SHAPES.values():
        twin, (point,) = drawn(board)
        action = point[0] * twin.size + point[1]
        twin.position(WHITE).play(action)
        if verdict != "allowed":
            twin.rule = "exact"
            twin.position(BLACK).play(action)
            twin.rule = "renju"
            with pytest.raises(IllegalAction, match=verdict):
                twin.position(BLACK).play(action)


def test_black_without_a_move_draws() -> None:
    twin, (last,) = drawn(STUCK)
    before = twin.position(WHITE)
    assert not before.over
    after = before.play(last[0] * twin.size + last[1])
    assert (after.over, after.result, len(after.legal())) == (True, 0, 0)
    twin.stones[last] = WHITE
    assert twin.position(BLACK).result == 0
    assert not twin.position(WHITE).over


def test_the_first_look_overlooks_nothing_and_planes_show_what_is_forbidden() -> None:
    in_doubt = points = 0
    for seed in range(300):
        twin = line_rich(Random(f"first look {seed}"), "renju")
        state = twin.position(BLACK).state
        doubts = first_look(state.board)
        shown = twin.position(BLACK).planes("stones")[3]
        for row, column in filter(twin.empty, twin.points()):
            cell = cell_of(row * twin.size + column, twin.size)
            forbidden = renju.verdict(state.board, cell) != renju.ALLOWED
            assert shown[row, column] == forbidden
            assert doubts[cell] >= renju.MAYBE_FOUR or not forbidden
            in_doubt += int(doubts[cell] >= renju.MAYBE_FOUR)
            points += 1
    assert in_doubt < points / 4


@pytest.mark.prove
def test_nested_threes_of_2_000_positions() -> None:
    met: Counter[int] = Counter()
    for seed in range(2_000):
        twin = line_rich(Random(f"nested {seed}"), "renju")
        for point in filter(twin.empty, twin.points()):
            if is_crowded(twin, point) and twin.forbidden(point, 0) == "double three":
                assert our_verdict(twin, point) == twin.forbidden(point) == referee_verdict(twin, point)
                met[levels_of(twin, [point])] += 1
    print(f"\nthrees of two lines, by the levels needed to judge them: {dict(sorted(met.items()))}")
    assert met[0] > 500
    assert met[1] > 200
    assert met[2] > 2


@kernel
def first_look(board: NDArray[np.int8]) -> NDArray[np.uint8]:
    return renju.doubts_of(board)


def our_verdict(twin: Twin, point: Point) -> str:
    """What the rules under test say of a black stone; the board must come back as it was."""
    board = twin.position(BLACK).state.board
    before = board.copy()
    verdict = renju.verdict(board, cell_of(point[0] * twin.size + point[1], twin.size))
    assert (board == before).all()
    return renju.REASONS[verdict]


def referee_verdict(twin: Twin, point: Point) -> str:
    """The same by the referee, whose board has 1 for black and 2 for white."""
    grid = [
        [twin.stones.get((row, column), 0) % 3 for column in range(twin.size)] for row in range(twin.size)
    ]
    return REFEREE_WORDS[get_foul_type(grid, *point)]


def levels_of(twin: Twin, marked: list[Point]) -> int:
    """How many levels of threes within threes it takes to judge the one marked point rightly."""
    (point,) = marked
    right = twin.forbidden(point, EVERY_LEVEL)
    wrong = [level for level in range(4) if twin.forbidden(point, level) != right]
    return max(wrong, default=-1) + 1


def is_crowded(twin: Twin, point: Point) -> bool:
    """Whether two lines have two black stones near a point: fewer never make two threes."""
    near = [
        [twin.stones.get((point[0] + k * down, point[1] + k * right)) for k in (-3, -2, -1, 1, 2, 3)]
        for down, right in DIRECTIONS
    ]
    return sum(stones.count(BLACK) >= 2 for stones in near) >= 2


def test_a_verdict_from_the_cache_takes_any_integer(tmp_path: Path) -> None:
    twin, (point,) = drawn(SHAPES["the point where both threes would grow is itself forbidden"][1])
    board, cell = twin.position(BLACK).state.board, cell_of(point[0] * twin.size + point[1], twin.size)
    program = (
        "import numpy as np; from tengen.games import renju; "
        f"board = np.frombuffer(bytes.fromhex('{board.tobytes().hex()}'), np.int8).copy(); "
        f"print(renju.verdict(board, np.int16({cell})), renju.verdict(board, {cell}))"
    )
    environment = {**os.environ, "TENGEN_CACHE": str(tmp_path)}
    for _ in ("compiled", "read from the cache"):
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == ["0", "0"]
