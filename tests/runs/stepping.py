"""A process that writes step after step and says when each is done; it is there to be killed."""

import sys
from itertools import count
from pathlib import Path

import numpy as np

from tengen.runs import folder
from tests.runs.making import CONFIG, lessons


def main(path: Path) -> None:
    run = folder.resume(path) if path.exists() else folder.create(path, CONFIG)
    print("open", flush=True)
    state = run.state()
    for iteration in count(state.number + 1 if state else 1):
        arrays = {"weights": np.random.default_rng(iteration).random(20_000)}
        name = run.write_state(iteration, arrays, {"games": run.store.next_number + 9})
        with run.store.transaction():
            run.store.add_lessons(lessons(10, iteration), iteration)
            run.store.add_metrics(iteration, 0.0, {"loss": iteration})
            run.store.point_at(name)
        print("done", iteration, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
