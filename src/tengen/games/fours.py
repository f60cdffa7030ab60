"""Fours: who makes five where, what must be blocked, and who wins by one four after another.

A four is a stone after which its owner threatens to make five (whatever the length of a winning row).
The other side must fill the point where five would stand, so a chain of fours can be read to its end:
it wins when a four leaves two such points, or one that the other side is forbidden to fill. On the way
a block may itself threaten five; then the next four must stand on the very point that stops it.
"""

from typing import Any

import numpy as np

from tengen.games import gomoku, renju
from tengen.games.base import State
from tengen.games.compiled import kernel, rule
from tengen.games.grid import BLACK, CELLS, EDGE, EMPTY, LARGEST, LINES, action_of
from tengen.games.position import Position
from tengen.games.rows import RENJU
from tengen.games.windows import (
    FIELDS,
    NO_WINDOW,
    NOWHERE,
    SEVERAL,
    copy_board,
    five_point,
    holds,
    lift,
    list_fives,
    list_gaps,
    next_window,
    put,
    weight,
)

NO_WIN, UNKNOWN = 0, -1  # what a search that finds no win answers: there is none, or a limit was reached
DEEPEST = LARGEST * LARGEST // 2  # fours and blocks together fill the board

# Positions without a win are remembered by their hash; its low byte tells how many fours were tried there.
SLOTS = np.uint64(2048)
TRIED = np.uint64(0xFF)
ALL_TRIED = 0xFF  # the limit hid nothing

Hunt = Any  # one record of the type below: a draft, and the search on it

HUNT = np.dtype(
    [
        ("failed", np.uint64, int(SLOTS)),
        *FIELDS,
        ("colour", np.int8),  # who attacks
        ("limit", np.int16),  # how many fours may follow each other
        ("made", np.int16),  # how many have
        ("cut", np.bool_),  # whether a limit hid a four that might have won
        ("nodes", np.int64),  # how many more fours may be looked at
        ("length", np.int16),
        ("actions", np.int16, CELLS),  # [length] what was found
    ]
)


def new_hunt() -> Hunt:
    """Working memory for the functions below; every thread needs its own."""
    return np.zeros(1, HUNT).view(np.recarray)[0]


@rule
def five_points(hunt: Hunt, state: State, colour: int) -> int:
    """How many actions make a winning row of this colour; they are written into `hunt.actions`."""
    copy_board(hunt, state)
    count = list_fives(hunt, colour)
    for i in range(count):
        hunt.actions[i] = action_of(hunt.cells[i], state.side)
    return count


@rule
def fours_win(hunt: Hunt, state: State, colour: int, limit: int, nodes: int) -> int:
    """Whether a colour, if it is to move, wins by at most `limit` fours in a row, looking at `nodes` of them.

    Returns how many actions of both colours lead to the five, or to the four that cannot be parried, and
    writes them into `hunt.actions`; or it returns NO_WIN, or UNKNOWN if a limit was reached.
    """
    copy_board(hunt, state)
    own = weight(colour)
    open_to_fours = holds(hunt.windows, (state.line - 2) * own) or holds(hunt.windows, (state.line - 1) * own)
    if state.over or not open_to_fours:
        return NO_WIN
    hunt.colour, hunt.to_move, hunt.nodes = colour, -colour, nodes
    if list_fives(hunt, colour) > 0:
        hunt.actions[0] = action_of(hunt.cells[0], state.side)
        return 1
    dangers = list_fives(hunt, -colour)
    if dangers > 1:
        return NO_WIN
    danger = hunt.cells[0] if dangers == 1 else NOWHERE
    list_fours(hunt)
    answer = deepen(hunt, danger, limit)
    for i in range(answer):
        hunt.actions[i] = action_of(hunt.actions[i], state.side)
    return answer


@rule
def list_fours(hunt: Hunt) -> None:
    """List every cell of the board where the attacker may make a four."""
    hunt.count, hunt.listed[:] = 0, 0
    ready = (hunt.line - 2) * weight(hunt.colour)
    window = next_window(hunt, 0, ready)
    while window != NO_WINDOW:
        list_gaps(hunt, window)
        window = next_window(hunt, window + 1, ready)


@rule
def list_through(hunt: Hunt, cell: int) -> None:
    """List the cells that a new stone has made fit for a four."""
    ready = (hunt.line - 2) * weight(hunt.colour)
    for direction in range(len(LINES)):
        start = cell
        for _ in range(hunt.line):
            if hunt.board[start] == EDGE:
                break
            if hunt.windows[direction * CELLS + start] == ready:
                list_gaps(hunt, direction * CELLS + start)
            start -= LINES[direction]


@rule
def unlist(hunt: Hunt, count: int) -> None:
    """Keep the first cells of the list only."""
    while hunt.count > count:
        hunt.count -= 1
        hunt.listed[hunt.cells[hunt.count]] = 0


@rule
def deepen(hunt: Hunt, danger: int, limit: int) -> int:
    """Look for a win by one four, then by two, and so on: the win found is a shortest one."""
    hunt.failed[:] = np.uint64(0)
    for fours in range(1, min(limit, DEEPEST) + 1):
        hunt.limit, hunt.made, hunt.cut = fours, 0, False
        if succeeds(hunt, danger):
            return int(hunt.length)
        if not hunt.cut:
            return NO_WIN
        if hunt.nodes <= 0:
            break
    return UNKNOWN


@kernel
def succeeds(hunt: Hunt, danger: int) -> bool:
    """Whether the attacker, who is to move, wins; he must fill the cell `danger`, unless it is NOWHERE."""
    if hunt.nodes <= 0:
        hunt.cut = True
        return False
    if failed_before(hunt):
        return False
    cut_before, hunt.cut = hunt.cut, False
    count, made = hunt.count, hunt.made
    for i in range(1 if danger else count):
        cell = danger if danger else hunt.cells[count - 1 - i]
        block = four(hunt, cell)
        if block == NOWHERE:
            continue
        if made == hunt.limit:
            hunt.cut = True
        elif block == SEVERAL:
            hunt.actions[2 * made] = cell
            hunt.length = 2 * made + 1
            return True
        else:
            hunt.actions[2 * made], hunt.actions[2 * made + 1] = cell, block
            hunt.nodes -= 1
            put(hunt, block, -hunt.colour)
            list_through(hunt, cell)
            counter = five_point(hunt, block, -hunt.colour)
            hunt.made = made + 1
            if counter != SEVERAL and succeeds(hunt, counter):
                return True
            hunt.made = made
            unlist(hunt, count)
            lift(hunt, block)
        lift(hunt, cell)
        if hunt.cut and (made == hunt.limit or hunt.nodes <= 0):
            break
    remember_failure(hunt)
    hunt.cut |= cut_before
    return False


@rule
def failed_before(hunt: Hunt) -> bool:
    """Whether this position is known to hold no win by as many fours as are left."""
    known = hunt.failed[(hunt.hash >> np.uint64(8)) % SLOTS]
    tried = int(known & TRIED)
    if (known ^ hunt.hash) > TRIED or tried < hunt.limit - hunt.made:
        return False
    hunt.cut |= tried != ALL_TRIED
    return True


@rule
def remember_failure(hunt: Hunt) -> None:
    """Keep in mind that this position holds no win by as many fours as were left."""
    if hunt.nodes > 0:
        tried = hunt.limit - hunt.made if hunt.cut else ALL_TRIED
        hunt.failed[(hunt.hash >> np.uint64(8)) % SLOTS] = (hunt.hash & ~TRIED) | np.uint64(tried)


@rule
def four(hunt: Hunt, cell: int) -> int:
    """Try a four: where the other side must fill, or SEVERAL if nothing helps it any more.

    The stone stays on the board, unless it is no four, or no legal one: then the answer is NOWHERE.
    """
    if hunt.board[cell] != EMPTY or (must_obey(hunt, hunt.colour) and is_forbidden(hunt, cell)):
        return NOWHERE
    put(hunt, cell, hunt.colour)
    block = five_point(hunt, cell, hunt.colour)
    if block == NOWHERE:
        lift(hunt, cell)
    elif must_obey(hunt, -hunt.colour):
        if block != SEVERAL and is_forbidden(hunt, block):
            block = SEVERAL
        if block == SEVERAL and gomoku.is_stuck(hunt):
            lift(hunt, cell)
            block = NOWHERE
    return block


@rule
def must_obey(hunt: Hunt, colour: int) -> bool:
    """Whether some points are forbidden to a colour."""
    return hunt.rule == RENJU and colour == BLACK


@rule
def is_forbidden(hunt: Hunt, cell: int) -> bool:
    """Whether Black may not play here."""
    return renju.verdict(hunt.board, cell) != renju.ALLOWED


def fives(position: Position, colour: int | None = None) -> list[int]:
    """The actions with which a colour (the side to move, if not given) makes a winning row."""
    hunt = _hunt_in(position)
    count = _five_points(hunt, position.state, colour or position.to_move)
    return [int(action) for action in hunt.actions[:count]]


def winning_fours(
    position: Position, colour: int | None = None, depth: int = DEEPEST, nodes: int = 100_000
) -> list[int] | None:
    """A shortest win by fours of a colour (the side to move, if not given), if that colour were to move.

    The actions of both colours up to the five, or to the four that cannot be parried; an empty list if
    there is no such win; None if a limit (`depth` fours in a row, `nodes` fours tried) left that open.
    """
    hunt = _hunt_in(position)
    length = _fours_win(hunt, position.state, colour or position.to_move, depth, nodes)
    return None if length == UNKNOWN else [int(action) for action in hunt.actions[:length]]


def _hunt_in(position: Position) -> Hunt:
    if position.game != "gomoku":
        raise ValueError(f"tactics are read in gomoku only, this is {position.game}")
    return new_hunt()


@kernel
def _five_points(hunt: Hunt, state: State, colour: int) -> int:
    return five_points(hunt, state, colour)


@kernel
def _fours_win(hunt: Hunt, state: State, colour: int, limit: int, nodes: int) -> int:
    return fours_win(hunt, state, colour, limit, nodes)
