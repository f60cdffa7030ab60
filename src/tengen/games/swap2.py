"""Swap2: an opening protocol that makes Gomoku fair.

The first player puts three stones: black, white, black. The second player then takes Black; or takes
White; or puts two more stones, white and black, and lets the first player take a colour. After that the
game goes on from there: White is to move.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from tengen.games.grid import BLACK
from tengen.games.position import Position

Seat = Literal["first", "second"]  # who sits at the board; which colour that is, the opening decides
Choice = Literal["black", "white", "put"]

FIRST: Seat = "first"
SECOND: Seat = "second"

# By the stones on the board: whose turn it is, what he may do, and how many stones he puts if he does.
STAGES: dict[int, tuple[Seat, tuple[Choice, ...], int]] = {
    0: (FIRST, ("put",), 3),
    3: (SECOND, ("black", "white", "put"), 2),
    5: (FIRST, ("black", "white"), 0),
}


@dataclass(frozen=True)
class Swap2:
    """An opening under way; it never changes: `put` and `take` give a new one."""

    position: Position
    black: Seat | None = None  # the seat that plays Black; None until somebody has taken a colour

    def __post_init__(self) -> None:
        """Begin on an empty board, or go on where three or five stones stand already."""
        if self.position.game != "gomoku" or self.position.ply not in STAGES or self.position.over:
            raise ValueError(
                f"swap2 cannot begin at {self.position!r}: give a game of gomoku with an empty board, "
                "or one in which three or five stones have been put"
            )

    @property
    def settled(self) -> bool:
        """Whether the colours are given out, so that the game goes on."""
        return self.black is not None

    @property
    def turn(self) -> Seat:
        """The seat that acts next, here or, once the colours are settled, in the game."""
        if self.black is None:
            return STAGES[self.position.ply][0]
        return self.seat_of(self.position.to_move)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What that seat may do: take a colour, or put stones."""
        return () if self.settled else STAGES[self.position.ply][1]

    @property
    def stones(self) -> int:
        """How many stones it puts if it puts stones."""
        return STAGES[self.position.ply][2] if "put" in self.choices else 0

    def seat_of(self, colour: int) -> Seat:
        """Who plays a colour."""
        if self.black is None:
            raise ValueError("nobody has a colour yet: the opening is not over")
        return self.black if colour == BLACK else other(self.black)

    def put(self, actions: Iterable[int | str]) -> "Swap2":
        """Put stones, black and white in turn as the game would have it."""
        self._check("put")
        chosen = list(actions)
        if len(chosen) != self.stones:
            raise ValueError(f"the {self.turn} player puts {self.stones} stones here, got {len(chosen)}")
        position = self.position
        for action in chosen:
            position = position.play(action)
        if position.over:
            raise ValueError("these stones end the game: an opening leaves it open")
        return replace(self, position=position)

    def take(self, colour: Literal["black", "white"]) -> "Swap2":
        """Take a colour; the other seat has the other one, and White plays on."""
        self._check(colour)
        return replace(self, black=self.turn if colour == "black" else other(self.turn))

    def _check(self, choice: Choice) -> None:
        if self.settled:
            raise ValueError("the colours are settled: play on from the position")
        if choice not in self.choices:
            wanted = " or ".join(self.choices)
            raise ValueError(f"the {self.turn} player cannot choose {choice!r} here: it may be {wanted}")


def other(seat: Seat) -> Seat:
    """The seat across the board."""
    return SECOND if seat == FIRST else FIRST
