"""What a game is: a module with a NumPy record type and a handful of plain functions over it.

Search, self-play and tests call the generic functions below. Compiled code resolves them while
compiling, by the record's type; plain Python resolves them at each call, so that with
NUMBA_DISABLE_JIT=1 everything runs and can be debugged. A new game is one module, which has

    STATE                      its record type, made by `state_type`
    SIZES, OPTIONS, LETTERS    board sizes, other settings with their values, names of columns
    new(size, ...) -> state    the first position; a ValueError says what is wrong with a setting
    play                       what an action changes, and when the game ends

and whichever of the other generic functions its rules need, here and in `planes`. A body given there
is the default; it suits a game in which a turn is one stone on any empty point and stones stay.
"""

import importlib
import zlib
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import generic, rule
from tengen.games.grid import BLACK, CELLS, EMPTY, cell_of, empty_mailbox, stone_key

State = Any  # one np.record of a game's STATE type; Numba and NumPy both read its fields as attributes

GAMES: dict[str, ModuleType | str] = {  # one line per game
    "gomoku": "tengen.games.gomoku",
    "go": "tengen.games.go",
    "reversi": "tengen.games.reversi",
}

NEEDED = ("STATE", "SIZES", "OPTIONS", "LETTERS", "new", "play")  # what a game cannot do without

LONGEST = 10_000  # plies that any game can have; a game may know a smaller limit
EVERYTHING = 2**30  # more bytes than any record has
RECENT = 8  # how many past actions or boards a state remembers for its planes


class Halves:
    """All whole and half numbers, as values of an option such as komi."""

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int | float) or isinstance(value, bool):
            return False
        return abs(value) < 1e9 and 2 * value == int(2 * value)

    def __str__(self) -> str:
        return "a multiple of 0.5"


class IllegalAction(ValueError):
    """Somebody tried an action that the rules forbid; the message names the reason."""


def game(name: str) -> Any:
    """The module that holds a game's rules."""
    if name not in GAMES:
        raise ValueError(f"no game called {name!r}: there are {', '.join(sorted(GAMES))}")
    found = GAMES[name]
    if isinstance(found, str):
        found = GAMES[name] = importlib.import_module(found)
    return found


def register(module: ModuleType) -> None:
    """Make a game known whose module lives outside this package."""
    name = module.__name__.rpartition(".")[2]
    missing = [needed for needed in NEEDED if not hasattr(module, needed)]
    if missing:
        raise ValueError(f"{name} is no game yet: it lacks {', '.join(missing)}")
    GAMES[name] = module


def state_type(file: str, fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """The record type of the game in this file: what all games share, then its own fields.

    Records with equal fields are one type to Numba, so the first field is named after the game. The
    checksum of the source in that name keeps code apart that was compiled from another version of it.
    """
    source = Path(file)
    marker = f"{source.stem}_{zlib.crc32(source.read_bytes()):08x}"
    shared = [
        (marker, np.uint8),
        ("side", np.int16),  # board size; "size" already means something to NumPy
        ("ply", np.int16),  # actions played
        ("to_move", np.int8),  # BLACK or WHITE
        ("over", np.bool_),
        ("result", np.int8),  # +1 Black won, 0 draw, -1 White won; means nothing before the end
        ("hash", np.uint64),  # Zobrist key of the stones
        ("recent", np.int16, RECENT),  # the last actions, ply modulo RECENT
        ("board", np.int8, CELLS),  # the mailbox
    ]
    return np.dtype([*shared, *fields])


def new_state(dtype: np.dtype[Any], side: int) -> State:
    """A record of a game's type with an empty board and Black to move."""
    state = np.zeros(1, dtype).view(np.recarray)[0]
    state.side, state.to_move = side, BLACK
    state.recent, state.board = -1, empty_mailbox(side)
    return state


@rule
def remember(state: State, action: int) -> None:
    """Count an action as played; every `play` ends with the turn passing on like this."""
    state.recent[state.ply % RECENT] = action
    state.ply += 1
    state.to_move = -state.to_move


@rule
def recent_action(state: State, back: int) -> int:
    """The action `back` plies before the last one (0 is the last), -1 where there is none."""
    if back >= state.ply:
        return -1
    return int(state.recent[(state.ply - 1 - back) % RECENT])


def rules_of(state: Any) -> Any:
    """The rules that belong to a record, or to Numba's type of one."""
    names = state.dtype.names if hasattr(state, "dtype") else tuple(state.fields)
    return game(names[0].rpartition("_")[0])


by_game = generic(rules_of)


@by_game
def play(state: State, action: int) -> None:
    """Change a state by one legal action; legality is not checked again. Every game has its own."""


@by_game
def is_legal(state: State, action: int) -> bool:
    """Whether the side to move may choose this action (0 <= action < action_count)."""
    return not state.over and state.board[cell_of(action, state.side)] == EMPTY


@by_game
def legal_actions(state: State, actions: NDArray[np.int16]) -> int:
    """Write all legal actions, in rising order, into an array; return how many there are."""
    count = 0
    for action in range(action_count(state)):
        if is_legal(state, action):
            actions[count] = action
            count += 1
    return count


@by_game
def pressing(state: State, actions: NDArray[np.int16]) -> int:
    """Write the only actions worth a thought, when one side would otherwise win at once; how many.

    They win on the spot, or else they keep the opponent from it. 0 where nothing presses, and in games
    that do not know such a thing.
    """
    return 0


@by_game
def action_count(state: State) -> int:
    """How many actions there are, legal or not: the width of a policy."""
    return int(state.side * state.side)


@by_game
def longest(state: State) -> int:
    """How many plies a game like this can have at most."""
    return int(state.side * state.side)


@by_game
def used(state: State) -> int:
    """How many bytes of a record say all there is to know; a game whose memory grows keeps it last."""
    return EVERYTHING


@by_game
def score(state: State) -> float:
    """Black's points less White's if the game ended now, komi included; 0 in games that count none."""
    return 0.0


@by_game
def owners(state: State, mailbox: NDArray[np.int8]) -> None:
    """Write whom each point belongs to if the game ended now: nobody, in games that count no points."""
    mailbox[:] = EMPTY


@by_game
def close(state: State) -> None:
    """End a game in which nothing that may still be played changes what everybody gets."""


@by_game
def past(state: State, back: int, mailbox: NDArray[np.int8]) -> None:
    """Write the board as it stood `back` plies ago (less than RECENT) into a mailbox."""
    mailbox[:] = state.board
    for later in range(back):
        action = recent_action(state, later)
        if action >= 0:
            mailbox[cell_of(action, state.side)] = EMPTY


@by_game
def rule_channels(state: State) -> int:
    """How many planes carry what makes the rules differ by colour; 0 where nothing does."""
    return 0


@by_game
def rule_planes(state: State, planes: NDArray[np.float32]) -> None:
    """Fill those planes, float32[rule_channels, size, size], zero before."""


# The rest is for people and for positions that are set up; of it, rules call only `place`.


@by_game
def options(state: State) -> dict[str, Any]:
    """The arguments of `new` that lead to this state's rules, size included."""
    return {"size": int(state.side)}


@by_game
def why_illegal(state: State, action: int) -> str:
    """What forbids an action to the side to move while the game lasts."""
    return "the point is occupied"


@by_game
def winning_line(state: State) -> list[int]:
    """The actions of the row that won, in games that know such a thing."""
    return []


@by_game
def place(state: State, action: int, colour: int) -> None:
    """Set a stone up on an empty point, outside the order of play."""
    cell = cell_of(action, state.side)
    state.board[cell] = colour
    state.hash ^= stone_key(cell, colour)


@by_game
def settle(state: State) -> None:
    """After all stones were set up: bring the game's own fields up to date, the end included."""
