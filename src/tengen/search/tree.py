"""A search tree in flat arrays: preallocated from the budget, nothing allocated while searching.

A node is a position met in the search. It holds no board: the way to it is played again from the
root. When a node is expanded, its legal actions and their priors go into the tree's pool. An action
that is chosen for the first time leaves the pool and becomes an edge, with statistics. Unvisited
actions look alike to a search but for their prior, so choosing looks at the edges and at one of them,
the one with the largest prior; it is found when it is first asked for, since most leaves stay leaves.

Values are kept as Black sees them; the colour of a node turns them to its side to move.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import rule

NONE = -1
ROOT = 0

HEAD = np.dtype(
    [
        ("source", np.uint64, 1),  # its randomness, see chance.py
        ("nodes", np.int32),  # how much is used of nodes, edges and pool
        ("edges", np.int32),
        ("pool", np.int32),
        ("spent", np.int32),  # simulations done in this search
        ("budget", np.int32),  # simulations to do
        ("leaf", np.int32),  # the node that waits for the network's answer
        ("depth", np.int32),  # edges between the root and the leaf
        ("candidates", np.int32),  # root actions under consideration (Gumbel)
        ("turns", np.int32),  # turns of the game, and entries of their policies, written so far
        ("entries", np.int32),
        ("status", np.int8),
        ("quiet", np.bool_),  # no noise at this root
        ("full", np.bool_),  # a search of the whole budget, to learn from
        ("exempt", np.bool_),  # this game is played out even when it is clear
        ("called", np.bool_),  # this game was ended because it was clear
    ]
)
IDLE, SEARCHING, DONE, OVER = range(4)  # nothing to do; in work; searched, waiting; the game has ended

NODE = np.dtype(
    [
        ("value_sum", np.float64),  # of all visits, as Black sees it
        ("evaluation", np.float32),  # by the network, or the result of the game, as Black sees it
        ("visits", np.int32),
        ("edges", np.int32),  # the latest edge, or NONE
        ("pool", np.int32),  # where its unvisited actions begin
        ("unvisited", np.int16),
        ("colour", np.int8),  # the side to move
        ("expanded", np.bool_),
        ("ranked", np.bool_),  # whether the best unvisited action stands first
        ("over", np.bool_),
    ]
)

EDGE = np.dtype(
    [
        ("prior", np.float32),
        ("visits", np.int32),
        ("node", np.int32),
        ("next", np.int32),  # the edge made before it at the same node, or NONE
        ("action", np.int16),
    ]
)

CANDIDATE = np.dtype([("score", np.float64), ("edge", np.int32), ("action", np.int16)])


class Tree(NamedTuple):
    """One tree's arrays, views into those of its forest."""

    head: NDArray[Any]  # HEAD[1]
    nodes: NDArray[Any]  # NODE[capacity]
    edges: NDArray[Any]  # EDGE[capacity]
    priors: NDArray[np.float32]  # [pool]
    actions: NDArray[np.int16]  # [pool]
    path: NDArray[np.int32]  # [capacity]: the edges from the root to the leaf
    candidates: NDArray[Any]  # CANDIDATE[...]


@rule
def plant(tree: Tree, state: Any) -> None:
    """Empty the tree and put an unexpanded root into it."""
    head = tree.head[0]
    head.nodes, head.edges, head.pool = 0, 0, 0
    head.spent, head.candidates = 0, 0
    add_node(tree, state)


@rule
def add_node(tree: Tree, state: Any) -> int:
    """A node for this position, unexpanded and without visits."""
    index = int(tree.head[0].nodes)
    tree.head[0].nodes += 1
    node = tree.nodes[index]
    node.value_sum, node.visits = 0.0, 0
    node.edges, node.unvisited = NONE, 0
    node.colour, node.over, node.expanded = state.to_move, state.over, False
    if state.over:
        node.evaluation = state.result
    return index


@rule
def has_room(tree: Tree) -> bool:
    """Whether another node fits; a tree that is full goes on counting in the nodes it has."""
    return bool(tree.head[0].nodes < len(tree.nodes))


@rule
def expand(tree: Tree, index: int, actions: NDArray[np.int16], priors: NDArray[np.float32]) -> None:
    """Give a node its legal actions; a pool that is full leaves it a leaf for good."""
    node, head = tree.nodes[index], tree.head[0]
    if head.pool + len(actions) > len(tree.priors):
        return
    node.pool, node.unvisited, node.expanded, node.ranked = head.pool, len(actions), True, False
    for i in range(len(actions)):
        tree.actions[head.pool + i] = actions[i]
        tree.priors[head.pool + i] = priors[i]
    head.pool += len(actions)


@rule
def best_unvisited(tree: Tree, index: int) -> int:
    """The place in the pool of a node's unvisited action with the largest prior, the lowest of equals."""
    node = tree.nodes[index]
    first = node.pool
    if not node.ranked:
        priors = tree.priors[first : first + node.unvisited]
        swap(tree, first, first + best_of(priors.view(np.int32), tree.actions[first:]))
        node.ranked = True
    return int(first)


@rule
def best_of(bits: NDArray[np.int32], actions: NDArray[np.int16]) -> int:
    """The place of the largest prior, given by the bits of its float, the lowest action of equals.

    Such bits are in the order of their floats. With the action behind them, one number says who goes
    first, and the compiler looks at several at once.
    """
    highest = np.int64(-(2**62))
    for i in range(len(bits)):
        highest = max(highest, (np.int64(bits[i]) << 16) - actions[i])
    best = 0
    while (np.int64(bits[best]) << 16) - actions[best] != highest:
        best += 1
    return best


@rule
def swap(tree: Tree, i: int, j: int) -> None:
    """Exchange two places of the pool."""
    tree.priors[i], tree.priors[j] = tree.priors[j], tree.priors[i]
    tree.actions[i], tree.actions[j] = tree.actions[j], tree.actions[i]


@rule
def open_first(tree: Tree, index: int) -> int:
    """Make an edge of a node's first unvisited action."""
    node = tree.nodes[index]
    place = node.pool
    node.pool += 1
    node.unvisited -= 1
    number = int(tree.head[0].edges)
    tree.head[0].edges += 1
    edge = tree.edges[number]
    edge.prior, edge.action = tree.priors[place], tree.actions[place]
    edge.visits, edge.node, edge.next = 0, NONE, node.edges
    node.edges, node.ranked = number, False
    return number


@rule
def open_action(tree: Tree, index: int, action: int) -> int:
    """Make an edge of a certain unvisited action."""
    node = tree.nodes[index]
    for i in range(node.pool, node.pool + node.unvisited):
        if tree.actions[i] == action:
            swap(tree, node.pool, i)
            break
    return open_first(tree, index)


@rule
def value_at(tree: Tree, index: int) -> float:
    """The mean value of a visited node, as Black sees it."""
    node = tree.nodes[index]
    return float(node.value_sum / node.visits)


@rule
def back_up(tree: Tree, leaf: int, value: float) -> None:
    """Count one simulation that ended at a leaf with this value, as Black sees it."""
    head = tree.head[0]
    count(tree.nodes[leaf], value)
    for step in range(head.depth):
        edge = tree.edges[tree.path[step]]
        edge.visits += 1
    node = ROOT
    for step in range(head.depth):
        count(tree.nodes[node], value)
        node = tree.edges[tree.path[step]].node


@rule
def count(node: Any, value: float) -> None:
    """One more visit of a node."""
    node.visits += 1
    node.value_sum += value


@rule
def is_better(tree: Tree, score: float, number: int, best_score: float, best: int) -> bool:
    """Whether an edge goes before the best one so far; equal scores go to the lower action."""
    if score == best_score and best != NONE:
        return bool(tree.edges[number].action < tree.edges[best].action)
    return score > best_score
