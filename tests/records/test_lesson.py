"""What a game teaches: targets by whose turn it was, policies where there are any."""

from typing import Any

import numpy as np
import pytest

from tengen.games.policies import ENTRY
from tengen.records.lesson import Lesson, turns_of
from tengen.records.record import WHITE, Record


def lesson(**changes: Any) -> Lesson:
    """White began; three plies, of which the second was played without a search."""
    record = Record(
        game="go",
        options={"size": 3},
        actions=np.array([4, 0, 9]),
        colours=np.array([-1, 1, -1]),
        first=WHITE,
        result=WHITE,
    )
    turns = turns_of(record)
    turns["count"] = 1, 0, 2
    entries = np.array([(4, 65_535), (1, 32_768), (9, 32_767)], ENTRY)
    return Lesson(**{"record": record, "turns": turns, "entries": entries, **changes})


def test_a_ply_without_a_policy_teaches_nothing() -> None:
    assert lesson().samples == 2
    assert lesson().policy(0, 10).tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert not lesson().policy(1, 10).any()
    assert np.flatnonzero(lesson().policy(2, 10)).tolist() == [1, 9]
    assert abs(float(lesson().policy(2, 10).sum()) - 1) < 1e-6


def test_the_result_is_seen_by_who_moved() -> None:
    assert [lesson().target(ply) for ply in range(3)] == [1, -1, 1]


def test_a_game_without_a_result_is_refused() -> None:
    record = Record(game="go", options={"size": 3}, actions=np.array([4]), colours=np.array([1]))
    with pytest.raises(ValueError, match="without a result"):
        lesson(record=record, turns=turns_of(record)).target(0)
