"""A batch holds what a plain replay of the same games holds, seen under the same symmetries."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.games import base, planes
from tengen.games.grid import SYMMETRIES, turned_board, turned_policy
from tengen.games.position import Position
from tengen.records.lesson import Lesson
from tengen.records.record import BLACK, WHITE, positions
from tengen.records.shelf import shelf_of
from tengen.training.batch import Batch, batch_of
from tengen.training.draw import Drawn
from tengen.training.window import Window
from tests.training.random_lessons import random_lesson

ROOT_VALUE = 0.3
CASES: dict[str, tuple[str, list[dict[str, Any]]]] = {  # games of one size, which may share a batch
    "gomoku": ("gomoku", [{"size": 5, "line": 4}] * 2),
    "renju": ("gomoku", [{"size": 7, "rule": "renju"}]),
    "small go": ("go", [{"size": 3, "komi": 0.5}, {"size": 3, "komi": -2.0}, {"size": 3, "suicide": True}]),
    "go": ("go", [{"size": 5, "first": WHITE}, {"size": 5, "known": False}]),
    "reversi": ("reversi", [{"size": 4}, {"size": 4}, {"size": 4, "first": WHITE}]),
    "wide reversi": ("reversi", [{"size": 6}]),
}


def lessons(case: str) -> list[Lesson]:
    game, games = CASES[case]
    generator = np.random.default_rng(len(case))
    return [random_lesson(generator, game, **options) for options in games]


def everything(taught: list[Lesson]) -> Drawn:
    """Every sample of some games under every symmetry."""
    rows = [
        (game, ply, symmetry)
        for game, lesson in enumerate(taught)
        for ply in np.flatnonzero(lesson.turns["count"])
        for symmetry in range(SYMMETRIES)
    ]
    games, plies, symmetries = np.array(rows).T
    return Drawn(games.astype(np.int32), plies.astype(np.int32), symmetries.astype(np.int8))


def twin(lesson: Lesson, position: Position, ply: int, symmetry: int, kind: str) -> dict[str, NDArray[Any]]:
    """One sample as it is defined, field by field."""
    side, own = position.size, int(lesson.turns["colour"][ply])
    actions = base.action_count(position.state)
    reply, goes_on = np.zeros(actions, np.float32), ply + 1 < lesson.record.plies
    if goes_on:
        reply = lesson.policy(ply + 1, actions)
        if not reply.any():
            reply[lesson.record.actions[ply + 1]] = 1
    assert lesson.record.result is not None
    seen = {1: [1, 0, 0], 0: [0, 1, 0], -1: [0, 0, 1]}[own * lesson.record.result]
    value = float(lesson.turns["value"][ply])
    thought = [(1 + value) / 2, 0, (1 - value) / 2]
    known = len(lesson.owners) > 0
    owners = lesson.owners.reshape(side, side) if known else np.zeros((side, side))
    return {
        "planes": turned_board(symmetry, position.planes(kind)),
        "policy": turned_policy(symmetry, lesson.policy(ply, actions), side),
        "reply": turned_policy(symmetry, reply, side),
        "reply_known": np.array(goes_on),
        "outcome": (1 - ROOT_VALUE) * np.array(seen) + ROOT_VALUE * np.array(thought),
        "ownership": turned_board(symmetry, owners * own),
        "score": np.array(lesson.score * own if known else 0),
        "known": np.array(known),
    }


def batch(taught: list[Lesson], drawn: Drawn, kind: str = "tengen") -> Batch:
    window = Window()
    window.extend(shelf_of(taught))
    return batch_of(window.contents(), drawn, planes.kind_named(kind), ROOT_VALUE)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("kind", ["tengen", "history"])
def test_every_sample_is_what_a_plain_replay_gives(case: str, kind: str) -> None:
    taught = lessons(case)
    drawn = everything(taught)
    found = batch(taught, drawn, kind)
    assert len(found.planes) > 8 * len(taught)
    passed = [list(positions(lesson.record)) for lesson in taught]
    for row, (game, ply, symmetry) in enumerate(np.array(drawn).T.tolist()):
        expected = twin(taught[game], passed[game][ply], ply, symmetry, kind)
        for name, value in expected.items():
            mine = getattr(found, name)[row]
            assert (mine.dtype, mine.shape) == (np.float32, value.shape)
            np.testing.assert_allclose(mine, value, atol=1e-6, err_msg=f"{name} of {game}, {ply}, {symmetry}")


def test_the_games_above_hold_what_is_hard() -> None:
    go = lessons("small go") + lessons("go")
    assert any((lesson.record.actions[:-2] == lesson.record.size**2).any() for lesson in go)  # passes
    assert {lesson.record.first for lesson in go} == {BLACK, WHITE}
    assert {len(lesson.owners) > 0 for lesson in go} == {True, False}
    for lesson in go:
        counts = lesson.turns["count"]
        assert not counts[: lesson.opening].any()
    assert any((lesson.turns["count"][lesson.opening :] == 0).any() for lesson in go)


def test_a_batch_adds_up() -> None:
    taught = lessons("go")
    found = batch(taught, everything(taught))
    np.testing.assert_allclose(found.policy.sum(1), 1, atol=1e-3)
    np.testing.assert_allclose(found.reply.sum(1), found.reply_known, atol=1e-3)
    np.testing.assert_allclose(found.outcome.sum(1), 1, atol=1e-6)
    assert set(found.known) == {0, 1}
    assert not found.ownership[found.known == 0].any()
    assert not found.score[found.known == 0].any()
