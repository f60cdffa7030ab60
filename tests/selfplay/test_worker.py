"""A worker hands over whole games and begins new ones."""

import itertools
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import tengen
from tengen.network.evaluator import NetworkEvaluator
from tengen.records.lesson import Lesson
from tengen.records.record import positions
from tengen.search.conduct import Conduct
from tengen.search.forest import Forest
from tengen.search.method import settings_for
from tengen.selfplay.worker import Beginning, Worker
from tests.search.reference import Scripted

GO_NETWORK = Path(__file__).parents[1] / "network" / "data" / "go_1x8.onnx"
BANNED = 6  # the plane of points that only a repeated board forbids


def lessons_of(start: tengen.Position, count: int, blind: tuple[int, ...], conduct: Conduct) -> list[Lesson]:
    """Games that begin in turn on the empty board and after some actions."""
    beginnings = itertools.cycle([Beginning(start), Beginning(start, blind)])
    forest = Forest(start.state, settings_for("gumbel", simulations=6), 4, conduct=conduct)
    worker = Worker(forest, Scripted(len(forest.arrays.policy)), lambda: next(beginnings))
    lessons: list[Lesson] = []
    while len(lessons) < count:
        lessons += worker.step()
    return lessons


def test_games_are_whole_and_legal() -> None:
    start = tengen.new("gomoku", size=5, line=4)
    lessons = lessons_of(start, 20, (12, 0, 24), Conduct())
    for lesson in lessons:
        *_, last = positions(lesson.record)
        assert last.over
        assert last.result == lesson.record.result
        assert lesson.samples == lesson.record.plies - lesson.opening
        assert not len(lesson.owners)
    assert {lesson.opening for lesson in lessons} == {0, 3}
    assert len({lesson.record.actions.tobytes() for lesson in lessons}) > 1


def test_policies_follow_their_plies() -> None:
    start = tengen.new("gomoku", size=5, line=4)
    for lesson in lessons_of(start, 8, (12,), Conduct(temperatures=[1.0])):
        for ply, position in enumerate(itertools.islice(positions(lesson.record), lesson.record.plies)):
            policy = lesson.policy(ply, 25)
            if ply >= lesson.opening:
                assert abs(policy.sum() - 1) < 1e-2
                assert policy[lesson.record.actions[ply]] > 0
                assert set(np.flatnonzero(policy)) <= set(position.legal().tolist())
                assert lesson.turns["surprise"][ply] >= 0
            else:
                assert not policy.any()


def go_games(count: int) -> Counter[str]:
    """Play games of Go under superko; every action is legal, and no board comes back but by a pass.

    Half of them end by passes, half go on for many turns, so that boards fill and strings are taken.
    """
    seen: Counter[str] = Counter()
    conduct = Conduct(temperatures=[1.0], close=False)
    for size, full in itertools.product((5, 7, 9), (False, True)):
        start = tengen.new("go", size=size, turns=full * size * size)
        assert start.options["ko"] == "positional"
        forest = Forest(start.state, settings_for("gumbel", simulations=6), 64, seed=size, conduct=conduct)
        worker = Worker(forest, NetworkEvaluator(GO_NETWORK), lambda start=start: Beginning(start))  # type: ignore[misc]
        wanted = seen["games"] + -(-count // 6)
        while seen["games"] < wanted:
            for lesson in worker.step():
                seen += replayed(lesson)
    return seen


def replayed(lesson: Lesson) -> Counter[str]:
    """What was met in a game that is played again, move by move, by the rules."""
    seen: Counter[str] = Counter(games=1, plies=lesson.record.plies)
    boards: set[bytes] = set()
    for position in positions(lesson.record):
        passed = position.last == position.size**2
        assert passed or position.board.tobytes() not in boards
        boards.add(position.board.tobytes())
        seen += Counter(passes=int(passed), banned=int(position.planes()[BANNED].sum()))
    assert position.over
    return seen + Counter(cut=int(position.state.cut))


def test_games_of_go_break_no_rule() -> None:
    seen = go_games(200)
    assert seen["games"] >= 200
    assert seen["banned"] > 50


@pytest.mark.prove
def test_10_000_games_of_go_break_no_rule() -> None:
    seen = go_games(10_000)
    print(f"\nGo 5x5, 7x7, 9x9 by search, superko, no illegal move: {dict(seen)}")
    assert seen["games"] >= 10_000


def test_go_is_scored_unless_it_was_called() -> None:
    start = tengen.new("go", size=4, komi=0.5)
    lessons = lessons_of(start, 30, (5,), Conduct(resign_at=0.05, exempt=0.5))
    called = [lesson for lesson in lessons if lesson.record.ending == "resign"]
    assert 0 < len(called) < len(lessons)
    assert not any(lesson.exempt or len(lesson.owners) for lesson in called)
    for lesson in lessons:
        if lesson not in called:
            assert lesson.record.result == np.sign(lesson.score)
            assert lesson.score == lesson.owners.sum() - 0.5
