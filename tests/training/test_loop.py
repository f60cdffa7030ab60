"""The loop as a whole: its steps, what each leaves behind, and that it learns."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import numpy as np
import pytest
import torch

from tengen.network.model import Network
from tengen.runs import folder
from tengen.runs.rows import Count
from tengen.training.batch import Batch
from tengen.training.loop import Loop
from tengen.training.progress import Report
from tengen.training.replay import Replay
from tests.training.tiny import begun, trained


def test_a_run_plays_and_learns_by_turns(tmp_path: Path) -> None:
    loop, reports = trained(tmp_path / "one", "loop.evaluate_every=3")
    assert [(report.step, report.iteration) for report in reports] == [
        *((step, iteration) for iteration in (1, 2, 3) for step in ("playing", "learning")),
        ("evaluating", 3),
    ]
    played = [report.numbers for report in reports if report.step == "playing"]
    store = loop.run.store
    samples = sum(int(numbers["samples"]) for numbers in played)
    games = sum(int(numbers["games"]) for numbers in played)
    assert store.counts() == {"selfplay": Count(games, samples), "evaluation": Count(6, 0)}
    assert loop.samples == samples >= 300
    learnt = [report.numbers for report in reports if report.step == "learning"]
    steps = [round(numbers["samples"] / 32) for numbers in played]  # each position is used once
    assert [numbers["steps"] for numbers in learnt] == [sum(steps[: i + 1]) for i in range(3)]
    for name in ("loss", "held-out loss", "memory", "samples", "seconds learning"):
        points = store.metrics(name)
        assert [point.iteration for point in points] == [1, 2, 3]
        assert [point.value for point in points] == [
            report.numbers[name] for report in reports if name in report.numbers
        ]
    assert [match.opponent for match in store.matches()] == ["random"]
    assert loop.finished
    assert list(loop.reports()) == []
    loop.run.close()


def test_games_are_by_the_network_of_the_iteration_before(tmp_path: Path) -> None:
    loop, _ = trained(tmp_path / "one", "loop.evaluate_every=0")
    with loop.run:
        players = {(row.iteration, row.black, row.white) for row in loop.run.store.games("selfplay")}
    assert players == {(i, f"one@{i - 1}", f"one@{i - 1}") for i in (1, 2, 3)}


def test_time_is_counted_over_all_stops_but_not_for_evaluations(tmp_path: Path) -> None:
    loop, reports = trained(tmp_path / "one")
    loop.run.close()
    spent = [
        value
        for report in reports
        for name, value in report.numbers.items()
        if name in ("seconds playing", "seconds learning")
    ]
    assert reports[-1].seconds == pytest.approx(sum(spent))
    with folder.resume(tmp_path / "one") as run:
        assert Loop(run).seconds == reports[-1].seconds
        run.change(["loop.iterations=0", f"loop.minutes={reports[-1].seconds / 60 + 1e-9}"])
        again = Loop(run)
        assert not again.finished
        assert {report.iteration for report in again.reports()} == {4}


def test_several_sizes_of_go_in_one_run(tmp_path: Path) -> None:
    changes = ["game.name=go", "game.sizes=[4, 5]", "game.options={komi=2.5}", "loop.iterations=1"]
    loop, reports = trained(tmp_path / "one", *changes, "network.ownership=true", "network.score=true")
    with loop.run:
        sizes = {row.options["size"] for row in loop.run.store.games("selfplay")}
    assert sizes == {4, 5}
    assert reports[1].numbers["ownership"] > 0
    assert {"score random 4x4", "score random 5x5"} <= reports[2].numbers.keys()


def spoilt(batches: Iterator[Batch], at: int) -> Iterator[Batch]:
    """The same batches, one of them full of what is no number."""
    for index, batch in enumerate(batches):
        yield batch._replace(planes=batch.planes * np.float32("nan")) if index == at else batch


@pytest.mark.parametrize("at", [0, 3])
def test_a_bad_batch_costs_half_the_rate_and_nothing_else(
    at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw, attempts = Replay.batches, count()

    def batches(replay: Replay, steps: int, size: int) -> Iterator[Batch]:
        drawn = draw(replay, steps, size)
        return spoilt(drawn, at) if next(attempts) == 0 else drawn

    found = []
    for name in ("spoilt", "slow"):
        with begun(tmp_path / name / "one") as run:
            loop = Loop(run)
            loop.play()
            report = Report("learning", 1)
            with monkeypatch.context() as patched:
                if name == "spoilt":
                    patched.setattr(Replay, "batches", batches)
                else:
                    loop.learner.halve_rate()
                losses = loop.learned(5, report)
            arrays, notes = loop.learner.state()
            found.append((losses, {key: array.tobytes() for key, array in arrays.items()}, notes))
            assert len(report.lines) == (name == "spoilt")
    assert report.lines == []
    assert found[0] == found[1]
    assert found[0][2]["factor"] == 0.5


def test_a_bad_batch_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draw, attempts = Replay.batches, count()
    monkeypatch.setattr(
        Replay,
        "batches",
        lambda *given: spoilt(draw(*given), 1) if next(attempts) == 0 else draw(*given),
    )
    with begun(tmp_path / "one") as run:
        loop = Loop(run)
        loop.play()
        report = loop.learn()
    assert len(report.lines) == 1
    assert report.lines[0].startswith("step 1: NaN or infinity in loss, ")
    assert report.lines[0].endswith(": back to the last good weights, at half the rate")


def test_weights_spoilt_by_the_last_step_are_never_published(tmp_path: Path) -> None:
    with begun(tmp_path / "one") as run:
        loop = Loop(run)
        loop.play()
        step, attempts = loop.learner.step, count()

        def overshot(batch: Batch) -> dict[str, float]:
            found = step(batch)
            if next(attempts) == 4:
                weights_of(loop.learner.averaged)[0].fill_(np.inf)
            return found

        loop.learner.step = overshot  # type: ignore[method-assign]
        report = Report("learning", 1)
        loop.learned(5, report)
        assert report.lines == [
            "step 5: NaN or infinity in the weights: back to the last good weights, at half the rate"
        ]
        assert all(bool(torch.isfinite(weight).all()) for weight in weights_of(loop.learner.averaged))


def weights_of(network: Network) -> list[torch.Tensor]:
    """The weights of a network, to look at and to spoil."""
    return list(network.state_dict().values())


def test_diverging_learning_begins_again_slower(tmp_path: Path) -> None:
    with begun(tmp_path / "one", "learner.rate=1e30", "learner.warm_up=0", "learner.clip=0") as run:
        loop = Loop(run)
        loop.play()
        report = Report("learning", 1)
        with pytest.raises(ValueError, match="one diverges however low the rate: start anew"):
            loop.learned(6, report)
        assert loop.learner.factor == 0.5**6
        assert len(report.lines) == 6
        assert all(line.endswith("back to the last good weights, at half the rate") for line in report.lines)
