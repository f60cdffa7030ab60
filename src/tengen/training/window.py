"""The newest games of a run, in flat arrays that compiled code draws from."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.games.grid import BLACK, SYMMETRIES, WHITE, turned_action
from tengen.games.policies import ENTRY, TURN
from tengen.records.record import Record, positions
from tengen.records.shelf import Shelf

GAME = np.dtype(  # one game of the window, and where its rows begin
    [
        ("number", np.int64),  # what the run calls it
        ("turn", np.int64),  # the first of its turns,
        ("entry", np.int64),  # of the entries of its policies,
        ("owner", np.int64),  # and of the owners of its points
        ("plies", np.int32),
        ("entries", np.int32),
        ("owners", np.int32),  # as many as points, or 0: not known
        ("samples", np.int32),  # plies that teach
        ("start", np.int32),  # which of the positions that games begin in
        ("score", np.float32),
        ("side", np.int16),
        ("result", np.int8),
        ("held", np.bool_),  # kept aside: never learnt from
    ]
)
PARTS = {"turn": "plies", "entry": "entries", "owner": "owners"}  # where rows begin, and how many there are
HELD_OUT, TOO_SHORT = 0, 1  # what chance decides about a game
SLACK = 1.25  # room taken beyond what is needed, so that rows seldom move


class Contents(NamedTuple):
    """A window as it was at one moment; it stays so when the window goes on."""

    games: NDArray[Any]  # GAME[games]
    turns: NDArray[Any]  # TURN[plies of all games]
    entries: NDArray[Any]  # ENTRY[entries of all policies]
    owners: NDArray[np.int8]  # [points of all games that know their owners]
    starts: NDArray[Any]  # STATE[rules, symmetries]: the positions that games begin in, and how they are seen


class Queue:
    """Rows in one array: new ones at the end, old ones dropped at the front, none ever written over."""

    def __init__(self, dtype: Any) -> None:
        self._room: NDArray[Any] = np.zeros(0, dtype)
        self._first = self._last = 0
        self.dropped = 0  # rows there were before the first

    @property
    def rows(self) -> NDArray[Any]:
        """Those that are there, as a view that stays what it is."""
        return self._room[self._first : self._last]

    @property
    def end(self) -> int:
        """How many rows there have ever been."""
        return self.dropped + self._last - self._first

    def append(self, rows: NDArray[Any]) -> None:
        """Copy rows to the end."""
        if self._last + len(rows) > len(self._room):
            before = self.rows
            self._room = np.empty(int(SLACK * (len(before) + len(rows))), before.dtype)
            _copy(before, self._room[: len(before)])
            self._first, self._last = 0, len(before)
        _copy(rows, self._room[self._last : self._last + len(rows)])
        self._last += len(rows)

    def drop(self, count: int) -> None:
        """Forget so many of the oldest rows."""
        self._first += count
        self.dropped += count


class Window:
    """The newest games of a run; some are held out, so that one sees whether what is learnt holds for them.

    Which games are held out, and which are too short to be taken (config.Replay.short_games), hangs on
    their numbers alone: a window filled anew holds the same.
    """

    def __init__(
        self, held_out: float = 0.0, short_games: tuple[float, float] = (0.0, 0.0), seed: int = 0
    ) -> None:
        self.held_out, self.short_games, self.seed = held_out, short_games, seed
        self._games = Queue(GAME)
        self._parts = {"turn": Queue(TURN), "entry": Queue(ENTRY), "owner": Queue(np.int8)}
        self._starts: NDArray[Any] | None = None
        self._start_numbers: dict[tuple[str, int], int] = {}  # by rules and by who begins

    def __len__(self) -> int:
        return len(self._games.rows)

    @property
    def samples(self) -> int:
        """How many plies are learnt from."""
        games = self._games.rows
        return int(games["samples"][~games["held"]].sum())

    @property
    def held(self) -> int:
        """How many plies would teach, but are held out."""
        games = self._games.rows
        return int(games["samples"][games["held"]].sum())

    @property
    def wins(self) -> dict[int, int]:
        """How many games Black (+1) and White (-1) won, and how many (0) nobody."""
        results = self._games.rows["result"]
        return {result: int(np.count_nonzero(results == result)) for result in (BLACK, 0, WHITE)}

    @property
    def oldest(self) -> int | None:
        """The number of the oldest game: who fills another window from there on gets the same."""
        return int(self._games.rows["number"][0]) if len(self) else None

    def extend(self, shelf: Shelf, limit: int | None = None) -> None:
        """Add the games of a shelf, which are newer than those here, and shrink to a limit, if one is given.

        What would be dropped at once is never copied.
        """
        samples = _sums(shelf.turns["count"] > 0, shelf.volumes["plies"])
        taken = self._long_enough(shelf.volumes)
        if limit is not None:
            taken &= np.cumsum((samples * taken)[::-1])[::-1] <= limit
        shelf = _chosen(shelf, taken)
        games = np.zeros(len(shelf), GAME)
        for name in ("number", "plies", "entries", "owners", "score", "result"):
            games[name] = shelf.volumes[name]
        for first, count in PARTS.items():
            games[first] = self._parts[first].end + _before(shelf.volumes[count])
        games["samples"] = samples[taken]
        games["held"] = chances(games["number"], HELD_OUT) < self.held_out
        games["start"] = self._starts_of(shelf)
        if self._starts is not None:
            games["side"] = self._starts["side"][games["start"], 0]
        self._games.append(games)
        for first, rows in zip(PARTS, (shelf.turns, shelf.entries, shelf.owners), strict=True):
            self._parts[first].append(rows)
        if limit is not None:
            self.shrink(limit)

    def shrink(self, limit: int) -> None:
        """Drop the oldest games until at most so many samples are left, those held out included."""
        games = self._games.rows
        through = np.cumsum(games["samples"], dtype=np.int64)
        if not len(games) or through[-1] <= limit:
            return
        count = int(np.searchsorted(through, through[-1] - limit)) + 1
        for first, number in PARTS.items():
            self._parts[first].drop(int(games[number][:count].sum()))
        self._games.drop(count)

    def contents(self) -> Contents:
        """What is in the window now."""
        if self._starts is None:
            raise ValueError("there is no game in the window: extend it by some before drawing from it")
        games = self._games.rows.copy()
        for first, part in self._parts.items():
            games[first] -= part.dropped
        turns, entries, owners = (part.rows for part in self._parts.values())
        return Contents(
            games.view(np.recarray), turns.view(np.recarray), entries.view(np.recarray), owners, self._starts
        )

    def _long_enough(self, volumes: NDArray[Any]) -> NDArray[np.bool_]:
        most, less = self.short_games
        return chances(volumes["number"], TOO_SHORT, self.seed) >= most - less * volumes["plies"]

    def _starts_of(self, shelf: Shelf) -> NDArray[np.int32]:
        """The number of the position in which each game begins, [games]."""
        rules, firsts = shelf.volumes["rules"], shelf.volumes["first"]
        found = np.zeros(len(rules), np.int32)
        for number, text in enumerate(shelf.rules):
            for first in (BLACK, WHITE):
                begun = (rules == number) & (firsts == first)
                if begun.any():
                    found[begun] = self._start_number(text, first)
        return found

    def _start_number(self, rules: str, first: int) -> int:
        """The number of a position to begin in, which is made when it is first met."""
        if (rules, first) not in self._start_numbers:
            game, options = json.loads(rules)
            made = _turned_starts(game, options, first)
            if self._starts is not None:
                if made.dtype != self._starts.dtype:
                    raise ValueError(f"a game of {game} among others: a window holds one kind of game")
                made = np.concatenate([self._starts, made]).view(np.recarray)
            self._starts = made
            self._start_numbers[rules, first] = len(made) - 1
        return self._start_numbers[rules, first]


def _turned_starts(game: str, options: Mapping[str, Any], first: int) -> NDArray[Any]:
    """The position in which a game begins, seen under each symmetry, STATE[1, symmetries]."""
    no_actions, no_colours = np.zeros(0, np.int16), np.zeros(0, np.int8)
    record = Record(game=game, options=options, first=first, actions=no_actions, colours=no_colours)
    start = next(positions(record))
    stones = {int(point): int(start.board.flat[point]) for point in np.flatnonzero(start.board)}
    turned = np.zeros((1, SYMMETRIES), start.state.dtype).view(np.recarray)
    for symmetry in range(SYMMETRIES):
        seen = {turned_action(symmetry, point, start.size): colour for point, colour in stones.items()}
        turned[0, symmetry] = next(positions(replace(record, setup=seen))).state
    return turned


def chances(numbers: NDArray[np.int64], purpose: int, seed: int = 0) -> NDArray[np.float64]:
    """A number in [0, 1) for each game's number, always the same and as good as random: SplitMix64."""
    mixed = numbers.astype(np.uint64) + np.uint64((2 * seed + purpose) * 0x9E3779B97F4A7C15 % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    chance: NDArray[np.float64] = (mixed >> np.uint64(11)) / 2.0**53
    return chance


def _copy(rows: NDArray[Any], room: NDArray[Any]) -> None:
    """Copy rows as bytes; field by field, as NumPy would copy records, takes ten times as long."""
    whole = f"V{room.dtype.itemsize}"
    room.view(whole, np.ndarray)[:] = rows.view(whole, np.ndarray)


def _before(counts: NDArray[Any]) -> NDArray[np.int64]:
    """How many rows come before each of several runs of rows."""
    before: NDArray[np.int64] = np.cumsum(counts, dtype=np.int64) - counts
    return before


def _sums(rows: NDArray[Any], counts: NDArray[Any]) -> NDArray[np.int64]:
    """The sum of each of several runs of rows."""
    through = np.concatenate([[0], np.cumsum(rows, dtype=np.int64)])
    first = _before(counts)
    sums: NDArray[np.int64] = through[first + counts] - through[first]
    return sums


def _chosen(shelf: Shelf, chosen: NDArray[np.bool_]) -> Shelf:
    """Some of the lessons of a shelf; where the chosen are the newest ones, nothing is copied."""
    first = int(np.argmax(chosen)) if chosen.any() else len(chosen)
    skipped, volumes, rest = shelf.volumes[:first], shelf.volumes[first:], chosen[first:]

    def of(rows: NDArray[Any], count: str) -> NDArray[Any]:
        newer = rows[int(skipped[count].sum()) :]
        return newer if rest.all() else newer[np.repeat(rest, volumes[count])]

    return Shelf(
        volumes if rest.all() else volumes[rest],
        of(shelf.turns, "plies"),
        of(shelf.entries, "entries"),
        of(shelf.owners, "owners"),
        shelf.rules,
    )
