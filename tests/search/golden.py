"""Golden trees: whole searches as they were; `python -m tests.search.golden` grows and stores them anew."""

import json
from pathlib import Path
from typing import Any

import tengen
from tengen.search.forest import Forest
from tengen.search.method import settings_for
from tests.search.reference import Below, Scripted, visits

FILE = Path(__file__).parent / "golden.json"
CASES: dict[str, tuple[str, dict[str, Any], str, dict[str, Any]]] = {
    "gomoku puct": ("gomoku", {"size": 6, "line": 4}, "puct", {"noise": 0.25}),
    "gomoku gumbel": ("gomoku", {"size": 6, "line": 4}, "gumbel", {"considered": 8}),
    "go puct": ("go", {"size": 5}, "puct", {"c_puct": 2.0}),
    "go gumbel": ("go", {"size": 5}, "gumbel", {"gumbel_noise": 0.0}),
    "reversi gumbel": ("reversi", {"size": 6}, "gumbel", {}),
}


def grown(name: str) -> Below:
    """The tree of one case, after 48 simulations."""
    game, options, method, settings = CASES[name]
    start = tengen.new(game, **options).state
    forest = Forest(start, settings_for(method, simulations=48, **settings), seed=3)
    forest.plant(0, start)
    forest.search(Scripted(len(forest.arrays.policy)))
    return visits(forest, 0)


def as_json(tree: Below) -> dict[str, Any]:
    """The same with actions as text, in order, as JSON has it."""
    return {str(action): [count, as_json(below)] for action, (count, below) in sorted(tree.items())}


if __name__ == "__main__":
    FILE.write_text(json.dumps({name: as_json(grown(name)) for name in CASES}, separators=(",", ":")) + "\n")
