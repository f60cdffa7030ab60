"""How fast the rules are on one core: random moves, copies, planes; and how soon the first move stands."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.bench import Row
from tengen.games import base, planes, position
from tengen.games.base import State
from tengen.games.compiled import kernel, rule

States = Any  # a structured array of one game's records
RECORDS = 64  # a batch that copies go round in
SPELL = 0.02  # seconds of one run: long enough for the clock, short enough to be left alone


class Case(NamedTuple):
    """A game with its settings, and how many moves a second its rules aim at."""

    game: str
    settings: dict[str, Any]
    probing: float | None = None
    listing: float | None = None


CASES = (
    Case("gomoku", {"size": 15}, 20e6, 3e6),
    Case("gomoku", {"size": 15, "rule": "renju"}),
    Case("go", {"size": 9}, 3e6, 1.2e6),
    Case("go", {"size": 19}, 3e6, 0.35e6),
    Case("reversi", {"size": 8}),
)

FIRST_MOVE = """
import time
start = time.perf_counter()
import tengen
after_import = time.perf_counter()
tengen.new("gomoku", size=15).play(112).legal()
print(after_import - start, time.perf_counter() - start)
"""


def rows() -> list[Row]:
    """The whole table; it takes about a minute."""
    table = [row for case in CASES for row in rules_of(case, 1.0)]
    return [*table, *starts()]


def rules_of(case: Case, seconds: float) -> Iterator[Row]:
    """What one game's rules take, each measured for so many seconds."""
    name = " ".join([case.game, *(str(value) for value in case.settings.values())])
    first = position.new(case.game, **case.settings).state
    states = np.empty(RECORDS, first.dtype).view(np.recarray)
    states[:] = first
    seed = np.array([0x9E3779B97F4A7C15], np.uint64)
    probing = best_rate(lambda count: probe(states, count, seed), seconds)
    yield Row(f"{name}: random moves by probing", probing, "moves/s", case.probing)
    listing = best_rate(lambda count: list_all(states, count, seed), seconds)
    yield Row(f"{name}: random moves, all legal ones listed", listing, "moves/s", case.listing)
    shown = np.empty((planes.channels_of(first, planes.OWN), first.side, first.side), np.float32)
    showing = best_rate(lambda count: show(states, count, shown), seconds)
    yield Row(f"{name}: planes", 1e9 / showing, "ns")
    copying = best_rate(lambda count: copy(states, count), seconds)
    yield Row(f"{name}: copying a record", 1e9 / copying, "ns")


def best_rate(work: Callable[[int], None], seconds: float) -> float:
    """The most done in a second by any of many short runs: what else the machine does only slows them."""
    work(1)
    count, best, ends = 100, 0.0, time.monotonic() + seconds
    while True:
        start = time.thread_time()
        work(count)
        took = time.thread_time() - start
        if took < SPELL:
            count *= 2
            continue
        best = max(best, count / took)
        if time.monotonic() >= ends:
            return best


def starts() -> Iterator[Row]:
    """How long new processes need: to import, to a first move, and to one when nothing is compiled yet."""
    first_move()
    warm = [first_move() for _ in range(3)]
    yield Row("import tengen", min(importing for importing, _ in warm), "s", 0.3)
    yield Row("first move", min(moving for _, moving in warm), "s", 1.5)
    with tempfile.TemporaryDirectory() as folder:
        yield Row("first move, compiling all it needs", first_move(folder)[1], "s", 40)


def first_move(fresh_cache: str | None = None) -> tuple[float, float]:
    """Seconds until a new process has imported tengen, and until it has played a move."""
    environment = {**os.environ, "TENGEN_CACHE": fresh_cache} if fresh_cache else None
    command = [sys.executable, "-c", FIRST_MOVE]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    if fresh_cache and "compiling" not in done.stderr:
        raise RuntimeError(f"a first move compiled without saying so; it said {done.stderr!r}")
    importing, moving = done.stdout.split()
    return float(importing), float(moving)


@rule
def draw(seed: NDArray[np.uint64], bound: int) -> int:
    """A random number below a bound, by xorshift; the seed moves on."""
    seed[0] ^= seed[0] << np.uint64(13)
    seed[0] ^= seed[0] >> np.uint64(7)
    seed[0] ^= seed[0] << np.uint64(17)
    return int(np.int64((seed[0] >> np.uint64(32)) * np.uint64(bound) >> np.uint64(32)))


@kernel
def probe(states: States, count: int, seed: NDArray[np.uint64]) -> None:
    """Play random moves, trying actions until one is legal; states[0] is where games begin."""
    state: State = states[1]
    width = base.action_count(state)
    for _ in range(count):
        if state.over:
            states[1] = states[0]
        action = draw(seed, width)
        while not base.is_legal(state, action):
            action = draw(seed, width)
        base.play(state, action)


@kernel
def list_all(states: States, count: int, seed: NDArray[np.uint64]) -> None:
    """Play random moves, each from the list of all legal ones."""
    state: State = states[1]
    actions = np.empty(base.action_count(state), np.int16)
    for _ in range(count):
        if state.over:
            states[1] = states[0]
        base.play(state, actions[draw(seed, base.legal_actions(state, actions))])


@kernel
def show(states: States, count: int, shown: NDArray[np.float32]) -> None:
    """Write a position's planes again and again."""
    for _ in range(count):
        planes.write_planes(states[1], planes.OWN, shown)


@kernel
def copy(states: States, count: int) -> None:
    """Copy records round and round a batch."""
    for i in range(count):
        states[(i + 2) % RECORDS] = states[(i + 1) % RECORDS]
