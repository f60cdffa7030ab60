"""A finished game: its rules, the stones it began with, what was played, and how it ended."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tengen.games.position import Position

BLACK, WHITE = 1, -1  # as in tengen.games.grid, which would bring the compiler with it


class RecordError(ValueError):
    """A record that cannot be read, written or replayed; the message says where and why."""

    def __init__(self, message: str, file: str = "", line: int = 0, column: int = 0) -> None:
        self.message, self.file, self.line, self.column = message, file, line, column
        place = [file] * bool(file) + [f"line {line}"] * bool(line) + [f"column {column}"] * bool(column)
        super().__init__(f"{', '.join(place)}: {message}" if place else message)


@dataclass(frozen=True, eq=False, kw_only=True)
class Record:
    """A finished game; `tengen.new(record.game, **record.options)` is where it began, but for the setup."""

    game: str
    options: Mapping[str, Any]  # what tengen.new needs: size, rule, komi ...
    actions: NDArray[np.int16]  # [plies]
    colours: NDArray[np.int8]  # [plies]  who made each action; they need not alternate
    first: int = BLACK  # the colour to move at the beginning
    setup: Mapping[int, int] = field(default_factory=dict)  # colours of the stones that stood there, by point
    handicap: int = 0  # stones of the setup that were given to Black
    result: int | None = None  # None: not known
    ending: str = ""  # how it was won: points ("3.5"), "resign", "time", "forfeit", or not said; "void"
    black: str = ""
    white: str = ""
    properties: Mapping[str, Sequence[str]] = field(default_factory=dict)  # what else SGF says

    def __post_init__(self) -> None:
        for name, dtype in (("actions", np.int16), ("colours", np.int8)):
            array = np.array(getattr(self, name), dtype)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        if self.actions.ndim != 1 or self.actions.shape != self.colours.shape:
            raise RecordError(
                f"{self.actions.size} actions by {self.colours.size} colours: give each its colour"
            )
        if not (np.abs(self.colours) == 1).all() or not {self.first, *self.setup.values()} <= {BLACK, WHITE}:
            raise RecordError("a colour is +1 for black or -1 for white")
        if self.result not in (None, BLACK, 0, WHITE):
            raise RecordError(f"result {self.result!r}: expected +1, 0, -1 or None")

    @property
    def size(self) -> int:
        """Points along one side."""
        return int(self.options["size"])

    @property
    def plies(self) -> int:
        """How many actions were played."""
        return len(self.actions)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        pairs = ((getattr(self, each.name), getattr(other, each.name)) for each in fields(self))
        return all(
            np.array_equal(mine, theirs) if isinstance(mine, np.ndarray) else mine == theirs
            for mine, theirs in pairs
        )

    __hash__ = None  # type: ignore[assignment]  # it holds arrays


def alternating(first: int, plies: int) -> NDArray[np.int8]:
    """The colours int8[plies] of a game in which nobody moves twice in a row."""
    return (first * (1 - 2 * (np.arange(plies) % 2))).astype(np.int8)


def positions(record: Record) -> Iterator["Position"]:
    """Replay a game: the first position, then the one after each action."""
    position = _start(record)
    yield position
    played = zip(record.actions.tolist(), record.colours.tolist(), strict=True)
    for ply, (action, colour) in enumerate(played, 1):
        try:
            position = with_turn(position, colour).play(action)
        except ValueError as error:
            raise RecordError(f"ply {ply} of {record.plies}: {error}") from error
        yield position


def _start(record: Record) -> "Position":
    from tengen.games.position import new, set_up

    try:
        begun = new(record.game, **record.options).board.ravel()  # in some games stones stand there by rule
        setup = record.setup or {int(point): int(begun[point]) for point in np.flatnonzero(begun)}
        black = [point for point, colour in setup.items() if colour == BLACK]
        white = [point for point, colour in setup.items() if colour == WHITE]
        return set_up(record.game, black, white, record.first, **record.options)
    except (TypeError, ValueError) as error:
        raise RecordError(f"before the first ply: {error}") from error


def with_turn(position: "Position", colour: int) -> "Position":
    """The same position with this colour to move: one colour may play twice, in records and protocols."""
    if position.to_move == colour or position.over:
        return position
    from tengen.games.position import Position

    state = position.state
    state.to_move = colour
    return Position(state, position.previous)
