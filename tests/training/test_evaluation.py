"""Evaluations come when they are due, with both colours of every opening, and land in the curves."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tengen.records.record import positions
from tengen.training import evaluation
from tengen.training.loop import Loop
from tengen.training.progress import Report
from tests.training.tiny import begun, trained


@pytest.fixture
def loop(tmp_path: Path) -> Loop:
    """A run that has just begun."""
    return Loop(begun(tmp_path / "one"))


def steps(reports: Sequence[Report]) -> list[tuple[str, int]]:
    return [(report.step, report.iteration) for report in reports if report.step != "playing"]


def test_every_so_many_iterations_and_at_the_end(tmp_path: Path) -> None:
    loop, reports = trained(tmp_path / "one")
    loop.run.close()
    learning, evaluating = "learning", "evaluating"
    assert steps(reports) == [
        (learning, 1),
        (learning, 2),
        (evaluating, 2),
        (learning, 3),
        (evaluating, 3),
    ]


@pytest.mark.parametrize("change", ["loop.opponents=[]", "loop.evaluate_every=0"])
def test_never(change: str, tmp_path: Path) -> None:
    loop, reports = trained(tmp_path / "one", change)
    loop.run.close()
    assert {report.step for report in reports} == {"playing", "learning"}


def test_every_so_many_minutes_of_training(loop: Loop) -> None:
    loop.run.change(["loop.evaluate_every=0", "loop.evaluate_minutes=2", "loop.iterations=0"])
    loop.config = loop.run.config
    loop.iteration, loop.evaluated, loop.looked_at, due = 7, 100.0, 6, evaluation.due
    for seconds, expected in ((219.0, False), (220.0, True)):
        loop.seconds = seconds
        assert due(loop) is expected
    loop.looked_at = 7
    assert not due(loop)
    loop.looked_at, loop.waiting = 6, 10
    assert not due(loop)


def test_a_match_is_played_with_both_colours_of_distinct_openings(loop: Loop) -> None:
    report = Report("evaluating", 0)
    (match,), records = evaluation.play(loop, report)
    loop.run.close()
    assert (match.opponent, match.games, match.iteration) == ("random", 6, 0)
    assert match.wins + match.draws + match.losses == 6
    assert match.distinct == len({record.actions.tobytes() for record in records})
    assert report.numbers == {"score random 3x3": match.score}
    assert match.conditions["simulations"] == 4
    assert match.conditions["line"] == 3
    first = [record.actions[0] for record in records]
    assert first[::2] == first[1::2]
    assert len(set(first)) == 3
    assert [record.black for record in records] == ["one@0", "random"] * 3
    outcomes = [record.result * (1 if record.black == "one@0" else -1) for record in records if record.result]
    assert (outcomes.count(1), outcomes.count(-1)) == (match.wins, match.losses)
    for record in records:
        *_, last = positions(record)
        assert last.result == record.result


def test_the_same_iteration_plays_the_same_games_again(loop: Loop) -> None:
    played = [evaluation.play(loop, Report("evaluating", 0))[1] for _ in range(2)]
    loop.iteration = 1
    other = evaluation.play(loop, Report("evaluating", 1))[1]
    loop.run.close()
    first, again, later = ([each.actions.tobytes() for each in found] for found in (*played, other))
    assert first == again
    assert first != later  # other openings


def test_a_program_that_is_missing_is_said(tmp_path: Path) -> None:
    loop = Loop(begun(tmp_path / "one", 'loop.opponents=["gtp:no-such-engine --fast", "random"]'))
    report = Report("evaluating", 0)
    matches, _ = evaluation.play(loop, report)
    loop.run.close()
    assert report.lines == ["no-such-engine is not installed: no games against gtp:no-such-engine --fast"]
    assert [match.opponent for match in matches] == ["random"]
