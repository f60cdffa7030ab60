"""A seat at the board: it plays, takes back, thinks by the clock, reports, and stops when told."""

import gc
import threading
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import tengen
from tengen.engine.clock import absolute, per_move
from tengen.engine.evaluators import Evaluators
from tengen.engine.session import Session, turns_to_come
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import set_up
from tengen.network.plain import UniformEvaluator
from tests.engine.dialogues import Ticking, uniform

DATA = Path(__file__).parents[1] / "network" / "data"


def session(game: str = "go", size: int = 5, **options: object) -> Session:
    return Session(uniform, game, simulations=16, now=Ticking(), size=size, **options)  # type: ignore[arg-type]


def test_moves_forth_and_back() -> None:
    table = session()
    start = table.position
    for name in ("C3", "C2"):
        table.play(table.position.action(name))
    table.play(table.position.action("B2"), WHITE)
    assert table.position.board[3].tolist() == [0, -1, -1, 0, 0]
    table.undo(2)
    assert table.position == start.play("C3")
    with pytest.raises(ValueError, match="2 plies cannot be taken back: there are only 1"):
        table.undo(2)
    assert table.position == start.play("C3")
    table.undo()
    assert table.position == start


def test_stones_set_up_cannot_be_taken_back() -> None:
    table = session()
    table.begin(set_up("go", ["C3"], [], WHITE, size=5))
    with pytest.raises(ValueError, match="there are only 0"):
        table.undo()


def test_a_wrong_move_changes_nothing() -> None:
    table = session("gomoku")
    table.play(12)
    before = table.position
    with pytest.raises(ValueError, match="occupied"):
        table.play(12)
    with pytest.raises(ValueError, match="occupied"):
        table.play(12, BLACK)
    assert table.position is before


def test_after_two_passes_go_goes_on() -> None:
    table = session()
    for _ in range(2):
        table.play(25)
    assert table.position.over
    table.play(12)
    assert not table.position.over
    assert table.position.board[2, 2] == BLACK
    table.undo()
    assert table.think(WHITE).position.to_move == WHITE


def test_another_komi_leaves_the_game_as_it_stands() -> None:
    table = session()
    table.begin(set_up("go", ["B2", "D4"], ["C3"], WHITE, size=5))
    table.play(0)
    table.play(1, WHITE)
    board = table.position.board
    table.change(komi=0.5)
    np.testing.assert_array_equal(table.position.board, board)
    assert table.position.options["komi"] == 0.5
    assert table.position.actions == [0, 1]
    table.clear(size=7)
    assert (table.position.size, table.position.options["komi"], table.position.ply) == (7, 0.5, 0)
    with pytest.raises(ValueError, match="size of go cannot be 1"):
        table.clear(size=1)
    assert table.position.size == 7


def test_it_thinks_for_so_many_simulations() -> None:
    table = session()
    assert table.think().found.visits == 17
    assert table.position.ply == 0


def test_it_thinks_by_the_clock() -> None:
    table = session()
    table.set_control(per_move(1))
    now = table.now
    found = table.think().found
    assert now.seconds < 1  # type: ignore[attr-defined]
    assert 20 < found.visits < 100
    table.set_control(absolute(100))
    table.think(WHITE)
    assert table.clocks[BLACK].main == 100
    assert 80 < table.clocks[WHITE].main < 100


def test_a_new_game_has_new_clocks() -> None:
    table = session()
    table.set_control(absolute(100))
    table.think()
    used = table.clocks[BLACK].main
    assert used < 100
    table.change(komi=0.5)
    assert table.clocks[BLACK].main == used
    table.clear()
    assert table.clocks[BLACK].main == 100


def test_rules_that_nobody_knows_are_refused_in_time() -> None:
    table = Session(Evaluators(str(DATA / "gomoku_1x8.onnx")), "gomoku", size=9)
    before = table.position
    for change in (table.change, table.clear):
        with pytest.raises(ValueError, match="was trained for other rules"):
            change(rule="renju")
        assert table.position is before


def test_without_time_it_still_finds_a_move() -> None:
    table = session()
    table.set_control(absolute(0))
    assert table.think().found.visits == 2
    assert table.think(until=lambda: True).found.visits == 2


def test_reports_come_at_their_interval() -> None:
    table = session()
    reports = table.analyse(interval=0.5)
    visits = [next(reports).found.visits for _ in range(4)]
    steps = np.diff(visits)
    assert steps.min() >= 49
    assert steps.max() <= 51
    assert len(list(table.analyse(interval=0.05, simulations=100))) > 5
    assert [each.found.visits for each in table.analyse(simulations=100)] == [101]
    assert list(table.analyse(simulations=100, conclude=False)) == []


def test_another_thread_stops_it() -> None:
    stop, looked = threading.Event(), threading.Semaphore(0)

    class Watched(UniformEvaluator):
        def __call__(self, planes):  # type: ignore[no-untyped-def]
            looked.release()
            return super().__call__(planes)

    evaluator = Watched(has_pass=True)
    table = Session(lambda _: evaluator, size=5)

    def watch() -> None:
        for _ in range(50):
            looked.acquire()
        stop.set()

    thread = threading.Thread(target=watch)
    thread.start()
    *_, last = table.analyse(until=stop.is_set)
    thread.join()
    assert last.found.visits >= 40


def test_turns_to_come() -> None:
    assert turns_to_come(tengen.new("go", size=9)) == (32, 61)
    assert turns_to_come(tengen.new("gomoku", size=15)) == (28, 112)
    late = set_up("gomoku", size=15, ply=200)
    assert turns_to_come(late) == (8, 12)


def test_networks_by_name_see_the_score() -> None:
    table = Session(Evaluators(str(DATA / "go_1x8.onnx")), size=7, simulations=8)
    *_, last = table.thinking(interval=1e-9)
    assert last.score is not None
    assert last.ownership is not None
    assert table.think().score is None  # nobody asked


@pytest.mark.prove
def test_starting_and_stopping_leaks_nothing() -> None:
    table = session()
    sizes = []
    for cycle in range(10_002):
        if cycle % 5_000 == 1:
            gc.collect()
            if not tracemalloc.is_tracing():
                tracemalloc.start()
            sizes.append(tracemalloc.get_traced_memory()[0])
        for _ in table.analyse(interval=0.01, simulations=20, until=[False, False, True, True].pop):
            pass
    tracemalloc.stop()
    print(f"\n10,000 cycles of starting and stopping: {sizes} bytes in use on the way")
    assert sizes[-1] < 200_000
