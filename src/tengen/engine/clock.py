"""Thinking time: what a player has, and how much of it a turn may take.

A player has a main time; then overtime, periods of so many seconds in each of which so many stones must be
played. In byo-yomi that is one stone, and there are several periods, of which each is lost only once it has
been used up; in Canadian overtime it is many stones in one period that begins anew after the last of them.
Fischer's clock has no overtime: every turn brings seconds back. Besides, a single turn may have a limit.

Nobody loses on time who is careful: the other side measures more than we do, programs stall, and time
sources jump. So every turn keeps a margin, and a short game keeps something back for all turns to come.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, fields

Now = Callable[[], float]  # a time source, in seconds

LAG = 0.02  # seconds that a turn takes beyond what is measured here
MARGIN, MARGIN_SHARE, MARGIN_MOST = 0.05, 0.05, 0.5  # kept from every turn: seconds, and a share of it
KEPT = 0.05  # seconds kept back for each turn that may still come, at most half of what there is


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """What both sides agree on before a game, in seconds."""

    main: float = 0.0
    increment: float = 0.0  # what a turn brings back to the main time
    ceiling: float = math.inf  # to which it may rise so
    period: float = 0.0
    stones: int = 1  # to be played in a period
    periods: int = 0
    turn: float = math.inf  # no turn may take longer

    def __post_init__(self) -> None:
        """Refuse what no clock can show."""
        for each in fields(self):
            value = getattr(self, each.name)
            if not value >= 0 or (each.name == "stones" and not value):
                raise ValueError(f"{each.name} of a clock cannot be {value}: it must be a number from 0 on")


FREE = Control(main=math.inf)


def absolute(main: float) -> Control:
    """So many seconds for the whole game."""
    return Control(main=main)


def per_move(seconds: float) -> Control:
    """So many seconds for each turn."""
    return Control(main=math.inf, turn=seconds)


def byo_yomi(main: float, period: float, periods: int) -> Control:
    """Main time, then periods for one stone each."""
    return Control(main=main, period=period, periods=periods)


def canadian(main: float, period: float, stones: int) -> Control:
    """Main time, then periods for several stones."""
    return Control(main=main, period=period, stones=stones, periods=1)


def fischer(main: float, increment: float, ceiling: float = math.inf, turn: float = math.inf) -> Control:
    """Every turn brings seconds back."""
    return Control(main=main, increment=increment, ceiling=ceiling, turn=turn)


class Watch:
    """The seconds since it was made, whatever the time source does: a step back counts as nothing."""

    def __init__(self, now: Now = time.monotonic) -> None:
        self._now, self._last = now, now()
        self._seconds = 0.0

    def read(self) -> float:
        """Seconds so far."""
        last, self._last = self._last, self._now()
        self._seconds += max(0.0, self._last - last)
        return self._seconds


class Clock:
    """What one player has left."""

    def __init__(self, control: Control = FREE) -> None:
        self.control = control
        self.main = control.main
        self.periods = control.periods
        self.period_left, self.stones_left = control.period, control.stones
        self.lost = False

    @property
    def left(self) -> float:
        """Seconds after which this turn would lose the game."""
        overtime = self.period_left + (self.periods - 1) * self.control.period if self.periods else 0.0
        return 0.0 if self.lost else min(self.control.turn, self.main + overtime)

    def spend(self, seconds: float) -> None:
        """A turn has taken so long."""
        self.lost = self.lost or seconds > self.left
        before, self.main = self.main, max(0.0, self.main - seconds)
        if before >= seconds:
            self.main = max(self.main, min(self.main + self.control.increment, self.control.ceiling))
        elif not self.lost:
            self._spend_overtime(seconds - before)

    def charge(self, seconds: float) -> None:
        """Time has passed outside of any turn, as while a program starts."""
        self.main = max(0.0, self.main - seconds)

    def tell(self, seconds: float, stones: int = 0) -> None:
        """Somebody else's clock says what is left: of the main time, or with stones of the overtime.

        The stones are those to be played in this period; in byo-yomi they count the periods.
        """
        self.lost, seconds = False, max(0.0, seconds)
        if not stones:
            self.main = seconds
            return
        if not self.control.periods:
            self.control = canadian(0.0, seconds, stones)
        self.main, self.period_left = 0.0, seconds
        if self.control.stones == 1:
            self.periods = stones
        else:
            self.periods, self.stones_left = 1, stones

    def budget(self, turns: int, most: int) -> float:
        """Seconds to think now, where so many turns are expected to come and at most so many may.

        Infinite without a limit, and 0 when it is time to answer at once.
        """
        kept = 0.0 if math.isinf(self.main) else min(self.main / 2, KEPT * most)
        share = (self.main - kept) / turns + self.control.increment
        longest = self.main
        if self.periods:
            # No more than a fair share: then it does not matter if the other side counts stones otherwise.
            overtime = min(self.period_left / self.stones_left, self.control.period / self.control.stones)
            share, longest = max(share, overtime), self.main + overtime
        seconds = min(share, longest, self.control.turn)
        return seconds - _margin(seconds) if math.isfinite(seconds) else math.inf

    def _spend_overtime(self, seconds: float) -> None:
        """Of the periods; a stone that is played in time begins a new one, or brings it nearer."""
        if seconds > self.period_left:
            self.periods -= math.ceil((seconds - self.period_left) / self.control.period)
            self.period_left, seconds = self.control.period, 0.0
        self.period_left -= seconds
        self.stones_left -= 1
        if self.stones_left <= 0 or self.control.stones == 1:
            self.period_left, self.stones_left = self.control.period, self.control.stones


class Turn:
    """A turn under way: it says when to stop thinking, and puts what was used on the clock."""

    def __init__(self, clock: Clock, turns: int, most: int, now: Now = time.monotonic) -> None:
        """The turns to come are those of `Clock.budget`."""
        self._clock, self._watch = clock, Watch(now)
        self.budget = clock.budget(turns, most)
        self._read = self._step = 0.0

    def goes_on(self) -> bool:
        """Whether there is time for one more step, if it takes as long as the last one; asked before each."""
        before, self._read = self._read, self._watch.read()
        self._step = self._read - before
        return self._read + self._step < self.budget

    def end(self) -> float:
        """The seconds that it took; the clock is charged a little more."""
        seconds = self._watch.read()
        self._clock.spend(seconds + LAG)
        return seconds


def _margin(seconds: float) -> float:
    """What is kept from a turn of so many seconds."""
    return min(MARGIN + MARGIN_SHARE * seconds, MARGIN_MOST, seconds / 2)
