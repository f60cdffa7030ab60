"""The compiled search against one written with dictionaries."""

from typing import Any

import numpy as np
import pytest

import tengen
from tengen.search.forest import Forest
from tengen.search.method import settings_for
from tests.search.reference import Below, Gumbel, Node, Puct, Scripted, scripted, visits

CASES: list[tuple[str, dict[str, Any]]] = [
    ("gomoku", {"size": 5, "line": 4}),
    ("gomoku", {"size": 9}),
    ("reversi", {"size": 4}),
    ("go", {"size": 3}),
    ("go", {"size": 5, "komi": 0}),
]
METHODS: dict[str, tuple[type[Puct] | type[Gumbel], dict[str, Any]]] = {
    "puct": (Puct, {}),
    "puct noisy": (Puct, {"noise": 0.25, "root_temperature": 1.2, "forced_visits": 2, "c_puct": 5.0}),
    "gumbel": (Gumbel, {"considered": 8}),
    "gumbel quiet": (Gumbel, {"gumbel_noise": 0.0, "c_scale": 0.5}),
}


def expected(node: Node) -> Below:
    """The same for the reference."""
    return {a: (node.edge_visits[a], expected(child)) for a, child in node.children.items()}


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_same_tree_as_the_reference(name: str, case: tuple[str, dict[str, Any]]) -> None:
    game, options = case
    reference, settings = METHODS[name]
    rng = np.random.default_rng(7)
    for simulations in (1, 2, 17, 60):
        chosen = settings_for(name.split()[0], simulations=simulations, **settings)
        position = tengen.new(game, **options)
        for _ in range(rng.integers(8)):
            position = position.play(rng.choice(position.legal()))
        forest = Forest(position.state, chosen, seed=simulations)
        forest.plant(0, position.state)
        actions = len(forest.arrays.legal) - 1
        forest.search(Scripted(actions))
        root = reference(chosen, scripted, simulations).run(position, simulations)
        assert visits(forest, 0) == expected(root)
