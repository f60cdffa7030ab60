"""Go, counted by area as Tromp and Taylor do: two passes end it, and stones on the board are alive."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games import base, strings, superko
from tengen.games.base import RECENT, State
from tengen.games.compiled import rule
from tengen.games.glance import (
    IN_DOUBT,
    OPEN,
    OWN_1,
    OWN_2,
    OWN_3,
    THEIRS_1,
    THEIRS_2,
    THEIRS_3,
    YES,
    glance,
    show,
)
from tengen.games.grid import (
    CELLS,
    EMPTY,
    GO_LETTERS,
    NEIGHBOURS,
    action_of,
    cell_of,
    name_of,
    stone_key,
)
from tengen.games.life import is_open, settle_points
from tengen.games.planes import mark_recent
from tengen.games.strings import TAKEN, beside, put, string_key, take
from tengen.games.superko import KO_RULES, LONGEST, SIMPLE, forbidden_ply, keep_board, seen_before
from tengen.games.territory import area

SIZES = range(2, 20)
OPTIONS: dict[str, Any] = {
    "komi": base.Halves(),
    "ko": KO_RULES,
    "suicide": (False, True),
    "limit": range(1, LONGEST + 1),
    "turns": range(LONGEST // 2 + 1),
}
LETTERS = GO_LETTERS

KOMI_UNIT = 10  # input planes want small numbers

STATE = base.state_type(
    __file__,
    [
        ("komi", np.float64),
        ("suicide", np.bool_),
        ("limit", np.int16),  # the game ends after so many plies, whatever happened
        ("turns", np.int16),  # the game ends after so many turns of each side, and only then; 0: by passes
        ("cut", np.bool_),  # the limit ended the game
        *strings.FIELDS,
        ("taken_before", np.int16, RECENT),  # by ply modulo RECENT: the total before it
        *superko.FIELDS,  # the last: see `used`
    ],
)

RECORD = STATE.itemsize  # bytes
BOARD = 8  # bytes of one board in the history, which comes last


def new(
    size: int = 9,
    komi: float = 7.5,
    ko: str = "positional",
    suicide: bool = False,
    limit: int | None = None,
    turns: int = 0,
) -> State:
    """An empty board; Black begins.

    The komi is what people expect of area counting; no number is fair on every size, so presets name
    theirs. Unless told otherwise a game may last for three plies a point, half as long again as games
    that fill the board; a fixed number of turns ends it neither earlier nor later.
    """
    if limit is None:
        limit = max(min(3 * size * size, LONGEST), 2 * turns)
    if limit < 2 * turns:
        raise ValueError(f"turns={turns} of each side need limit={2 * turns} or more, got limit={limit}")
    state = base.new_state(STATE, size)
    state.komi, state.ko, state.suicide = komi, KO_RULES.index(ko), suicide
    state.limit, state.turns = limit, turns
    settle(state)
    return state


def options(state: State) -> dict[str, Any]:
    """The arguments of `new` that lead to this state's rules."""
    return {
        "size": int(state.side),
        "komi": float(state.komi),
        "ko": KO_RULES[state.ko],
        "suicide": bool(state.suicide),
        "limit": int(state.limit),
        "turns": int(state.turns),
    }


def handicap(size: int, count: int) -> list[int]:
    """Where a fixed handicap of so many stones stands, for `set_up("go", black=..., to_move=WHITE)`."""
    most = 0 if size < 7 else 4 if size == 7 or size % 2 == 0 else 9
    if not 2 <= count <= most:
        allowed = f"2 to {most}" if most else "none"
        raise ValueError(f"no handicap of {count} stones is fixed for size {size}: there is {allowed}")
    low, middle = 3 if size >= 13 else 2, size // 2
    high = size - 1 - low
    corners = [(high, low), (low, high), (low, low), (high, high)]
    sides = [(middle, low), (middle, high), (high, middle), (low, middle)]
    centre = [(middle, middle)] if count > 4 and count % 2 else []
    points = centre + (corners + sides)[: count - len(centre)]
    return [row * size + column for row, column in points]


def play(state: State, action: int) -> None:
    """Put a stone down and take what it takes, or pass; see whether the game has ended."""
    passing = state.side * state.side
    both_pass = action == passing and base.recent_action(state, 0) == passing
    state.taken_before[state.ply % RECENT] = state.taken_total
    if action < passing:
        put_and_take(state, cell_of(action, state.side), state.to_move)
    base.remember(state, action)
    keep_board(state)
    look_for_end(state, both_pass)


@rule
def look_for_end(state: State, both_pass: bool) -> None:
    """Two passes end the game, or a fixed number of turns; the limit cuts it off. Area decides."""
    ended = state.ply == 2 * state.turns if state.turns else both_pass
    if ended or state.ply == state.limit:
        state.cut = not ended
        state.over, state.result = True, np.sign(score(state))


@rule
def put_and_take(state: State, cell: int, colour: int) -> None:
    """Put a stone down, take the opponent's strings that lose their last liberty, then one's own."""
    put(state, cell, colour)
    for string in beside(state, cell, -colour):
        if string and state.liberties[string] == 0:
            take(state, string, -colour)
    if state.liberties[state.root[cell]] == 0:
        take(state, state.root[cell], colour)


@rule
def look_around(state: State, cell: int) -> tuple[bool, bool]:
    """Whether a stone on an empty cell would have a liberty without taking any, and whether it takes."""
    breathes = takes = False
    for step in NEIGHBOURS:  # without branches: a processor guesses wrong on a board as often as not
        stone = state.board[cell + step]
        liberties = state.liberties[state.root[cell + step]]
        breathes |= (stone == EMPTY) | ((stone == state.to_move) & (liberties > 1))
        takes |= (stone == -state.to_move) & (liberties == 1)
    return breathes, takes


@rule
def may_fill(state: State, cell: int) -> bool:
    """Whether the side to move may put a stone on an empty cell."""
    breathes, takes = look_around(state, cell)
    if breathes and not takes and not seen_before(state):
        return True
    return bool(breathes or takes or state.suicide) and repeated(state, cell) < 0


@rule
def repeated(state: State, cell: int) -> int:
    """The ply whose board a stone on this empty cell would bring back, or -1."""
    own = state.to_move
    board, left = state.hash ^ stone_key(cell, own), state.stones + 1
    breathes, takes = look_around(state, cell)
    for string in beside(state, cell, -own):
        if string and state.liberties[string] == 1:
            board, left = board ^ string_key(state, string), left - state.members[string]
    if not (breathes or takes):
        board, left = state.hash, state.stones
        for string in beside(state, cell, own):
            if string:
                board, left = board ^ string_key(state, string), left - state.members[string]
    return forbidden_ply(state, board, left)


def is_legal(state: State, action: int) -> bool:
    """A pass, or an empty point where a stone may be put, while the game lasts."""
    if state.over or action == state.side * state.side:
        return not state.over
    cell = cell_of(action, state.side)
    return state.board[cell] == EMPTY and may_fill(state, cell)


def legal_actions(state: State, actions: NDArray[np.int16]) -> int:
    """All points where a stone may be put, and the pass."""
    if state.over:
        return 0
    views, count, passing = glance(state), 0, state.side * state.side
    for action in range(passing):
        legal = views[action] >= OPEN + YES
        if views[action] == OPEN + IN_DOUBT:
            legal = repeated(state, cell_of(action, state.side)) < 0
        actions[np.uint64(count)] = action  # overwritten by the next one unless it counts
        count += legal
    actions[count] = passing
    return count + 1


def action_count(state: State) -> int:
    """One action per point, and the pass."""
    return int(state.side * state.side + 1)


@rule
def score(state: State) -> float:
    """Black's points less White's, komi included."""
    return float(area(state.board, state.side, np.empty(CELLS, np.int8)) - state.komi)


def owners(state: State, mailbox: NDArray[np.int8]) -> None:
    """Whom each point belongs to."""
    area(state.board, state.side, mailbox)


def close(state: State) -> None:
    """Once every point is settled, take the dead stones off and count."""
    if is_open(state):
        return
    owners = np.empty(CELLS, np.int8)
    settle_points(state, owners)
    for action in range(state.side * state.side):
        if owners[cell_of(action, state.side)] == EMPTY:
            return
    for action in range(state.side * state.side):
        cell = cell_of(action, state.side)
        if state.board[cell] == -owners[cell]:
            take(state, state.root[cell], state.board[cell])
    state.over, state.result = True, np.sign(score(state))


def longest(state: State) -> int:
    """As long as the limit says."""
    return int(state.limit)


def used(state: State) -> int:
    """All but the boards that are still to come."""
    return RECORD - BOARD * int(LONGEST - state.ply)


def past(state: State, back: int, mailbox: NDArray[np.int8]) -> None:
    """Take the last actions back one by one: put back the stones they took, then take theirs."""
    mailbox[:] = state.board
    end = state.taken_total
    for later in range(back):
        action = base.recent_action(state, later)
        if 0 <= action < state.side * state.side:
            start = state.taken_before[(state.ply - 1 - later) % RECENT]
            for number in range(start, end):
                stone = state.taken[number % TAKEN]
                mailbox[abs(stone)] = np.sign(stone)
            mailbox[cell_of(action, state.side)] = EMPTY
            end = start


def rule_channels(state: State) -> int:
    """Komi is all that treats the colours differently."""
    return 1


def rule_planes(state: State, planes: NDArray[np.float32]) -> None:
    """The komi as the side to move gains or suffers by it."""
    planes[0] = -state.to_move * state.komi / KOMI_UNIT


def own_channels(state: State) -> int:
    """The planes of `own_planes`."""
    return 12


def own_planes(state: State, planes: NDArray[np.float32]) -> None:
    """Fill them.

    Own stones, the opponent's; own strings with one and with two liberties, the opponent's; points that
    only a repeated board forbids; the last action, the one before; whether the last one was a pass;
    ones (they show the edge); komi.
    """
    side = state.side
    views, flat = glance(state), planes.reshape(len(planes), side * side)
    show(views, OWN_1, OWN_3, flat[0])
    show(views, THEIRS_3, THEIRS_1, flat[1])
    show(views, OWN_1, OWN_1, flat[2])
    show(views, OWN_2, OWN_2, flat[3])
    show(views, THEIRS_1, THEIRS_1, flat[4])
    show(views, THEIRS_2, THEIRS_2, flat[5])
    for action in range(side * side):
        if views[action] == OPEN + IN_DOUBT:
            flat[6, action] = repeated(state, cell_of(action, side)) >= 0
    mark_recent(state, 0, planes[7])
    mark_recent(state, 1, planes[8])
    planes[9] = base.recent_action(state, 0) == side * side
    planes[10] = 1
    base.rule_planes(state, planes[11:])


def place(state: State, action: int, colour: int) -> None:
    """Set a stone up; nothing is taken."""
    put(state, cell_of(action, state.side), colour)


def settle(state: State) -> None:
    """The game begins here: no stone may be without a liberty, and this is the first board."""
    for cell in np.flatnonzero(state.root):
        if state.liberties[state.root[cell]] == 0:
            name = name_of(action_of(int(cell), state.side), state.side, LETTERS)
            raise ValueError(f"the stone set up on {name} has no liberty: take it off, or what surrounds it")
    if state.ply > state.limit:
        raise ValueError(f"ply {state.ply} comes after the end of a game with limit={state.limit}")
    state.latest = -1
    keep_board(state)
    look_for_end(state, False)


def why_illegal(state: State, action: int) -> str:
    """What forbids an action to the side to move, for people."""
    cell = cell_of(action, state.side)
    if state.board[cell] != EMPTY:
        return "the point is occupied"
    if repeated(state, cell) < 0 or not (state.suicide or any(look_around(state, cell))):
        return "the stone would have no liberty (suicide)"
    name = "ko" if state.ko == SIMPLE else "superko"
    return f"{name}: it would bring back the board after ply {repeated(state, cell)}"
