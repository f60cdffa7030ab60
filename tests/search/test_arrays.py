"""Memory comes from the budget and stays within its limit, and a tree that is full goes on counting."""

import pytest

import tengen
from tengen.search.forest import Forest
from tengen.search.method import settings_for
from tests.search.reference import Scripted


def size(forest: Forest) -> int:
    """Bytes of a forest's arrays that grow with its trees."""
    arrays = forest.arrays
    return sum(a.nbytes for a in (arrays.nodes, arrays.edges, arrays.priors, arrays.actions, arrays.path))


def test_a_limit_is_kept() -> None:
    start = tengen.new("gomoku", size=15).state
    settings = settings_for("puct", simulations=800)
    free = Forest(start, settings, trees=64)
    assert size(free) < 80_000_000
    bounded = Forest(start, settings, trees=64, memory=10_000_000)
    assert size(bounded) <= 10_000_000


def test_a_limit_too_small_says_what_is_needed() -> None:
    start = tengen.new("gomoku", size=15).state
    with pytest.raises(ValueError, match=r"give [0-9,]+ or more"):
        Forest(start, settings_for("puct"), trees=64, memory=1000)


@pytest.mark.parametrize("method", ["puct", "gumbel"])
def test_a_full_tree_goes_on_counting(method: str) -> None:
    start = tengen.new("gomoku", size=5, line=4).state
    settings = settings_for(method, simulations=300)
    forest = Forest(start, settings, memory=30_000)
    assert len(forest.arrays.nodes[0]) < 200
    forest.plant(0, start)
    forest.search(Scripted(25))
    head, root = forest.arrays.heads[0], forest.arrays.nodes[0, 0]
    assert head.spent == 300
    assert root.visits == 301
    assert head.nodes <= len(forest.arrays.nodes[0])
