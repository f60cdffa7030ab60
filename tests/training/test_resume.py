"""A run that was stopped goes on bit for bit as if it had not been, here or elsewhere."""

import math
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tengen.runs import folder
from tengen.runs.folder import Run
from tengen.runs.pack import pack, unpack
from tengen.training import checkpoint
from tengen.training.loop import Loop
from tests.training.tiny import begun, trained

RICH = (  # everything that keeps something from one step to the next
    "loop.iterations=5",
    "loop.gate=fixed",
    "loop.gate_score=0.5",
    "loop.rejected=on",  # then the newest is not the best
    "loop.player=best",
    "replay.surprise=0.5",
    "replay.short_games=[1.0, 0.12]",
    "replay.window=200",
    "replay.growth=0",
    "selfplay.full_share=0.7",
    "selfplay.fast_simulations=2",
    "selfplay.resign_error=0.3",
    "selfplay.exempt=0.8",
    "network.reply=true",
)
CLOCKS = ("seconds", "/s", "memory")  # curves that are never the same twice


def stopped_after_every_step(path: Path, *changes: str) -> int:
    """Train a run to its end, taking it up anew for each step; how many steps there were."""
    begun(path, *changes).close()
    for steps in range(1000):
        with folder.resume(path) as run:
            loop = Loop(run)
            assert loop.warning == ""
            if not list(islice(loop.reports(), 1)):
                return steps
    raise AssertionError("it never ends")


def contents(run: Run) -> dict[str, Any]:
    """All that a run has come to, but for what a clock says."""
    store, state = run.store, run.state()
    assert state
    curves = {
        name: [(point.iteration, repr(point.value)) for point in store.metrics(name)]
        for name in store.metric_names()
        if not any(word in name for word in CLOCKS)
    }
    return {
        "curves": curves,
        "games": list(store.table("games")),
        "policies": list(store.table("policies")),
        "matches": [(each.iteration, each.wins, each.draws, each.losses) for each in store.matches()],
        "promotions": [(each.iteration, each.score, each.accepted) for each in store.promotions()],
        "networks": {file.name: file.read_bytes() for file in run.networks()},
        "state": {name: array.tobytes() for name, array in state.arrays.items()},
        "notes": {name: value for name, value in state.notes.items() if name not in ("seconds", "evaluated")},
    }


@pytest.mark.parametrize("changes", [(), RICH, ("learner.optimizer=sgd", "network.value=scalar")])
def test_a_run_that_stops_after_every_step_equals_one_that_never_does(
    changes: tuple[str, ...], tmp_path: Path
) -> None:
    loop, reports = trained(tmp_path / "whole" / "one", *changes)
    loop.run.close()
    assert stopped_after_every_step(tmp_path / "stopped" / "one", *changes) == len(reports)
    with (
        folder.resume(tmp_path / "whole" / "one") as whole,
        folder.resume(tmp_path / "stopped" / "one") as stopped,
    ):
        expected, found = contents(whole), contents(stopped)
    for name in expected:
        assert found[name] == expected[name], name


def test_what_is_compared_would_differ(tmp_path: Path) -> None:
    found = []
    for place, seed in (("a", 0), ("b", 1)):
        loop, _ = trained(tmp_path / place / "one", f"loop.seed={seed}")
        with loop.run:
            found.append(contents(loop.run))
    for name in ("curves", "games", "policies", "networks", "state", "notes"):
        assert found[0][name] != found[1][name]


def test_a_packed_run_goes_on_elsewhere_with_the_same_loss(tmp_path: Path) -> None:
    loop, _ = trained(tmp_path / "one", *RICH)
    loop.play()
    assert pack(loop.run, tmp_path / "one.zip") == ""
    here = loop.learn().numbers
    loop.run.close()
    with folder.resume(unpack(tmp_path / "one.zip", tmp_path / "elsewhere")) as run:
        again = Loop(run)
        assert again.warning == ""
        there = again.learn().numbers
        assert checkpoint.published(again) == checkpoint.published(loop)
    assert there["loss"] == here["loss"]
    assert math.isfinite(there["held-out loss"])
    assert there["gate score"] == here["gate score"]
