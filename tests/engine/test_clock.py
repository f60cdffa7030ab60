"""Clocks against accounts kept by hand, and thousands of games in which time does what it likes."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from tengen.engine.clock import (
    FREE,
    LAG,
    Clock,
    Control,
    Turn,
    Watch,
    absolute,
    byo_yomi,
    canadian,
    fischer,
    per_move,
)

TURNS = (20, 60)  # expected, and at most


class Time:
    """A time source that a test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def after(control: Control, *turns: float) -> Clock:
    clock = Clock(control)
    for seconds in turns:
        clock.spend(seconds)
    return clock


def test_absolute() -> None:
    clock = after(absolute(10), 4, 5.5)
    assert clock.left == 0.5
    clock.spend(0.6)
    assert clock.lost
    assert clock.left == 0


def test_fischer() -> None:
    assert after(fischer(10, 2), 4).left == 8
    assert after(fischer(10, 5, ceiling=12), 1).left == 12
    assert after(fischer(10, 5, turn=3), 1).left == 3
    assert after(fischer(10, 2), 10.1).lost


def test_per_move() -> None:
    assert after(per_move(5), 4.9, 4.9).left == 5
    assert after(per_move(5), 5.1).lost


def test_byo_yomi() -> None:
    control = byo_yomi(10, 3, 3)
    assert after(control, 9).left == 1 + 9
    assert after(control, 9, 3).left == 9  # two seconds into the first period, and played in time
    assert after(control, 10, 3, 3, 3).left == 9
    assert after(control, 10, 4).left == 6
    assert after(control, 10, 9).left == 3
    assert after(control, 10, 9, 3).left == 3
    assert after(control, 10, 9.1).lost
    assert after(control, 15).left == 6


def test_canadian() -> None:
    control = canadian(10, 30, 3)
    assert after(control, 15).left == 25
    assert after(control, 15, 20).left == 5
    assert after(control, 15, 20, 4).left == 30
    assert after(control, 10, 10, 10, 10.5).lost


def test_free() -> None:
    clock = after(FREE, 1e9)
    assert clock.left == math.inf
    assert clock.budget(*TURNS) == math.inf


@pytest.mark.parametrize("wrong", [{"main": -1.0}, {"period": math.nan}, {"stones": 0}, {"turn": -0.1}])
def test_what_no_clock_shows(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="of a clock cannot be"):
        Control(**wrong)  # type: ignore[arg-type]


def test_somebody_else_knows_better() -> None:
    clock = after(absolute(10), 20)
    clock.tell(7)
    assert clock.left == 7
    clock.tell(-3)
    assert clock.left == 0
    clock = Clock(byo_yomi(60, 10, 5))
    clock.tell(4, 2)  # two periods are left, four seconds of the first
    assert clock.left == 14
    clock = Clock(canadian(60, 100, 10))
    clock.tell(40, 4)
    assert clock.left == 40
    assert 8 < clock.budget(*TURNS) < 10
    clock = Clock(FREE)
    clock.tell(40, 4)
    assert clock.left == 40
    assert 8 < clock.budget(*TURNS) < 10


def test_time_outside_of_turns() -> None:
    clock = Clock(absolute(10))
    clock.charge(2)
    assert clock.left == 8


def test_budgets() -> None:
    assert 1 < Clock(absolute(60)).budget(20, 60) < 3
    assert Clock(absolute(60)).budget(20, 60) > Clock(absolute(60)).budget(40, 60)
    assert 4 < Clock(per_move(5)).budget(20, 60) < 5
    assert 0.03 < Clock(per_move(0.1)).budget(20, 60) <= 0.05
    assert 9 < Clock(byo_yomi(0, 10, 1)).budget(20, 60) < 10
    assert 9 < Clock(byo_yomi(1, 10, 1)).budget(20, 60) < 11
    assert Clock(byo_yomi(1000, 10, 1)).budget(20, 60) > 20
    assert 1 < Clock(canadian(0, 30, 20)).budget(20, 60) < 1.5
    assert Clock(fischer(5, 1)).budget(20, 60) > 1
    assert Clock(absolute(0)).budget(20, 60) == 0


def test_a_watch_only_goes_forwards() -> None:
    time = Time()
    watch = Watch(time)
    for moment, expected in ((1, 1), (0.5, 1), (1.5, 2), (-100, 2), (-99, 3), (1000, 1102)):
        time.seconds = moment
        assert watch.read() == expected


def test_a_turn_ends_before_its_budget() -> None:
    time = Time()
    clock = Clock(per_move(1))
    turn = Turn(clock, *TURNS, time)
    while turn.goes_on():
        time.seconds += 0.1
    assert turn.budget - 0.11 <= time.seconds <= turn.budget
    assert turn.end() == time.seconds
    clock = Clock(absolute(10))
    turn = Turn(clock, *TURNS, time)
    time.seconds += 3
    assert turn.end() == 3
    assert clock.main == 10 - 3 - LAG


@dataclass
class Referee:
    """Keeps the account of one player by itself, the plain way: second by second, in small coins."""

    control: Control

    def __post_init__(self) -> None:
        self.main, self.periods, self.here, self.stones = self.control.main, self.control.periods, 0.0, 0

    def turn(self, seconds: float) -> bool:
        """Whether a turn of so many seconds keeps the rules."""
        if seconds > self.control.turn:
            return False
        if seconds <= self.main:
            self.main = min(self.main - seconds + self.control.increment, self.control.ceiling)
            return True
        seconds, self.main = seconds - self.main, 0
        while self.periods and self.here + seconds > self.control.period:
            seconds -= self.control.period - self.here
            self.periods, self.here = self.periods - 1, 0
        if not self.periods:
            return False
        self.here, self.stones = self.here + seconds, self.stones + 1
        if self.stones >= self.control.stones:
            self.here, self.stones = 0, 0
        return True

    @property
    def words(self) -> tuple[float, int]:
        """What a controller would tell: seconds, and stones or periods."""
        if self.main > 0 or not self.control.periods:
            return self.main, 0
        left = self.control.stones - self.stones if self.control.stones > 1 else self.periods
        return self.control.period - self.here, left


KINDS: list[Callable[[np.random.Generator], Control]] = [
    lambda random: absolute(random.uniform(10, 600)),
    lambda random: per_move(random.uniform(0.1, 10)),
    lambda random: byo_yomi(random.uniform(0, 60), random.uniform(0.5, 30), int(random.integers(1, 6))),
    lambda random: canadian(random.uniform(0, 60), random.uniform(5, 60), int(random.integers(2, 26))),
    lambda random: fischer(random.uniform(2, 60), random.uniform(0.1, 5)),
]


def losses(games: int, seed: int) -> tuple[int, int, float]:
    """Games lost on time, turns played in all, and the share of the main times that was made use of."""
    random = np.random.default_rng(seed)
    lost = turns = 0
    used = []
    for number in range(games):
        control = KINDS[number % len(KINDS)](random)
        kept, played, left = one_game(control, int(random.integers(10, 121)), random)
        lost, turns = lost + (not kept), turns + played
        if control.main and math.isfinite(control.main):
            used.append(1 - min(left / control.main, 1))
    return lost, turns, float(np.mean(used))


def one_game(control: Control, length: int, random: np.random.Generator) -> tuple[bool, int, float]:
    """Play so many turns; whether none was too long, how many there were, and the main time left."""
    time, clock, referee = Time(), Clock(control), Referee(control)
    told = random.random() < 0.5
    if control.main > 5 and math.isfinite(control.main):
        referee.main -= 1.5  # the program started meanwhile
        clock.charge(1.5)
    for played in range(length):
        time.seconds += random.choice([0.1, 10.0, 1e5, -50.0])  # the other side thinks; we are suspended
        if told and math.isfinite(control.main):
            clock.tell(*referee.words)
        to_come = max(10, 40 - played), max(10, 121 - played)
        if not referee.turn(one_turn(Turn(clock, *to_come, time), time, random)):
            return False, played, referee.main
    return True, length, referee.main


def one_turn(turn: Turn, time: Time, random: np.random.Generator) -> float:
    """Think step by step; how long it was by the referee's watch, which never jumps."""
    seconds = random.uniform(0, 0.01)  # until the command is read, and until the answer is
    if turn.budget > 0.2:  # what comes long before the end is no danger
        time.seconds += (most := random.uniform(turn.budget - 0.2, turn.budget))
        turn.goes_on()
        seconds += most
    while True:
        stalls, jumps = random.random(2) < 0.01
        step = random.uniform(0.02, 0.04) if stalls else random.uniform(0.0005, 0.02)
        seconds += step
        time.seconds += step
        if jumps:
            time.seconds -= random.uniform(0, 3600)
            seconds += 0.001
        if not turn.goes_on():
            turn.end()
            return float(seconds)


def test_nobody_loses_on_time() -> None:
    lost, turns, used = losses(300, seed=1)
    assert lost == 0
    assert turns > 5_000
    assert used > 0.4


@pytest.mark.prove
def test_ten_thousand_games_without_a_loss_on_time() -> None:
    lost, turns, used = losses(10_000, seed=2)
    print(f"\n10,000 games, {turns:,} turns: {lost} lost on time; {used:.0%} of the main times used")
    assert lost == 0
