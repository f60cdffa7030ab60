"""Names become seats; what is no name is told what would be one."""

import sys
from collections.abc import Callable

import pytest

import tengen
from tengen.arena.names import check_name, missing_program, seat_named

GO = tengen.new("go", 5)


def test_names_become_seats(program: Callable[[str], str]) -> None:
    program("gnugo")
    for name in ("random", "mcts:8", "gnugo:1", "gtp:gnugo --mode gtp --level 1"):
        seat = seat_named(name, GO, seed=4)
        try:
            (action,) = seat.choose([GO])
            assert isinstance(action, int)
            assert GO.play(action).ply == 1
        finally:
            seat.close()


def test_the_seed_decides_what_is_random() -> None:
    start = tengen.new("gomoku", 9)
    first, second, third = (seat_named("random", start, seed).choose([start] * 20) for seed in (1, 1, 2))
    assert first == second != third


WRONG = ["", "rnadom", "random:3", "mcts", "mcts:", "mcts:0", "mcts:many", "gtp:", "gnugo:x"]


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"no player called"):
        seat_named(name, GO)
    with pytest.raises(ValueError, match=r"no player called"):
        check_name(name, GO)


def test_gnugo_plays_only_go() -> None:
    for ask in (seat_named, check_name):
        with pytest.raises(ValueError, match="GNU Go plays Go, not gomoku"):
            ask("gnugo:1", tengen.new("gomoku", 9))


def test_a_name_is_checked_without_its_program() -> None:
    for name in ("random", "mcts:8", "gnugo:1", "gtp:no-such-program --mode gtp"):
        check_name(name, GO)
    with pytest.raises(ValueError, match="No closing quotation"):
        check_name("gtp:program 'half", GO)


def test_missing_programs_are_named() -> None:
    assert missing_program("gtp:no-such-program --mode gtp") == "no-such-program"
    assert not missing_program(f"gtp:{sys.executable} x.py")
    assert not missing_program("mcts:10")
