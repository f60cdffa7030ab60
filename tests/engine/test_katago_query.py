"""A query is positions, budgets and wishes."""

import math
from typing import Any

import pytest

from tengen.engine.katago_query import BadQuery, query_in, simulations_for
from tengen.games.grid import BLACK, WHITE


def asked(**said: Any) -> Any:
    return query_in({"id": "q", "boardXSize": 9, "boardYSize": 9, **said}, 100)


def test_what_is_meant_where_nothing_is_said() -> None:
    query = asked()
    assert (query.visits, query.view, query.interval, query.seconds) == (100, BLACK, math.inf, math.inf)
    assert list(query.turns) == [0]
    options = query.turns[0].options
    assert (options["size"], options["komi"], options["suicide"]) == (9, 7.5, True)


def test_positions() -> None:
    query = asked(
        rules="chinese",
        komi=0.5,
        initialStones=[["B", "C3"], ["b", "G7"]],
        moves=[["W", "E5"], ["B", "pass"]],
        analyzeTurns=[2, 0],
    )
    last, start = query.turns[2], query.turns[0]
    assert start.to_move == WHITE
    assert last.board.sum() == BLACK
    assert last.last == 81
    assert last.options["ko"] == "simple"
    assert asked(initialStones=[["B", "C3"]]).turns[0].to_move == WHITE
    assert asked(initialStones=[["B", "C3"]], initialPlayer="B").turns[0].to_move == BLACK


def test_after_two_passes_there_is_more_to_say() -> None:
    query = asked(moves=[["B", "pass"], ["W", "pass"]])
    assert not query.turns[2].over


def test_one_may_move_twice() -> None:
    assert asked(moves=[["B", "C3"], ["B", "D4"]]).turns[2].board.sum() == 2 * BLACK


def test_other_ways_to_count_are_warned_about() -> None:
    for rules in ("japanese", "korean", "stone_scoring", {"scoring": "TERRITORY"}, 5):
        ((text, where),) = asked(rules=rules).warnings
        assert "counted by area" in text
        assert where == "rules"
    for rules in ("chinese", "aga", "tromp-taylor", "new zealand", {"ko": "SIMPLE"}):
        assert asked(rules=rules).warnings == []


def test_avoided_and_allowed() -> None:
    moves = {"moves": ["A1", "B1"], "untilDepth": 3}
    assert asked(avoidMoves=[{"player": "B", **moves}]).avoid[0] == {72, 73}
    assert asked(avoidMoves=[{"player": "W", **moves}]).avoid[0] == set()
    assert len(asked(allowMoves=[{"player": "B", **moves}]).avoid[0]) == 80


@pytest.mark.parametrize(
    ("said", "where"),
    [({"komi": 7.3}, "komi"), ({"moves": [["B", "J10"]]}, "moves"), ({"maxVisits": 1.5}, "maxVisits")],
)
def test_the_field_that_is_wrong_is_named(said: dict[str, Any], where: str) -> None:
    with pytest.raises(BadQuery) as error:
        asked(**said)
    assert error.value.where == where


def test_simulations() -> None:
    assert [simulations_for(visits) for visits in (1, 2, 3, 10**12)] == [1, 1, 2, 100_000_000]
