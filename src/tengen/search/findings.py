"""What a finished search found at its root, for people and protocols."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import kernel
from tengen.search import method
from tengen.search.arrays import Arrays, tree_at
from tengen.search.forest import Forest
from tengen.search.method import Settings
from tengen.search.tree import NONE, ROOT


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that the search looked at."""

    action: int
    visits: int
    prior: float
    value: float  # in [-1, 1], as the side to move at the root sees it
    line: tuple[int, ...]  # how the game would go on: this action, the most visited reply, and so on


@dataclass(frozen=True, slots=True)
class Findings:
    """The whole of it."""

    best: int  # the action to play
    visits: int  # of the root
    value: float  # of the root, as its side to move sees it
    evaluation: float  # the same by the network alone
    candidates: tuple[Candidate, ...]  # the best one first, then by visits
    policy: NDArray[np.float32]  # [actions]: what the search recommends


def findings(forest: Forest, index: int = 0) -> Findings:
    """Read one tree whose search has ended."""
    arrays = forest.arrays
    root = arrays.nodes[index, ROOT]
    policy = np.zeros(len(arrays.policy), np.float32)
    best = _verdict(forest.settings, arrays, index, policy)
    candidates = [_candidate(arrays, index, number) for number in _edges(arrays, index, ROOT)]
    candidates.sort(key=lambda each: (each.action != best, -each.visits, -each.prior))
    colour, visits = int(root.colour), int(root.visits)
    value, evaluation = colour * float(root.value_sum) / visits, colour * float(root.evaluation)
    return Findings(best, visits, value, evaluation, tuple(candidates), policy)


def best_action(forest: Forest, index: int = 0) -> int:
    """The action to play, of one tree whose search has ended: for games, where nobody reads the rest."""
    return _verdict(forest.settings, forest.arrays, index, np.zeros(len(forest.arrays.policy), np.float32))


def _candidate(arrays: Arrays, index: int, number: int) -> Candidate:
    edge = arrays.edges[index, number]
    node, colour = arrays.nodes[index, edge.node], int(arrays.nodes[index, ROOT].colour)
    value = colour * float(node.value_sum) / int(node.visits)
    return Candidate(
        int(edge.action), int(edge.visits), float(edge.prior), value, _line(arrays, index, number)
    )


def _line(arrays: Arrays, index: int, number: int) -> tuple[int, ...]:
    line: list[int] = []
    while number != NONE:
        edge = arrays.edges[index, number]
        line.append(int(edge.action))
        below = _edges(arrays, index, int(edge.node))
        number = max(below, key=lambda each: (arrays.edges[index, each].visits, -each), default=NONE)
    return tuple(line)


def _edges(arrays: Arrays, index: int, node: int) -> list[int]:
    """The edges of a node that were followed."""
    found, number = [], int(arrays.nodes[index, node].edges)
    while number != NONE:
        if arrays.edges[index, number].visits:
            found.append(number)
        number = int(arrays.edges[index, number].next)
    return found


@kernel
def _verdict(settings: Settings, arrays: Arrays, index: int, policy: NDArray[np.float32]) -> int:
    one = tree_at(arrays, index)
    method.target(settings, one, policy)
    return method.best(settings, one)
