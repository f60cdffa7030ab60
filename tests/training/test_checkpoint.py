"""A training state holds all that the next step hangs on, and a run is taken up where it was left."""

from pathlib import Path

import numpy as np
import pytest

from tengen.network.evaluator import NetworkEvaluator
from tengen.runs import folder
from tengen.runs.state import ENDING
from tengen.training import checkpoint
from tengen.training.loop import Loop
from tengen.training.progress import Report
from tests.training.tiny import begun, trained


def flat(loop: Loop) -> dict[str, bytes]:
    """A training state as bytes."""
    arrays, notes = checkpoint.gathered(loop)
    return {name: array.tobytes() for name, array in arrays.items()} | {"notes": repr(notes).encode()}


def test_a_run_is_taken_up_as_it_was_left(tmp_path: Path) -> None:
    loop, _ = trained(tmp_path / "one", "loop.gate=fixed", "loop.gate_score=0")
    left = flat(loop)
    published = checkpoint.published(loop)
    loop.run.close()
    with folder.resume(tmp_path / "one") as run:
        again = Loop(run)
        assert again.warning == ""
        assert again.finished
        assert flat(again) == left
        assert checkpoint.published(again) == published
        assert again.window.contents().games.tobytes() == loop.window.contents().games.tobytes()
        assert again.name == "one@3"


def test_the_network_that_is_published_is_the_one_that_plays(tmp_path: Path) -> None:
    loop, _ = trained(tmp_path / "one")
    with loop.run:
        planes = np.random.default_rng(0).random((5, 4, 3, 3), np.float32)
        found = loop.evaluator(planes)
        for mine, theirs in zip(found, NetworkEvaluator(loop.run.network(3))(planes), strict=True):
            assert np.array_equal(mine, theirs)


def test_of_earlier_networks_some_are_kept(tmp_path: Path) -> None:
    loop, _ = trained(tmp_path / "one", "loop.iterations=7", "loop.keep_every=3")
    with loop.run:
        assert [int(path.stem) for path in loop.run.networks()] == [3, 6, 7]


def test_a_step_that_fails_leaves_nothing_but_a_state_that_does_not_count(tmp_path: Path) -> None:
    with begun(tmp_path / "one") as run:
        loop = Loop(run)
        reports = loop.reports()
        next(reports)
        before = run.store.pointed_at, run.store.next_number, run.store.newest_values()
        report = Report("learning", 1, numbers={"loss": 1.0})
        with pytest.raises(KeyboardInterrupt), checkpoint.written(loop, report):
            raise KeyboardInterrupt
        assert (run.store.pointed_at, run.store.next_number, run.store.newest_values()) == before
        again = run.state()
        assert again
        assert (again.name, again.warning) == (before[0], "")


def test_a_damaged_state_is_said_and_the_one_before_it_taken(tmp_path: Path) -> None:
    loop, _ = trained(tmp_path / "one", "loop.evaluate_every=0")
    newest = loop.run.training / (loop.run.store.pointed_at + ENDING)
    loop.run.close()
    newest.write_bytes(newest.read_bytes()[:-1])
    with folder.resume(tmp_path / "one") as run:
        again = Loop(run)
        assert again.warning.startswith(f"{newest} is damaged: its checksum is another; going on from 0000")
        assert (again.iteration, again.waiting > 0) == (2, True)
        assert [report.step for report in again.reports()] == ["learning"]


def test_games_in_flight_that_do_not_fit_are_said(tmp_path: Path) -> None:
    loop, _ = trained(tmp_path / "one")
    loop.run.close()
    with folder.resume(tmp_path / "one") as run:
        run.change(["selfplay.games=8", "loop.iterations=4"])
        again = Loop(run)
        assert again.warning.startswith("the games in flight were of another version or number")
        assert [report.iteration for report in again.reports()] == [4, 4, 4]
