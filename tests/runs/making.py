"""Small runs to write, read and break."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tengen.games.policies import ENTRY
from tengen.records.lesson import Lesson, turns_of
from tengen.records.record import WHITE, Record
from tengen.runs import folder
from tengen.runs.rows import Match, Promotion

CONFIG = "about = 'a test'\n[game]\nname = 'go'\nsizes = [5]\n[replay]\nwindow = 30\nwindow_limit = 50\n"
STATE = {"weights": np.arange(6, dtype=np.float32).reshape(2, 3)}

Fill = Callable[[folder.Run], None]


def lesson(rng: np.random.Generator, komi: float = 24.5, **changes: Any) -> Lesson:
    """A random game of Go, lawful or not, in which some plies teach."""
    plies = int(rng.integers(1, 12))
    record = Record(
        game="go",
        options={"size": 5, "komi": komi},
        actions=rng.integers(0, 26, plies, np.int16),
        colours=rng.choice(np.array([-1, 1], np.int8), plies),
        first=WHITE,
        result=int(rng.integers(-1, 2)),
        ending=str(rng.choice(["", "resign"])),
    )
    turns = turns_of(record)
    turns["count"] = rng.integers(0, 4, plies)
    turns["value"] = rng.random(plies)
    entries = np.zeros(int(turns["count"].sum()), ENTRY)
    entries["action"] = rng.integers(0, 26, len(entries))
    entries["weight"] = rng.integers(1, 65_536, len(entries))
    owners = rng.integers(-1, 2, 25).astype(np.int8)[: 25 * int(rng.integers(0, 2))]
    rest = {"score": 3.5, "opening": 1, "exempt": True, **changes}
    return Lesson(record=record, turns=turns, entries=entries, owners=owners, **rest)


def lessons(count: int, seed: int = 0) -> list[Lesson]:
    """Games by two sets of rules."""
    rng = np.random.default_rng(seed)
    return [lesson(rng, komi) for komi in rng.choice([6.5, 24.5], count)]


def match(iteration: int, opponent: str = "random") -> Match:
    """A match that was won."""
    return Match(
        iteration=iteration,
        seconds=1.5,
        network="000001",
        opponent=opponent,
        games=10,
        wins=7,
        draws=1,
        losses=2,
        distinct=9,
        conditions={"simulations": 64},
    )


def promotion(iteration: int, network: str, accepted: bool = True) -> Promotion:
    """What the gate said."""
    return Promotion(
        iteration=iteration,
        seconds=2.5,
        network=network,
        accepted=accepted,
        score=0.6,
        details={"games": 50},
    )


def step(run: folder.Run, iteration: int, games: int = 5, arrays: Mapping[str, Any] = STATE) -> None:
    """One step of a loop: games, a network, a state, curves."""
    run.network(iteration).write_bytes(b"network %d" % iteration)
    state = run.write_state(iteration, arrays, {"iteration": iteration})
    with run.store.transaction():
        run.store.add_lessons(lessons(games, iteration), iteration, black="a", white="b")
        run.store.add_metrics(iteration, iteration * 10.0, {"loss": 1 / iteration})
        run.store.add_match(match(iteration))
        run.store.point_at(state)


def made(path: Path, steps: int = 3, games: int = 5) -> folder.Run:
    """A run of so many steps, still open."""
    run = folder.create(path, CONFIG)
    for iteration in range(1, steps + 1):
        step(run, iteration, games)
    return run


def files(path: Path) -> dict[str, bytes]:
    """All files below a folder with their content, but for those that SQLite has while it is open."""
    return {
        file.relative_to(path).as_posix(): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file() and not file.name.endswith(("-wal", "-shm"))
    }
