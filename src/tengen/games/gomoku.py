"""Gomoku: who first makes a row of five (or 3 to 6) wins; freestyle, exactly five, or renju."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games import base, renju
from tengen.games.base import State
from tengen.games.compiled import rule, scratch
from tengen.games.grid import (
    ALL_LETTERS,
    BLACK,
    EMPTY,
    LARGEST,
    LINES,
    STRIDE,
    WHITE,
    action_of,
    cell_of,
    stone_key,
)
from tengen.games.rows import RENJU, is_exact, run
from tengen.games.windows import DRAFT, copy_board, list_fives

RULES = ("freestyle", "exact", "renju")

SIZES = range(3, LARGEST + 1)
OPTIONS: dict[str, tuple[Any, ...]] = {"rule": RULES, "line": (3, 4, 5, 6)}
LETTERS = ALL_LETTERS

STATE = base.state_type(
    __file__,
    [
        ("rule", np.int8),
        ("line", np.int8),  # stones in a winning row
        ("empty", np.int16),  # empty points left
    ],
)


def new(size: int = 15, rule: str = "freestyle", line: int = 5) -> State:
    """An empty board; Black begins."""
    if line > size:
        raise ValueError(f"line={line} does not fit on size={size}: give line={size} or a larger size")
    if rule == "renju" and line != 5:
        raise ValueError(f"renju is played with line=5, got line={line}")
    state = base.new_state(STATE, size)
    state.rule, state.line, state.empty = RULES.index(rule), line, size * size
    return state


def options(state: State) -> dict[str, Any]:
    """The arguments of `new` that lead to this state's rules."""
    return {"size": int(state.side), "rule": RULES[state.rule], "line": int(state.line)}


def play(state: State, action: int) -> None:
    """Put a stone down; see whether it wins."""
    cell, colour = cell_of(action, state.side), state.to_move
    put(state, cell, colour)
    base.remember(state, action)
    if wins(state, cell, colour):
        state.over, state.result = True, colour
    elif state.empty == 0 or (state.rule == RENJU and state.to_move == BLACK and is_stuck(state)):
        state.over, state.result = True, 0


@rule
def put(state: State, cell: int, colour: int) -> None:
    """Put a stone on the board and into the hash."""
    state.board[cell] = colour
    state.hash ^= stone_key(cell, colour)
    state.empty -= 1


@rule
def wins(state: State, cell: int, colour: int) -> bool:
    """Whether the stone on this cell is part of a winning row."""
    for step in LINES:
        length = 1 + run(state.board, cell, step, colour) + run(state.board, cell, -step, colour)
        if length == state.line or (length > state.line and not is_exact(state, colour)):
            return True
    return False


@rule
def may_play(state: State, cell: int) -> bool:
    """Whether a cell is empty and not forbidden to the side to move."""
    if state.board[cell] != EMPTY:
        return False
    return state.rule != RENJU or state.to_move == WHITE or renju.verdict(state.board, cell) == renju.ALLOWED


@rule
def is_stuck(state: State) -> bool:
    """Whether every empty point is forbidden to Black: such a renju game is drawn."""
    for action in range(state.side * state.side):
        if may_play(state, cell_of(action, state.side)):
            return False
    return True


def is_legal(state: State, action: int) -> bool:
    """An empty point that is not forbidden, while the game lasts."""
    return not state.over and may_play(state, cell_of(action, state.side))


def legal_actions(state: State, actions: NDArray[np.int16]) -> int:
    """All empty points that are not forbidden."""
    count = 0
    if state.over:
        return count
    side = state.side
    for row in range(side):
        start = (row + 1) * STRIDE + 1
        for column in range(side):
            actions[count] = row * side + column  # overwritten by the next one unless it counts
            count += state.board[start + column] == EMPTY
    if state.rule == RENJU and state.to_move == BLACK:
        return keep_allowed(state, actions, count)
    return count


@rule
def keep_allowed(state: State, actions: NDArray[np.int16], count: int) -> int:
    """Take the points forbidden to Black out of a list; return how many are left."""
    doubts, kept = renju.doubts_of(state.board), 0
    for i in range(count):
        actions[kept] = actions[i]
        kept += not renju.is_forbidden(state.board, cell_of(actions[i], state.side), doubts)
    return kept


def pressing(state: State, actions: NDArray[np.int16]) -> int:
    """The points that make a five; failing that, those that keep the opponent from making one."""
    drafts = scratch(DRAFT)
    draft, count = drafts[0], 0
    copy_board(draft, state)
    if list_fives(draft, state.to_move) == 0:
        list_fives(draft, -state.to_move)
    for i in range(draft.count):
        actions[count] = action_of(draft.cells[i], state.side)
        count += may_play(state, draft.cells[i])
    return count


def rule_channels(state: State) -> int:
    """Renju treats the colours differently: whether Black is to move, and what is forbidden to him."""
    return 2 if state.rule == RENJU else 0


def rule_planes(state: State, planes: NDArray[np.float32]) -> None:
    """For renju: ones if Black is to move; the points forbidden to Black."""
    if state.rule != RENJU:
        return
    planes[0] = state.to_move == BLACK
    doubts = renju.doubts_of(state.board)
    for action in range(state.side * state.side):
        cell = cell_of(action, state.side)
        if state.board[cell] == EMPTY:
            forbidden = renju.is_forbidden(state.board, cell, doubts)
            planes[1, action // state.side, action % state.side] = forbidden


def settle(state: State) -> None:
    """After stones were set up: see whether the game is already decided."""
    state.empty = np.count_nonzero(state.board == EMPTY)
    winners = {colour for colour in (BLACK, WHITE) if winning_cells(state, colour)}
    if len(winners) == 2:
        raise ValueError("both colours have a winning row: no game of Gomoku leads there")
    stuck = state.rule == RENJU and state.to_move == BLACK and is_stuck(state)
    state.over = bool(winners) or state.empty == 0 or stuck
    state.result = winners.pop() if winners else 0


def winning_cells(state: State, colour: int) -> list[int]:
    """The cells of all winning rows of a colour."""
    cells = [int(cell) for cell in np.flatnonzero(state.board == colour)]
    found: set[int] = set()
    for cell in cells:
        for step in LINES:
            before, after = run(state.board, cell, -step, colour), run(state.board, cell, step, colour)
            length = 1 + before + after
            if length == state.line or (length > state.line and not is_exact(state, colour)):
                found.update(range(cell - before * step, cell + (after + 1) * step, step))
    return sorted(found)


def winning_line(state: State) -> list[int]:
    """The actions of the row that won, or none."""
    return [action_of(cell, state.side) for cell in winning_cells(state, state.result)] if state.over else []


def why_illegal(state: State, action: int) -> str:
    """What forbids an action to the side to move, for people."""
    cell = cell_of(action, state.side)
    if state.board[cell] != EMPTY:
        return "the point is occupied"
    return f"renju forbids it to Black ({renju.REASONS[renju.verdict(state.board, cell)]})"
