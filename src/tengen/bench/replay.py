"""`tengen bench replay`: how soon a batch to learn from is drawn on one core, and a window filled."""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.bench import Row
from tengen.bench.rules import best_rate
from tengen.config import Replay
from tengen.games import base
from tengen.games.base import State
from tengen.games.compiled import kernel
from tengen.games.planes import OWN
from tengen.games.policies import ENTRY, TURN, WHOLE
from tengen.games.position import Position, new
from tengen.records.shelf import VOLUME, Shelf, rules_text
from tengen.training.batch import batch_of
from tengen.training.draw import draw, pools_of
from tengen.training.window import Window

SAMPLES, BATCH, GAMES, SECONDS = 600_000, 512, 100_000, 3.0
ENTRIES = 16  # actions in each policy
CASES: tuple[tuple[str, dict[str, Any], float | None], ...] = (  # milliseconds for a batch
    ("go", {"size": 9, "limit": 80}, 10.0),  # as long as games of self-play, which are closed when settled
    ("go", {"size": 9}, None),  # to the bitter end
    ("go", {"size": 19, "limit": 300}, None),
    ("gomoku", {"size": 15}, None),
    ("gomoku", {"size": 15, "rule": "renju"}, None),
)


def rows(seconds: float = SECONDS) -> list[Row]:
    """Batches from windows full of random games; then a long run opened."""
    table = [row for game, options, target in CASES for row in drawing(new(game, **options), target, seconds)]
    return [*table, filling(new(CASES[0][0], **CASES[0][1]))]


def drawing(start: Position, target: float | None, seconds: float) -> Iterator[Row]:
    """How long one batch takes, and what must be done once before the first."""
    shelf = random_games(start, SAMPLES)
    window = Window()
    window.extend(shelf)
    began = time.thread_time()
    contents = window.contents()
    pools = pools_of(contents, Replay())
    indexed = time.thread_time() - began
    generator = np.random.default_rng(0)

    def work(count: int) -> None:
        for _ in range(count):
            batch_of(contents, draw(pools, BATCH, generator), OWN, 0.3)

    case = f"{start.game} {start.size}x{start.size}, {len(shelf.turns) / len(shelf):.0f} plies a game"
    yield Row(f"{case}: a batch of {BATCH}", 1000 / best_rate(work, seconds), "ms", target)
    yield Row(f"{case}: {window.samples:,} samples made ready", 1000 * indexed, "ms")


def filling(start: Position) -> Row:
    """How long it takes to open a long run: its newest games into a window, those too old left out."""
    shelf = random_games(start, SAMPLES)
    times = -(-GAMES // len(shelf))
    volumes, turns = np.tile(shelf.volumes, times), np.tile(shelf.turns, times)
    volumes["number"] = np.arange(len(volumes))
    entries, owners = np.tile(shelf.entries, times), np.tile(shelf.owners, times)
    run, window = Shelf(volumes, turns, entries, owners, shelf.rules), Window(held_out=0.02)
    began = time.perf_counter()
    window.extend(run, SAMPLES)
    window.contents()
    return Row(f"the window out of {len(run):,} games", time.perf_counter() - began, "s", 3.0)


def random_games(start: Position, samples: int) -> Shelf:
    """Random games with as many samples or a few more, with policies and owners that mean nothing."""
    generator = np.random.default_rng(0)
    turns = np.zeros(samples + base.longest(start.state), TURN).view(np.recarray)
    plies, states = np.zeros(samples, np.int32), np.empty(2, start.state.dtype).view(np.recarray)
    states[:] = start.state
    games = play_games(states, samples, turns, plies, generator.random(len(turns)))
    volumes = np.zeros(games, VOLUME)
    volumes["plies"], volumes["number"] = plies[:games], np.arange(games)
    volumes["entries"], volumes["owners"] = ENTRIES * plies[:games], start.size**2
    volumes["first"], volumes["result"] = 1, generator.choice([-1, 1], games)
    turns = turns[: plies.sum()].view(np.recarray)
    turns["count"], turns["value"] = ENTRIES, generator.uniform(-1, 1, len(turns))
    entries = np.zeros((len(turns), ENTRIES), ENTRY)
    chosen = generator.integers(base.action_count(start.state), size=(len(turns), 1)) + np.arange(ENTRIES)
    entries["action"] = chosen % base.action_count(start.state)
    entries["weight"] = WHOLE // ENTRIES
    owners = generator.choice(np.array([-1, 1], np.int8), games * start.size**2)
    return Shelf(volumes, turns, entries.ravel(), owners, (rules_text(start.game, start.options),))


@kernel
def play_games(
    states: NDArray[Any],
    samples: int,
    turns: NDArray[Any],
    plies: NDArray[np.int32],
    chances: NDArray[np.float64],
) -> int:
    """Play random games from states[0], one after another, until there are enough samples; how many."""
    state: State = states[1]
    actions = np.empty(base.action_count(state) + 1, np.int16)
    ply = games = 0
    while ply < samples:
        states[1] = states[0]
        while not state.over:
            count = base.legal_actions(state, actions)
            turns[ply].action, turns[ply].colour = actions[int(chances[ply] * count)], state.to_move
            base.play(state, actions[int(chances[ply] * count)])
            plies[games] += 1
            ply += 1
        games += 1
    return games
