"""A position for people: `tengen.new("gomoku", size=15)`, `.legal()`, `.play(112)`, `print(position)`."""

import difflib
import operator
from collections.abc import Iterable
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tengen.games import base, grid, planes
from tengen.games.base import IllegalAction, State
from tengen.games.compiled import kernel


class Position:
    """A state of a game that never changes: `play` gives a new one."""

    __slots__ = ("_rules", "_state", "previous")

    def __init__(self, state: State, previous: "Position | None" = None) -> None:
        self._state = state
        self._rules = base.rules_of(state)
        self.previous = previous

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self._rules.__name__.rpartition(".")[2])

    @property
    def options(self) -> dict[str, Any]:
        """The arguments of `new` that lead to these rules, size included."""
        return base.options(self._state)

    @property
    def size(self) -> int:
        """Points along one side."""
        return int(self._state.side)

    @property
    def ply(self) -> int:
        """Actions played so far."""
        return int(self._state.ply)

    @property
    def to_move(self) -> int:
        """+1 if Black is to move, -1 if White is."""
        return int(self._state.to_move)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._state.over)

    @property
    def result(self) -> int | None:
        """+1 if Black won, -1 if White won, 0 for a draw, None while the game lasts."""
        return int(self._state.result) if self.over else None

    @property
    def last(self) -> int | None:
        """The last action, or None before the first."""
        action = base.recent_action(self._state, 0)
        return None if action < 0 else action

    @property
    def actions(self) -> list[int]:
        """The actions that led here since the position was made."""
        found, position = [], self
        while position.previous is not None:
            found.append(int(base.recent_action(position._state, 0)))
            position = position.previous
        return found[::-1]

    @property
    def state(self) -> State:
        """A copy of the record that compiled code works on."""
        return self._state.copy()

    @property
    def board(self) -> NDArray[np.int8]:
        """The stones, int8[size, size]: +1 black, -1 white, 0 empty; row 0 is the top."""
        return grid.board_view(self._state.board, self.size).copy()

    @property
    def winning_line(self) -> list[int]:
        """The actions of the row that won; empty where there is none."""
        return base.winning_line(self._state)

    @property
    def score(self) -> float:
        """Black's points less White's if the game ended now, komi included; 0 where none are counted."""
        return _score(self._state)

    @property
    def ownership(self) -> NDArray[np.int8]:
        """Whose each point is if the game ended now, int8[size, size]: +1 Black, -1 White, 0 nobody."""
        return grid.board_view(_owners(self._state), self.size).copy()

    def legal(self) -> NDArray[np.int16]:
        """All legal actions, in rising order."""
        return _legal(self._state)

    def play(self, action: SupportsIndex | str) -> "Position":
        """The position after an action, given as its number or its name."""
        chosen = self.action(action) if isinstance(action, str) else operator.index(action)
        count = base.action_count(self._state)
        if chosen == count == self.size**2:
            raise IllegalAction(f"nobody passes in {self.game}")
        if not 0 <= chosen < count:
            raise IllegalAction(f"no action {chosen} on size {self.size}: actions go from 0 to {count - 1}")
        after = self._state.copy()
        if not _played(after, chosen):
            reason = "the game is over" if self.over else base.why_illegal(self._state, chosen)
            colour = grid.COLOUR_NAMES[self.to_move]
            raise IllegalAction(f"{colour} may not play {self.name(chosen)}: {reason}")
        return Position(after, self)

    def planes(self, kind: str = "tengen") -> NDArray[np.float32]:
        """The input planes of this name, float32[channels, size, size]."""
        return planes.planes_of(self._state, planes.kind_named(kind))

    def name(self, action: int) -> str:
        """What people call an action, such as H8 or pass."""
        return grid.name_of(action, self.size, self._rules.LETTERS)

    def action(self, name: str) -> int:
        """The action that people call by this name."""
        return grid.named(name, self.size, self._rules.LETTERS)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._state.tobytes() == other._state.tobytes()

    def __hash__(self) -> int:
        return int(self._state.hash)

    def __str__(self) -> str:
        from tengen.games.text import draw

        return draw(self)

    def __repr__(self) -> str:
        from tengen.games.text import headline

        return f"<{headline(self)}>"


def new(game: str, size: int | None = None, **options: Any) -> Position:
    """The first position of a game: `new("gomoku", size=15, rule="renju")`."""
    return Position(_new_state(game, size, options))


def set_up(
    game: str,
    black: Iterable[SupportsIndex | str] = (),
    white: Iterable[SupportsIndex | str] = (),
    to_move: int = grid.BLACK,
    size: int | None = None,
    ply: int = 0,
    **options: Any,
) -> Position:
    """A position with these stones on the board, as in a problem or after a handicap."""
    if to_move not in grid.COLOUR_NAMES:
        raise ValueError(f"to_move cannot be {to_move!r}: it must be 1 (Black) or -1 (White)")
    _check("ply", ply, range(base.LONGEST + 1))
    rules, state = base.game(game), _new_state(game, size, options)
    state.board, state.hash = grid.empty_mailbox(state.side), 0
    for colour, actions in ((grid.BLACK, black), (grid.WHITE, white)):
        for action in (_point(given, state.side, rules.LETTERS) for given in actions):
            if state.board[grid.cell_of(action, state.side)] != grid.EMPTY:
                name = grid.name_of(action, state.side, rules.LETTERS)
                raise ValueError(f"two stones are set up on {name}: give each point once")
            base.place(state, action, colour)
    state.to_move, state.ply = to_move, ply
    base.settle(state)
    return Position(state)


def _point(given: SupportsIndex | str, size: int, letters: str) -> int:
    action = grid.named(given, size, letters) if isinstance(given, str) else operator.index(given)
    if not 0 <= action < size * size:
        raise ValueError(f"no point {given} on a board of size {size}")
    return action


def _new_state(game: str, size: int | None, options: dict[str, Any]) -> State:
    rules = base.game(game)
    if size is not None:
        _check(f"size of {game}", size, rules.SIZES)
        options = {"size": size, **options}
    for name, value in options.items():
        if name != "size":
            if name not in rules.OPTIONS:
                close = difflib.get_close_matches(name, rules.OPTIONS, 1)
                hint = f"; did you mean {close[0]}?" if close else ""
                known = ", ".join(rules.OPTIONS) or "none"
                raise ValueError(f"{game} has no option {name!r} (options: size, {known}){hint}")
            _check(name, value, rules.OPTIONS[name])
    return rules.new(**options)


def _check(name: str, value: Any, allowed: Any) -> None:
    """An option is one of some values, a range of whole numbers, or whatever its own check accepts."""
    if isinstance(allowed, range):
        fits = type(value) is int and value in allowed
        steps = f" in steps of {allowed.step}" if allowed.step > 1 else ""
        wanted = f"{allowed[0]} to {allowed[-1]}{steps}"
    elif isinstance(allowed, base.Halves):
        fits, wanted = value in allowed, str(allowed)
    else:
        fits = any(type(value) is type(choice) and value == choice for choice in allowed)
        wanted = ", ".join(str(choice) for choice in allowed)
    if not fits:
        raise ValueError(f"{name} cannot be {value!r}: it must be {wanted}")


@kernel
def _legal(state: State) -> NDArray[np.int16]:
    actions = np.empty(base.action_count(state) + 1, np.int16)
    return actions[: base.legal_actions(state, actions)].copy()


@kernel
def _score(state: State) -> float:
    return base.score(state)


@kernel
def _owners(state: State) -> NDArray[np.int8]:
    mailbox = np.empty(grid.CELLS, np.int8)
    base.owners(state, mailbox)
    return mailbox


@kernel
def _played(state: State, action: int) -> bool:
    if not base.is_legal(state, action):
        return False
    base.play(state, action)
    return True
