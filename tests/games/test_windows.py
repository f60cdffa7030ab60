"""Windows beside counts made stone by stone."""

import numpy as np
import pytest

import tengen
from tengen.games import windows
from tengen.games.compiled import kernel
from tengen.games.fours import fives
from tengen.games.grid import BLACK, CELLS, EDGE, EMPTY, LINES, WHITE, action_of, cell_of
from tengen.games.position import Position
from tengen.games.windows import NO_WINDOW, NOWHERE, OUTSIDE, SEVERAL, WINDOWS, Draft

DRAFT = np.dtype(windows.FIELDS)
SETTINGS = [(9, 3, "exact"), (9, 4, "freestyle"), (15, 5, "renju"), (20, 6, "exact"), (20, 5, "freestyle")]


@kernel
def copied(draft: Draft, position: Draft) -> None:
    windows.copy_board(draft, position)


@kernel
def put(draft: Draft, cell: int, colour: int) -> None:
    windows.put(draft, cell, colour)


@kernel
def lift(draft: Draft, cell: int) -> None:
    windows.lift(draft, cell)


@kernel
def five_point(draft: Draft, cell: int, colour: int) -> int:
    return windows.five_point(draft, cell, colour)


@kernel
def next_window(draft: Draft, window: int, count: int) -> int:
    return windows.next_window(draft, window, count)


def draft_of(position: Position) -> Draft:
    draft = np.zeros(1, DRAFT).view(np.recarray)[0]
    copied(draft, position.state)
    return draft


def scattered(size: int, line: int, rule: str, seed: int) -> Position:
    """Random play for a while."""
    rng, position = np.random.default_rng(seed), tengen.new("gomoku", size=size, line=line, rule=rule)
    for _ in range(size * size // 3):
        after = position.play(int(rng.choice(position.legal())))
        if after.over:
            break
        position = after
    return position


def counted(position: Position, draft: Draft) -> dict[int, int]:
    """What each window that begins on the board holds, counted cell by cell."""
    size, line, found = position.size, position.options["line"], {}
    held = {BLACK: 1, WHITE: 7, EMPTY: 0, EDGE: OUTSIDE}
    for start in [cell_of(action, size) for action in range(size * size)]:
        for direction, step in enumerate(LINES):
            cells = [start + distance * step for distance in range(line)]
            stones = [int(draft.board[cell]) if cell < CELLS else EDGE for cell in cells]
            found[direction * CELLS + start] = sum(held[stone] for stone in stones)
    return found


@pytest.mark.parametrize(("size", "line", "rule"), SETTINGS)
def test_windows_hold_what_is_counted_stone_by_stone(size: int, line: int, rule: str) -> None:
    position = scattered(size, line, rule, 1)
    draft = draft_of(position)
    expected = counted(position, draft)
    assert {window: int(draft.windows[window]) for window in expected} == expected


@pytest.mark.parametrize(("size", "line", "rule"), SETTINGS)
def test_stones_put_and_lifted_keep_the_windows_up_to_date(size: int, line: int, rule: str) -> None:
    position = scattered(size, line, rule, 2)
    rng, draft = np.random.default_rng(3), draft_of(position)
    before = draft.tobytes()
    cells = [cell_of(int(action), size) for action in rng.choice(position.legal(), 10, replace=False)]
    colours = [int(colour) for colour in rng.choice((BLACK, WHITE), 10)]
    for cell, colour in zip(cells, colours, strict=True):
        put(draft, cell, colour)
    expected = counted(position, draft)
    on_board = {w: held for w, held in expected.items() if held < OUTSIDE}
    assert {window: int(draft.windows[window]) for window in on_board} == on_board
    for cell in reversed(cells):
        lift(draft, cell)
    assert draft.tobytes() == before


def test_the_hash_is_that_of_the_position() -> None:
    position = scattered(15, 5, "freestyle", 4)
    draft, action = draft_of(position), int(position.legal()[0])
    put(draft, cell_of(action, 15), position.to_move)
    assert int(draft.hash) == hash(position.play(action)) % 2**64


def test_windows_are_found_in_order() -> None:
    draft = draft_of(scattered(15, 5, "freestyle", 5))
    for count in (1, 2, 3, 7, 14):
        found, window = [], next_window(draft, 0, count)
        while window != NO_WINDOW:
            found.append(window)
            window = next_window(draft, window + 1, count)
        assert found == [window for window in range(WINDOWS) if draft.windows[window] == count]
        assert len(found) > 5


@pytest.mark.parametrize(("size", "line", "rule"), SETTINGS)
def test_five_points_of_a_stone_are_those_it_makes(size: int, line: int, rule: str) -> None:
    """Where a stone stands among others of its colour, new fives are those the position has more."""
    met = set()
    for seed in range(6, 16):
        position = scattered(size, line, rule, seed)
        colour = position.to_move
        before = set(fives(position, colour))
        for action in position.legal().tolist():
            if action in before:
                continue
            after = position.play(action)
            draft = draft_of(after)
            new = set(fives(after, colour)) - before
            point = five_point(draft, cell_of(action, size), colour)
            if point == SEVERAL:
                assert len(set(fives(after, colour))) > 1
            else:
                assert new <= ({action_of(point, size)} if point != NOWHERE else set())
            met.add(point == NOWHERE)
    assert met == {True, False}
