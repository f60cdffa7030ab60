"""The pool of unvisited actions, and edges made of it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import tengen
from tengen.games.compiled import kernel
from tengen.search import tree
from tengen.search.arrays import Arrays, tree_at
from tengen.search.forest import Forest
from tengen.search.method import settings_for


@kernel
def opened(
    arrays: Arrays, state: Any, actions: NDArray[np.int16], priors: NDArray[np.float32], count: int, last: int
) -> NDArray[np.int16]:
    """Expand a root and open `count` actions by prior, then one by name; the actions in that order."""
    one = tree_at(arrays, 0)
    tree.plant(one, state)
    tree.expand(one, 0, actions, priors)
    found = np.empty(count + 1, np.int16)
    for i in range(count):
        tree.best_unvisited(one, 0)
        found[i] = one.edges[tree.open_first(one, 0)].action
    found[count] = one.edges[tree.open_action(one, 0, last)].action
    return found


def test_actions_are_opened_by_prior_then_by_number() -> None:
    state = tengen.new("gomoku", size=5, line=4).state
    forest = Forest(state, settings_for("puct", simulations=30))
    rng = np.random.default_rng(2)
    for _ in range(50):
        actions = np.sort(rng.choice(25, 12, replace=False)).astype(np.int16)
        priors = rng.choice(np.array([0.1, 0.2, 0.3], np.float32), 12)
        wanted = [action for _, action in sorted(zip(-priors, actions.tolist(), strict=True))]
        last = int(rng.choice(wanted[7:]))
        assert opened(forest.arrays, state, actions, priors, 7, last).tolist() == [*wanted[:7], last]
        root = forest.arrays.nodes[0, 0]
        left = forest.arrays.actions[0, root.pool : root.pool + root.unvisited]
        assert sorted(left.tolist()) == sorted(set(wanted[7:]) - {last})
