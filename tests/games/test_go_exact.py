"""Known numbers of Go: how many positions are legal, and what the smallest boards are worth."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

import tengen
from tengen.games import base
from tengen.games.base import State
from tengen.games.compiled import kernel
from tengen.games.grid import BLACK, EMPTY, WHITE, cell_of
from tengen.games.strings import put
from tests.games import go_twin
from tests.games.go_twin import Twin

NEVER = 99.0  # more points than any small board has
PASS_FIRST_2 = (4, 0, 1, 2, 3)
MIDDLE_FIRST_3 = (9, 4, 1, 3, 5, 7, 0, 2, 6, 8)


@pytest.mark.parametrize(("size", "count"), [(2, 57), (3, 12_675)])
def test_as_many_positions_are_legal_as_is_known(size: int, count: int) -> None:
    assert legal_positions(size) == count


@pytest.mark.prove
def test_as_many_positions_of_size_4_are_legal_as_is_known() -> None:
    count = legal_positions(4)
    print(f"\nlegal positions on 4x4: {count:,}")
    assert count == 24_318_165


def legal_positions(size: int) -> int:
    state = tengen.new("go", size=size).state
    return count_from(np.full(size * size + 1, state).view(np.recarray), 0)


@kernel
def count_from(states: NDArray[np.void], point: int) -> int:
    """How many ways to fill the points from here on leave a liberty to every string."""
    state = states[point]
    if point == state.side * state.side:
        return 1 if all_breathe(state) else 0
    states[point + 1] = state
    count = count_from(states, point + 1)
    for colour in (BLACK, WHITE):
        states[point + 1] = state
        put(states[point + 1], cell_of(point, state.side), colour)
        count += count_from(states, point + 1)
    return count


@kernel
def all_breathe(state: State) -> bool:
    for action in range(state.side * state.side):
        cell = cell_of(action, state.side)
        if state.board[cell] != EMPTY and state.liberties[state.root[cell]] == 0:
            return False
    return True


def test_on_3x3_black_takes_all() -> None:
    """No score is higher than nine points, so it is enough that Black can force them."""
    score, visited = best_score(3, MIDDLE_FIRST_3, plies=16, low=8, high=9)
    assert score == 9
    assert visited > 10_000


@pytest.mark.parametrize("ko", ["positional", "situational"])
def test_on_2x2_black_wins_by_one_as_the_twin_finds(ko: str) -> None:
    score, visited = best_score(2, PASS_FIRST_2, plies=200, low=-NEVER, high=NEVER, ko=ko)
    twins: list[int] = []
    assert score == twin_score(Twin(2, ko, komi=0), -NEVER, NEVER, twins) == 1
    assert visited == len(twins)


def best_score(
    size: int, order: Sequence[int], *, plies: int, low: float, high: float, ko: str = "positional"
) -> tuple[float, int]:
    """Black's score with best play from the empty board, and how many positions were looked at."""
    state = tengen.new("go", size=size, komi=0, ko=ko, limit=800).state
    states, visited = np.full(plies + 1, state).view(np.recarray), np.zeros(1, np.int64)
    return alpha_beta(states, 0, np.array(order), float(low), float(high), visited), int(visited[0])


@kernel
def alpha_beta(
    states: NDArray[np.void],
    ply: int,
    order: NDArray[np.int64],
    low: float,
    high: float,
    visited: NDArray[np.int64],
) -> float:
    """Black's score from states[ply] on, as far as it matters between two bounds.

    A line that is longer than the scratch space behind it counts as lost for Black: what is shown for
    him is shown in spite of that. Every state minds its own history.
    """
    state = states[ply]
    visited[0] += 1
    if state.over:
        return base.score(state)
    if ply + 1 == len(states):
        return -NEVER
    best = -NEVER if state.to_move == BLACK else NEVER
    for action in order:
        if base.is_legal(state, action):
            states[ply + 1] = state
            base.play(states[ply + 1], action)
            score = alpha_beta(states, ply + 1, order, low, high, visited)
            if state.to_move == BLACK:
                best, low = max(best, score), max(low, score)
            else:
                best, high = min(best, score), min(high, score)
            if low >= high:
                break
    return best


def twin_score(twin: Twin, low: float, high: float, visited: list[int]) -> float:
    """The same search, over the twin."""
    visited.append(len(twin.past))
    if twin.passes == 2:
        return twin.score()
    legal, black = twin.moves(), twin.to_move == go_twin.BLACK
    best = -NEVER if black else NEVER
    for after in (None, *legal.values()):
        score = twin_score(twin.after(after), low, high, visited)
        if black:
            best, low = max(best, score), max(low, score)
        else:
            best, high = min(best, score), min(high, score)
        if low >= high:
            break
    return best
