"""What is said in INFO lines ends up in time, memory and rules, or is kept for a complaint."""

import math

import pytest

from tengen.engine.gomocup_info import LEAST_MEMORY, OWN_MEMORY, STARTING, Wishes
from tengen.engine.session import MEMORY


def test_time() -> None:
    wishes = Wishes()
    assert wishes.clock().left == math.inf
    wishes.note("timeout_turn 5000")
    assert wishes.clock().left == 5
    wishes.note("timeout_match 180000")
    assert wishes.clock().left == 5
    assert wishes.clock().main == 180 - STARTING
    wishes.note("time_left 3000")
    assert wishes.clock().left == 3
    wishes.note("time_left 2147483647")  # no limit, they say: our own account goes on
    assert wishes.clock().left == 3
    wishes.note("time_left -50")
    assert wishes.clock().left == 0
    wishes.begin_match()
    assert wishes.clock().main == 180 - STARTING
    wishes.note("timeout_turn 0")
    assert wishes.clock().left == 0


def test_memory_and_nodes() -> None:
    wishes = Wishes()
    assert (wishes.memory, wishes.simulations, wishes.detail) == (MEMORY, None, False)
    wishes.note("max_memory 367001600")
    assert wishes.memory == 367_001_600 - OWN_MEMORY
    wishes.note("MAX_MEMORY 1000")
    assert wishes.memory == LEAST_MEMORY
    wishes.note("max_node 50")
    wishes.note("show_detail 1")
    assert (wishes.simulations, wishes.detail) == (50, True)


@pytest.mark.parametrize("said", ["rule 8", "rule 9", "timeout_turn", "max_memory many"])
def test_what_is_said_in_vain(said: str) -> None:
    wishes = Wishes()
    assert wishes.note(said) is None
    assert wishes.in_vain


def test_what_does_not_matter() -> None:
    wishes = Wishes()
    assert wishes.note("evaluate 3,4") is None
    assert wishes.note("") is None
    assert not wishes.in_vain
    assert wishes.note("rule 4") == ("rule", 4)
