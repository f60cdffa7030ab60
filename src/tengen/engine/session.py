"""A seat at the board, the same under every protocol: set up, play, undo, think, analyse.

One thread uses it. What thinks looks at `until` before every step, a few milliseconds apart: so another
thread can stop it at once, with an event's `is_set` or anything else that turns true.
"""

import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from tengen.engine.analysis import Analysis, outlook
from tengen.engine.clock import FREE, Clock, Control, Now, Turn, Watch
from tengen.engine.search import MOST, Search
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position, new, set_up
from tengen.games.superko import LONGEST
from tengen.records.history import history, setup_of
from tengen.records.record import with_turn
from tengen.search.forest import Evaluator

MEMORY = 256_000_000  # bytes of a tree
LENGTHS = {"go": (0.8, 1.5), "gomoku": (0.25, 1.0)}  # of games, in plies for each point: usual, and at most
FEWEST = 8  # turns that are always thought to come


def never() -> bool:
    """Nobody stops it."""
    return False


class Session:
    """A game, the clocks of both sides, and somebody who thinks about it."""

    def __init__(
        self,
        evaluators: Callable[[Position], Evaluator],
        game: str = "go",
        *,
        simulations: int = 200,
        memory: int = MEMORY,
        now: Now = time.monotonic,
        **options: Any,
    ) -> None:
        self._evaluators, self.simulations, self.memory, self.now = evaluators, simulations, memory, now
        self.clocks: dict[int, Clock] = {}
        self.set_control(FREE)
        self.begin(first(game, options))

    @property
    def start(self) -> Position:
        """Where this game began."""
        return history(self.position)[0]

    @property
    def evaluator(self) -> Evaluator:
        """Who is asked about this position."""
        return self._evaluators(self.position)

    def begin(self, position: Position) -> None:
        """A new game from this position; whoever shall think about it is asked once, so that he is awake."""
        before = getattr(self, "position", None)
        if not position.over and (before is None or _kind(before) != _kind(position)):
            self._wake(position)
        self.position = position

    def clear(self, **options: Any) -> None:
        """A new game on an empty board, by the same rules but for these options."""
        self.begin(first(self.position.game, {**self.position.options, **options}))

    def set_control(self, control: Control) -> None:
        """Both clocks begin anew."""
        self.clocks = {colour: Clock(control) for colour in (BLACK, WHITE)}

    def change(self, **options: Any) -> None:
        """Other options, such as a komi, for the game as it stands: it is played again from its start."""
        start, moves = history(self.position)
        settings = {**start.options, **options}
        stones = setup_of(start)
        black, white = ([p for p in stones if stones[p] == colour] for colour in (BLACK, WHITE))
        position = set_up(start.game, black, white, start.to_move, **settings)
        for colour, action in moves:
            position = turned(position, colour).play(action)
        self.begin(position)

    def play(self, action: int, colour: int | None = None) -> None:
        """Play for a colour, the one to move unless said; any colour may move twice in a row."""
        self.position = turned(self.position, colour).play(action)

    def undo(self, plies: int = 1) -> None:
        """Take back; the stones that the game began with stay."""
        position = self.position
        for taken in range(plies):
            if position.previous is None:
                raise ValueError(f"{plies} plies cannot be taken back: there are only {taken}")
            position = position.previous
        self.position = position

    def think(
        self, colour: int | None = None, until: Callable[[], object] = never, avoid: Collection[int] = ()
    ) -> Analysis:
        """What to play, found within the time that the clock allows."""
        *_, last = self.thinking(colour, until, avoid=avoid)
        return last

    def thinking(
        self,
        colour: int | None = None,
        until: Callable[[], object] = never,
        interval: float = math.inf,
        avoid: Collection[int] = (),
    ) -> Iterator[Analysis]:
        """The same with reports, one every so many seconds; the last one is what was found in the end."""
        position = turned(self.position, colour)
        turn = Turn(self.clocks[position.to_move], *turns_to_come(position), self.now)
        simulations = self.simulations if math.isinf(turn.budget) else MOST
        search = self._search(position, simulations, avoid)
        return self._reports(search, interval, lambda: turn.goes_on() and not until(), turn.end)

    def analyse(
        self,
        colour: int | None = None,
        until: Callable[[], object] = never,
        interval: float = math.inf,
        avoid: Collection[int] = (),
        simulations: int = MOST,
    ) -> Iterator[Analysis]:
        """Look at the position until told to stop, or for so many simulations, off the clock."""
        search = self._search(turned(self.position, colour), simulations, avoid)
        return self._reports(search, interval, lambda: not until())

    def _search(self, position: Position, simulations: int, avoid: Collection[int] = ()) -> Search:
        return Search(position, self._evaluators(position), simulations, self.memory, avoid)

    def _wake(self, position: Position) -> None:
        """Let all that is slow at its first use be used before it matters."""
        search = self._search(position, simulations=1)
        while search.step():
            pass
        search.found()
        outlook(position, self._evaluators(position))

    def _reports(
        self,
        search: Search,
        interval: float,
        goes_on: Callable[[], bool],
        at_end: Callable[[], object] = never,
    ) -> Iterator[Analysis]:
        """Search while it may go on, for one simulation at least."""
        watch, due = Watch(self.now), interval
        sights: tuple[Any, Any] = (None, None)
        if math.isfinite(interval):
            sights = outlook(search.position, self._evaluators(search.position))
        try:
            while (search.simulations < 1 or goes_on()) and search.step():
                if watch.read() >= due and search.simulations:
                    due = watch.read() + interval
                    yield Analysis(search.position, search.found(), *sights)
        finally:
            at_end()
        yield Analysis(search.position, search.found(), *sights)


def first(game: str, options: Mapping[str, Any]) -> Position:
    """The first position of a game; people and programs play Go on until both pass."""
    return new(game, **({**options, "limit": LONGEST} if game == "go" else options))


def turned(position: Position, colour: int | None) -> Position:
    """A position with this colour to move; after two passes Go goes on, to take dead stones off."""
    if position.over and position.game == "go" and not position.state.cut:
        state = position.state
        state.over = False
        position = Position(state, position.previous)
    return position if colour is None else with_turn(position, colour)


def turns_to_come(position: Position) -> tuple[int, int]:
    """How many turns of one side are expected, and how many there may be."""
    plies = (share * position.size**2 - position.ply for share in LENGTHS.get(position.game, (1.0, 1.0)))
    usual, most = (max(FEWEST, round(each / 2)) for each in plies)
    return usual, most


def _kind(position: Position) -> tuple[str, dict[str, Any]]:
    return position.game, {**position.options, "komi": None}
