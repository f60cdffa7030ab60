"""The words of GTP: colours, vertices and numbers; and the desk at which commands are obeyed."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tengen.engine.analysis import Analysis
from tengen.engine.session import Session, turned
from tengen.games.grid import BLACK, GO_LETTERS, WHITE, name_of, named
from tengen.games.position import Position

COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
SYNTAX = "syntax error"


class Refusal(Exception):
    """A command that fails; the message is what the controller is told, and nothing has changed."""


class Ears(Protocol):
    """What of `Lines` whoever thinks looks at."""

    def waiting(self) -> bool:
        """Whether something has come."""

    def urgent(self) -> object:
        """Whether something urgent has come."""


@dataclass
class Desk:
    """What the commands work on."""

    session: Session
    ears: Ears
    name: str
    version: str
    resign: float = 0.0  # below this chance to win
    commands: Mapping[str, "Command"] = field(default_factory=dict)
    ended: bool = False

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.session.position

    def position_for(self, colour: int) -> Position:
        """The same with this colour to move, and refused if the game is over."""
        position = turned(self.position, colour)
        if position.over:
            raise Refusal("the game is over")
        return position

    def decide(self, found: Analysis) -> str:
        """Play what was found best, or resign."""
        if found.win_rate < self.resign:
            return "resign"
        self.session.play(found.found.best, found.position.to_move)
        return vertex_name(found.found.best, found.position.size)


Words = list[str]
Command = Callable[[Desk, Words], str | Iterator[str]]  # a text, or lines one by one as they come


def take(words: Words, count: int) -> Words:
    """Exactly so many arguments."""
    if len(words) != count:
        raise Refusal(SYNTAX)
    return words


def colour_in(word: str) -> int:
    """BLACK or WHITE, in capitals or not."""
    if word.lower() not in COLOURS:
        raise Refusal(SYNTAX)
    return COLOURS[word.lower()]


def vertex_in(word: str, size: int) -> int:
    """The action at a vertex; its letters are those of Go in every game."""
    try:
        return named(word, size, GO_LETTERS)
    except ValueError:
        raise Refusal(SYNTAX) from None


def vertex_name(action: int, size: int) -> str:
    """What GTP calls an action."""
    return name_of(action, size, GO_LETTERS)


def whole_in(word: str) -> int:
    """A whole number."""
    try:
        return int(word)
    except ValueError:
        raise Refusal(SYNTAX) from None


def number_in(word: str) -> float:
    """A number, whatever its size, but no infinity."""
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Refusal(SYNTAX)
    return number


def moves_in(words: Words, size: int) -> list[tuple[int, int]]:
    """Colours and actions: `b D4 w Q16 ...`."""
    if len(words) % 2:
        raise Refusal(SYNTAX)
    return [(colour_in(words[i]), vertex_in(words[i + 1], size)) for i in range(0, len(words), 2)]
