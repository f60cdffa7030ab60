"""Whatever a run does when it is killed: nothing it reported is lost, it goes on as if it had not been."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.runs import folder
from tengen.training.loop import Loop
from tests.training.test_resume import contents
from tests.training.tiny import CHANGES, trained

ROOT = Path(__file__).parents[2]
KNOBS = (*CHANGES, "loop.gate=fixed", "learner.uses=6.4")  # 20 batches in an iteration
REPORTED = re.compile(r"iteration +(\d+) .* loss ")
ENDLESS, INSTANTS = "loop.iterations=0", 300  # a life tells of so many things within three iterations or so


class Life:
    """A process that goes on with a run until it is killed."""

    def __init__(self, path: Path, doom: str) -> None:
        command = [sys.executable, "-m", "tests.training.telling", doom, "tictactoe"]
        command += ["--as", path.name, "--runs", str(path.parent)]
        if not path.exists():
            command += [word for change in (*KNOBS, ENDLESS) for word in ("--set", change)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )

    def told(self) -> Iterator[str]:
        """What it tells, as it happens."""
        assert self.process.stderr
        return (line.strip() for line in self.process.stderr)

    def reported(self) -> int:
        """The last iteration that it said was done, after its death."""
        text, _ = self.process.communicate()
        assert self.process.returncode == -9, text
        return max((int(number) for number in REPORTED.findall(text)), default=0)


def check(path: Path, reported: int, before: dict[str, Any]) -> dict[str, Any]:
    """All that was reported is there, and all that was there before; what is there now."""
    with folder.resume(path) as run:
        state, now = run.state(), rows(run)
        done = [point.iteration for point in run.store.metrics("loss")]
    assert state is None or state.warning == ""
    assert done == list(range(1, len(done) + 1))
    assert len(done) >= reported
    assert state is None or state.notes["iteration"] == len(done)
    for table, earlier in before.items():
        assert set(earlier) <= set(now[table]), table
    return now


def rows(run: folder.Run) -> dict[str, Any]:
    """All that is never taken out of the tables of a run again."""
    return {
        table: list(run.store.table(table))
        for table in ("games", "metrics", "matches", "promotions", "names", "rules")
    }


def goes_on_to(path: Path, iterations: int) -> dict[str, Any]:
    """Bring a run to an end in this process; all that it has come to."""
    with folder.resume(path) as run:
        run.change([f"loop.iterations={iterations}"])
        for _ in Loop(run).reports():
            pass
        return contents(run)


def equals_the_uninterrupted(path: Path, iterations: int, scratch: Path) -> dict[str, Any]:
    """A run that is brought to an end is the one that was never killed; all that it has come to."""
    loop, _ = trained(scratch / path.name, *KNOBS[len(CHANGES) :], f"loop.iterations={iterations}")
    with loop.run:
        expected = contents(loop.run)
    found = goes_on_to(path, iterations)
    for name in expected:
        assert found[name] == expected[name], name
    return found


# Each life goes on with what the one before left. "writing" is told of twice for each file: before it gets
# its name, and after; six times for a new run, then twice for the state and twice for the network.
DOOMS = ("playing:60", "learning:30", "committing:3", "gating:8", "writing:5")


def test_kills_lose_nothing(tmp_path: Path) -> None:
    path, known = tmp_path / "one", dict[str, Any]()
    for doom in DOOMS:
        life = Life(path, doom)
        told = Counter(life.told())
        assert told[doom.partition(":")[0]] == int(doom.partition(":")[2]) - 1
        known = check(path, life.reported(), known)
    reached = 1 + max(row[1] for row in known["games"])
    equals_the_uninterrupted(path, reached, tmp_path / "whole")


@pytest.mark.prove
def test_fifty_kills_lose_nothing(tmp_path: Path) -> None:
    path, known, rng, stages = tmp_path / "one", dict[str, Any](), np.random.default_rng(0), Counter[str]()
    hit = []
    for _ in range(50):
        life, wanted, heard = Life(path, "never"), int(rng.integers(1, INSTANTS)), list[str]()
        for stage in life.told():
            heard.append(stage)
            if len(heard) == wanted:
                life.process.kill()
        stages[heard[-1]] += 1
        if path.exists():
            known = check(path, life.reported(), known)
            hit.append(len({row[1] for row in known["games"]}))
    reached = 1 + max(row[1] for row in known["games"])
    found = equals_the_uninterrupted(path, reached, tmp_path / "whole")
    losses = np.array([float(value) for _, value in found["curves"]["loss"]])  # each of 20 batches
    jumps = np.abs(np.diff(losses))
    killed = np.isin(np.arange(2, reached + 1), hit)
    print(f"\n50 kills, last heard of: {dict(stages)}; {reached} iterations, {len(known['games']):,} games")
    print("all is bit for bit what it would have been without a kill")
    print(
        f"the mean loss of 20 batches differs from the one before by {jumps[killed].mean():.4f} where a kill "
        f"was between ({killed.sum()} times), by {jumps[~killed].mean():.4f} elsewhere; "
        f"at most {jumps[killed].max():.4f} and {jumps[~killed].max():.4f}"
    )
    assert jumps[killed].max() < jumps[~killed].max() + 2 * jumps[~killed].std()
