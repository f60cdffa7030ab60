"""A worker hands over whole games and begins new ones."""

import numpy as np

import tengen
from tengen.records.record import Record, positions
from tengen.search.forest import Forest
from tengen.search.method import settings_for
from tengen.selfplay.worker import Worker
from tests.search.reference import Scripted


def test_games_are_legal_and_never_stop() -> None:
    start = tengen.new("gomoku", size=5, line=4)
    opened = start.play(12)
    starts = iter([start.state, opened.state] * 100)
    forest = Forest(start.state, settings_for("gumbel", simulations=6), 4, play_on=True)
    worker = Worker(forest, Scripted(25), lambda: next(starts))
    records: list[Record] = []
    while len(records) < 20:
        records += worker.step()
    for record in records:
        assert record.plies
        if record.first == 1:
            *_, last = positions(record)
            assert last.over
            assert last.result == record.result
    assert {record.first for record in records} == {1, -1}
    assert len({record.actions.tobytes() for record in records}) > 1
    assert all(np.all(record.colours[1:] == -record.colours[:-1]) for record in records)
