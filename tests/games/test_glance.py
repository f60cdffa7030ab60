"""What a glance sees, against questions about one point at a time."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import tengen
from tengen.games import base
from tengen.games.base import State
from tengen.games.compiled import kernel
from tengen.games.glance import IN_DOUBT, OPEN, OWN_1, SIGHT, THEIRS_1, YES, glance, show
from tengen.games.go import repeated
from tengen.games.grid import cell_of
from tengen.games.position import Position
from tengen.games.superko import KO_RULES
from tests.games import go_twin

ONE_LIBERTY = {-1: THEIRS_1, 1: OWN_1}  # stones with more lie further out in the list


@kernel
def glance_at(state: State) -> NDArray[np.uint8]:
    return glance(state)


@kernel
def may_play(state: State, action: int) -> tuple[bool, bool]:
    """Whether an action is legal, and whether the board after it has been there, asked of one point."""
    return base.is_legal(state, action), repeated(state, cell_of(action, state.side)) >= 0


def random_positions(size: int, ko: str, suicide: bool, plies: int) -> list[Position]:
    """Positions on the way of a random game that fills its board again and again."""
    rng = Random(f"{size} {ko} {suicide}")
    positions = [tengen.new("go", size=size, ko=ko, suicide=suicide)]
    while len(positions) < plies and not positions[-1].over:
        legal = positions[-1].legal().tolist()
        positions.append(positions[-1].play(rng.choice(legal[:-1] or legal)))
    return [position for position in positions if not position.over]


def check(position: Position, views: NDArray[np.uint8]) -> None:
    """All that was seen is what flood fill and the rules of one point say."""
    size, to_move = position.size, int(position.state.to_move)
    board = bytes(position.board.ravel() % 3)
    found = go_twin.strings(board, size)
    for point, stone in enumerate(position.board.ravel().tolist()):
        if stone:
            side = stone * to_move
            assert views[point] == ONE_LIBERTY[side] + side * (min(len(found[point][1]), 3) - 1)
            continue
        legal, again = may_play(position.state, point)
        assert views[point] & SIGHT == OPEN
        if views[point] - OPEN == IN_DOUBT:
            assert legal != again
        else:
            assert (views[point] - OPEN == YES) == legal


@pytest.mark.parametrize("ko", KO_RULES)
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("size", [2, 3, 5, 9, 19])
def test_every_point_is_seen_as_it_is(size: int, ko: str, suicide: bool) -> None:
    doubts = 0
    for position in random_positions(size, ko, suicide, 60 if size < 19 else 200)[:: 1 if size < 9 else 10]:
        views = glance_at(position.state)[: size * size]
        check(position, views)
        doubts += int((views == OPEN + IN_DOUBT).sum())
    assert doubts > 0 or size == 19


def test_a_glance_is_the_same_without_the_compiler() -> None:
    for position in random_positions(4, "positional", True, 30):
        assert (glance(position.state)[:16] == glance_at(position.state)[:16]).all()


def test_a_plane_shows_a_part_of_the_list() -> None:
    plane = np.empty(4, np.float32)
    show(np.array([THEIRS_1, OWN_1, OPEN + YES, OPEN + IN_DOUBT], np.uint8), OWN_1, OPEN, plane)
    assert plane.tolist() == [0, 1, 1, 1]
