"""Matches: every opening is played twice, with colours exchanged, and many games go on side by side.

In each round the first seat is asked about all games in which it is to move, then the second. After the
first round each of them is asked about all games there are, so that their batches are full.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tengen.arena.opponents import Forfeit, Seat
from tengen.arena.rating import Tally
from tengen.games.base import IllegalAction
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position
from tengen.records.history import record_of
from tengen.records.record import Record

Seats = tuple[Seat, Seat]
AT_ONCE = 64  # games side by side in a thread


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of a match."""

    record: Record
    opening: int  # which of the openings it began with
    colour: int  # the first player's
    reason: str  # why it was given up; empty where it was not

    @property
    def outcome(self) -> int:
        """+1 if the first player won, 0 for a draw, -1 if the second won."""
        return self.colour * (self.record.result or 0)


@dataclass(frozen=True, slots=True)
class Match:
    """All games that two players played, in the order of the openings."""

    names: tuple[str, str]
    games: tuple[Game, ...]

    def tally(self, colour: int | None = None) -> Tally:
        """The first player's wins, draws and losses: all, or those with one colour."""
        return tally_of(game for game in self.games if colour in (None, game.colour))

    @property
    def distinct(self) -> int:
        """How many games there are of which no two went move by move alike."""
        return len({game.record.actions.tobytes() for game in self.games})

    @property
    def forfeits(self) -> list[Game]:
        """The games that ended because a player could not go on."""
        return [game for game in self.games if game.record.ending == "forfeit"]


def tally_of(games: Iterable[Game]) -> Tally:
    """The first player's wins, draws and losses."""
    outcomes = [game.outcome for game in games]
    return Tally(outcomes.count(1), outcomes.count(0), outcomes.count(-1))


def play_match(
    make_seats: Callable[[], Seats],
    openings: Sequence[Position],
    *,
    threads: int = 1,
    at_once: int = AT_ONCE,
    on_game: Callable[[Game], None] | None = None,
    enough: Callable[[Tally], bool] | None = None,
) -> Match:
    """Two games from each opening between the first seat and the second.

    Every thread makes seats of its own, plays its share of the openings with them, and closes them.
    `on_game` hears of each game as it ends. When `enough` says so of the games that have ended, no more
    are begun, and those that were are finished. One thread's games do not depend on the others'.
    """
    _check(openings)
    threads = min(threads, len(openings))
    course = _Course(make_seats, openings, max(at_once, 2), on_game, enough)
    with ThreadPoolExecutor(threads) as pool:
        shares = [range(first, len(openings), threads) for first in range(threads)]
        played = [pool.submit(course.play, share) for share in shares]
        try:
            names = [future.result() for future in played]
        finally:  # also when somebody interrupts: threads are waited for
            course.stop.set()
    games = sorted(course.games, key=lambda game: (game.opening, -game.colour))
    return Match(names[0], tuple(games))


def _check(openings: Sequence[Position]) -> None:
    if not openings:
        raise ValueError("a match needs openings: give at least one position to begin with")
    for index, opening in enumerate(openings):
        if opening.over:
            raise ValueError(f"opening {index} is a finished game: give positions to play on from")


class _Table:
    """A game in flight."""

    def __init__(self, opening: int, position: Position, colour: int) -> None:
        self.opening, self.position, self.colour = opening, position, colour
        self.forfeit: Forfeit | None = None

    @property
    def over(self) -> bool:
        return self.forfeit is not None or self.position.over

    def play(self, choice: int | Forfeit) -> None:
        """Whoever gives up, or tries what the rules forbid, has lost."""
        try:
            if isinstance(choice, Forfeit):
                self.forfeit = choice
            else:
                self.position = self.position.play(choice)
        except IllegalAction as error:
            self.forfeit = Forfeit(str(error))

    def game(self, names: tuple[str, str]) -> Game:
        """What is left of it when it is over."""
        black, white = names if self.colour == BLACK else names[::-1]
        points = f"{abs(self.position.score):g}" if self.position.score else ""
        result = self.position.result if self.forfeit is None else -self.position.to_move
        ending = points if self.forfeit is None else self.forfeit.ending
        record = record_of(self.position, black, white, result, ending)
        reason = self.forfeit.reason if self.forfeit else ""
        return Game(record=record, opening=self.opening, colour=self.colour, reason=reason)


class _Course:
    """A match in progress: what its threads share."""

    def __init__(
        self,
        make_seats: Callable[[], Seats],
        openings: Sequence[Position],
        at_once: int,
        on_game: Callable[[Game], None] | None,
        enough: Callable[[Tally], bool] | None,
    ) -> None:
        self.make_seats, self.openings, self.at_once = make_seats, openings, at_once
        self.on_game, self.enough = on_game, enough
        self.games: list[Game] = []
        self.stop = threading.Event()  # somebody failed or was interrupted
        self.lock = threading.Lock()

    def play(self, share: Iterable[int]) -> tuple[str, str]:
        """Play some of the openings, in one thread; the names of those who played."""
        try:
            seats = self.make_seats()
            try:
                self._play_openings(seats, deque(share))
            finally:
                for seat in seats:
                    seat.close()
        except BaseException:
            self.stop.set()
            raise
        return seats[0].name, seats[1].name

    def _play_openings(self, seats: Seats, waiting: deque[int]) -> None:
        names, tables = (seats[0].name, seats[1].name), list[_Table]()
        while not self.stop.is_set():
            while waiting and len(tables) + 2 <= self.at_once and self._goes_on():
                index = waiting.popleft()
                tables += [_Table(index, self.openings[index], colour) for colour in (BLACK, WHITE)]
            if not tables:
                break
            for seat, side in zip(seats, (1, -1), strict=True):
                _ask(seat, [each for each in tables if each.position.to_move == side * each.colour])
            self._write_down([each.game(names) for each in tables if each.over])
            tables = [each for each in tables if not each.over]

    def _goes_on(self) -> bool:
        """Whether to begin another opening."""
        with self.lock:
            return self.enough is None or not self.enough(tally_of(self.games))

    def _write_down(self, games: Iterable[Game]) -> None:
        with self.lock:
            for game in games:
                self.games.append(game)
                if self.on_game:
                    self.on_game(game)


def _ask(seat: Seat, tables: list[_Table]) -> None:
    """Let a seat move wherever it is to."""
    tables = [each for each in tables if not each.over]
    if tables:
        choices = seat.choose([each.position for each in tables])
        for table, choice in zip(tables, choices, strict=True):
            table.play(choice)
