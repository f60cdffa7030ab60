"""The loop as a whole: its steps, what each leaves behind, and that it learns."""

from pathlib import Path

import pytest

from tengen.runs import folder
from tengen.runs.rows import Count
from tengen.training.loop import Loop
from tengen.training.progress import Report
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
