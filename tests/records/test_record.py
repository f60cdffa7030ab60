"""A record holds a game, compares by what it holds, and replays it."""

import dataclasses
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import tengen
from tengen.records.record import BLACK, WHITE, Record, RecordError, alternating, positions


def gomoku(*actions: int, first: int = BLACK, **rest: object) -> Record:
    """A game on 5x5 with rows of three."""
    options = {"size": 5, "line": 3}
    colours = rest.pop("colours", alternating(first, len(actions)))
    return Record(game="gomoku", options=options, actions=actions, colours=colours, first=first, **rest)  # type: ignore[arg-type]


def test_arrays_are_small_and_cannot_be_changed() -> None:
    record = gomoku(0, 1, 2)
    assert [record.actions.dtype.name, record.colours.dtype.name] == ["int16", "int8"]
    assert (record.size, record.plies) == (5, 3)
    with pytest.raises(ValueError, match="read-only"):
        record.actions[0] = 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.result = 0  # type: ignore[misc]


def test_a_record_does_not_share_the_array_it_was_made_of() -> None:
    actions = np.array([0, 1, 2])
    record = gomoku(*actions)
    actions[0] = 7
    assert record.actions[0] == 0


def test_equal_means_equal_in_everything() -> None:
    record = gomoku(0, 1, 2, setup={9: WHITE}, result=BLACK)
    assert record == gomoku(0, 1, 2, setup={9: WHITE}, result=BLACK)
    assert record != "a game"
    others: dict[str, Any] = {
        "game": "go",
        "options": {"size": 5},
        "actions": np.array([0, 1, 3]),
        "colours": np.array([1, 1, 1]),
        "first": WHITE,
        "setup": {9: BLACK},
        "handicap": 2,
        "result": None,
        "ending": "resign",
        "black": "Bo",
        "white": "Wu",
        "properties": {"EV": ["Cup"]},
    }
    assert set(others) == {field.name for field in dataclasses.fields(Record)}
    for name, value in others.items():
        assert record != dataclasses.replace(record, **{name: value}), name


@pytest.mark.parametrize(
    ("rest", "complaint"),
    [
        ({"colours": [1]}, "3 actions by 1 colours"),
        ({"colours": [1, 0, 1]}, "a colour is"),
        ({"first": 0, "colours": [1, -1, 1]}, "a colour is"),
        ({"setup": {3: 2}}, "a colour is"),
        ({"result": 2}, "result 2: expected"),
    ],
)
def test_what_is_no_game_is_refused(rest: dict[str, object], complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        gomoku(0, 1, 2, **rest)  # type: ignore[arg-type]


def test_colours_in_turn() -> None:
    assert alternating(WHITE, 4).tolist() == [-1, 1, -1, 1]
    assert alternating(BLACK, 0).tolist() == []


def test_positions_are_the_start_and_one_after_each_action() -> None:
    start, *later = positions(gomoku(0, 5, 1, 6, 2))
    assert start.ply == 0
    assert not start.board.any()
    assert [position.ply for position in later] == [1, 2, 3, 4, 5]
    assert later[-1] == tengen.new("gomoku", size=5, line=3).play(0).play(5).play(1).play(6).play(2)
    assert (later[-2].over, later[-1].over, later[-1].result) == (False, True, BLACK)


def test_positions_begin_with_the_setup() -> None:
    start, after = positions(gomoku(3, first=WHITE, setup={0: BLACK, 1: BLACK, 24: WHITE}))
    assert start.board[0].tolist() == [1, 1, 0, 0, 0]
    assert (start.board[4, 4], start.to_move) == (WHITE, WHITE)
    assert after.board[0, 3] == WHITE


def test_one_colour_may_play_twice() -> None:
    *_, last = positions(gomoku(0, 1, 2, colours=[BLACK, BLACK, BLACK]))
    assert last.board[0].tolist() == [1, 1, 1, 0, 0]
    assert last.result == BLACK


def test_stones_that_stand_there_by_rule_are_there() -> None:
    record = Record(game="reversi", options={"size": 4}, actions=np.array([7, 11]), colours=np.array([1, -1]))
    first, second, third = positions(record)
    assert first == tengen.new("reversi", size=4)
    assert (second, third) == (first.play(7), first.play(7).play(11))


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        (gomoku(0, 5, 0), r"ply 3 of 3: Black may not play A5: the point is occupied"),
        (gomoku(0, 25), "ply 2 of 2: nobody passes in gomoku"),
        (gomoku(0, 5, 1, 6, 2, 7), "ply 6 of 6: .*the game is over"),
        (dataclasses.replace(gomoku(0), game="chess"), "before the first ply: no game called 'chess'"),
        (
            dataclasses.replace(gomoku(0), options={"size": 99}),
            "before the first ply: size of gomoku cannot be 99",
        ),
        (gomoku(0, setup={25: BLACK}), "before the first ply: no point 25"),
    ],
)
def test_a_replay_names_the_ply_that_is_wrong(record: Record, complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        list(positions(record))


def test_records_are_read_without_the_compiler() -> None:
    code = "import sys, tengen.records.sgf, tengen.records.psq; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
