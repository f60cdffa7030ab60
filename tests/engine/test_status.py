"""Dead stones: the certain ones, and those that a network gives up."""

import numpy as np

from tengen.engine.status import dead, score_without, strings
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position, set_up

# Black lives in the lower left whatever happens; White's stone at A2 sits in one of his two eyes.
BOARD = """
. . . . O
. . . . .
X X X X .
O X . X .
. X X X O
"""


def position(to_move: int = BLACK) -> Position:
    marks = BOARD.split()
    black, white = ([i for i, mark in enumerate(marks) if mark == each] for each in "XO")
    return set_up("go", black, white, to_move, size=5, komi=0.5)


def test_strings() -> None:
    assert strings(position()) == [[4], [10, 11, 12, 13, 16, 18, 21, 22, 23], [15], [24]]


def test_what_is_certain() -> None:
    assert dead(position(), None) == [15]


def test_what_a_network_gives_up() -> None:
    for to_move in (BLACK, WHITE):
        owners = np.full((5, 5), 0.9, np.float32) * to_move  # all is Black's
        assert dead(position(to_move), owners) == [4, 15, 24]
        assert dead(position(to_move), owners * 0.1) == [15]
        assert dead(position(to_move), -owners) == [10, 11, 12, 13, 15, 16, 18, 21, 22, 23]


def test_the_score_without_them() -> None:
    assert position().score == 9 + 1 - 3 - 0.5  # his stones and an eye, three white stones
    assert score_without(position(), [15]) == 9 + 3 - 2 - 0.5
    assert score_without(position(), [4, 15, 24]) == 25 - 0.5
