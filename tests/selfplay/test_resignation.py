"""Games are called at the lowest level that exempt games show to be right."""

import numpy as np

from tengen.records.lesson import Lesson, turns_of
from tengen.records.record import Record, alternating
from tengen.selfplay.resignation import ENOUGH, LEVELS, Resignation, verdicts


def game(blacks_values: list[float], result: int, exempt: bool = True) -> Lesson:
    """A game in which the search thought so of Black's prospects, ply by ply."""
    plies = len(blacks_values)
    record = Record(
        game="gomoku",
        options={"size": 9},
        actions=np.arange(plies, dtype=np.int16),
        colours=alternating(1, plies),
        result=result,
    )
    turns = turns_of(record)
    turns["value"] = np.array(blacks_values) * turns["colour"]
    return Lesson(record=record, turns=turns, exempt=exempt)


def test_both_must_agree() -> None:
    found = dict(zip(LEVELS.tolist(), verdicts(game([0.1, 0.95, 0.2, 0.9, 0.86], 1)).tolist(), strict=True))
    assert found[0.86] == 1
    assert found[0.87] == 0
    assert not verdicts(game([0.99, -0.99, 0.99], 1)).any()


def test_who_is_called_the_winner_first_counts() -> None:
    found = verdicts(game([-0.9, -0.85, 0.99, 0.99], 1))
    assert found[LEVELS == 0.85][0] == -1
    assert found[LEVELS == 0.90][0] == 1
    assert verdicts(game([0.9, 0.9], 0))[0] == -1  # a draw is no win


def test_nobody_resigns_before_enough_is_known() -> None:
    watch = Resignation(0.05)
    for _ in range(ENOUGH - 1):
        watch.watch(game([1.0, 1.0], 1))
    watch.watch(game([1.0, 1.0], 1, exempt=False))
    assert watch.level == 0
    watch.watch(game([1.0, 1.0], 1))
    assert watch.level == LEVELS[0]


def test_the_level_is_the_lowest_that_is_right_often_enough() -> None:
    watch = Resignation(0.05)
    for number in range(200):  # one in ten is wrong up to 0.9
        wrong = number % 10 == 0
        watch.watch(game([0.905, 0.905, -1.0, -1.0] if wrong else [0.99, 0.99], -1 if wrong else 1))
    assert watch.level == 0.91
    assert watch.measured_error <= 0.05
    assert Resignation(0.0).level == 0


def test_a_player_who_is_always_wrong_never_resigns() -> None:
    watch = Resignation(0.05)
    for _ in range(200):
        watch.watch(game([1.0, 1.0], -1))
    assert watch.level == 0
