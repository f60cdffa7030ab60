"""What a training state consists of, how it is written, and how a run is taken up again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tengen.network.card import Card
from tengen.network.export import to_onnx
from tengen.runs import atomic
from tengen.runs.state import State
from tengen.training.progress import Report

if TYPE_CHECKING:
    from tengen.training.loop import Loop

Arrays = dict[str, NDArray[Any]]


@contextmanager
def written(loop: "Loop", report: Report) -> Iterator[None]:
    """Write what the block adds, the figures of a step, and the state after it: all of it, or nothing."""
    store = loop.run.store
    state = loop.run.write_state(next_number(store.pointed_at), *gathered(loop))
    with store.transaction():
        yield
        store.add_metrics(report.iteration, report.seconds, report.numbers)
        store.forget_policies(loop.window.oldest or 0)
        store.point_at(state)


def next_number(state: str) -> int:
    """The number of the state after the one of this name."""
    return int(state.partition("-")[0] or 0) + 1


def gathered(loop: "Loop") -> tuple[Arrays, dict[str, Any]]:
    """Everything that the next step hangs on but the games themselves, which are in the database."""
    arrays: Arrays = {}
    notes: dict[str, Any] = {name: getattr(loop, name) for name in COUNTERS}
    learner, notes["learner"] = loop.learner.state()
    for name, weights in {"learner": learner, "gate": loop.gate.state()}.items():
        arrays |= {f"{name}/{key}": array for key, array in weights.items()}
    notes["replay"], notes["verdicts"] = loop.replay.state(), list(loop.resignation.verdicts)
    notes["oldest"], notes["flights"] = loop.window.oldest or 0, []
    for index, (games, told) in enumerate(loop.source.take_out()):
        arrays |= {f"flight{index}/{key}": array for key, array in games.items()}
        notes["flights"].append(told)
    return arrays, notes


COUNTERS = ("iteration", "samples", "waiting", "seconds", "evaluated", "looked_at")


def take_up(loop: "Loop") -> str:
    """Go on from the newest training state, if there is one; a warning if something was lost."""
    state = loop.run.state()
    if state is None:
        return ""
    for name in COUNTERS:
        setattr(loop, name, state.notes.get(name, 0))  # an older state may count less
    loop.learner.restore(part(state, "learner"), state.notes["learner"])
    loop.gate.restore(part(state, "gate"), loop.learner.averaged)
    loop.replay.restore(state.notes["replay"])
    loop.resignation.verdicts.extend(state.notes["verdicts"])
    loop.window.extend(loop.run.store.shelf_from(state.notes["oldest"]))
    loop.evaluator.swap(published(loop), name=loop.name)
    flights = [(part(state, f"flight{i}"), notes) for i, notes in enumerate(state.notes["flights"])]
    fits = loop.source.put_back(flights)
    loop.source.resign_at(loop.resignation.level)
    lost = "" if fits else "the games in flight were of another version or number of threads: new ones begin"
    return "; ".join(filter(None, (state.warning, lost)))


def part(state: State, name: str) -> Arrays:
    """The arrays of one part of a state."""
    return {
        key.partition("/")[2]: np.array(array)
        for key, array in state.arrays.items()
        if key.startswith(f"{name}/")
    }


def published(loop: "Loop") -> bytes:
    """The file of the network that plays."""
    network = loop.gate.player(loop.learner.averaged)
    card = Card(shape=network.shape, rules=loop.start.options, steps=loop.learner.steps)
    return to_onnx(network, card)


def publish(loop: "Loop") -> None:
    """Let the newest network play, and keep its file; of those before the last two some are kept too.

    Until this step is written the last one is the newest that counts: its file must not go yet.
    """
    content = published(loop)
    loop.evaluator.swap(content, name=loop.name)
    atomic.write(loop.run.network(loop.iteration), content)
    before = loop.iteration - 2
    if before % loop.config.loop.keep_every:
        loop.run.network(before).unlink(missing_ok=True)
