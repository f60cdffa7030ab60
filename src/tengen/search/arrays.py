"""The arrays of a forest: what its trees own, allocated once, from the budget and within a limit."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.games import base
from tengen.games.base import State
from tengen.games.compiled import rule
from tengen.games.policies import ENTRY, TURN
from tengen.search.conduct import Conduct
from tengen.search.method import Settings
from tengen.search.tree import CANDIDATE, EDGE, HEAD, NODE, Tree


class Arrays(NamedTuple):
    """A row for each tree; then what the trees share."""

    heads: NDArray[Any]  # HEAD[trees]
    nodes: NDArray[Any]  # NODE[trees, capacity]
    edges: NDArray[Any]  # EDGE[trees, capacity]
    priors: NDArray[np.float32]  # [trees, pool]
    actions: NDArray[np.int16]  # [trees, pool]
    path: NDArray[np.int32]  # [trees, capacity]
    candidates: NDArray[Any]  # CANDIDATE[trees, considered]
    roots: NDArray[Any]  # STATE[trees]
    leaves: NDArray[Any]  # STATE[trees]
    turns: NDArray[Any]  # TURN[trees, plies]: the game so far, where games are played out
    entries: NDArray[Any]  # ENTRY[trees, plies x actions]: the policies of those turns
    rows: NDArray[np.int32]  # [trees]: the tree that each row of the batch belongs to
    conduct: NDArray[Any]  # CONDUCT[1]: how games are played out
    temperatures: NDArray[np.float64]  # by ply
    legal: NDArray[np.int16]  # [actions + 1], scratch
    priors_found: NDArray[np.float32]  # [actions], scratch
    bits: NDArray[np.int32]  # [actions], scratch
    policy: NDArray[np.float32]  # [actions], scratch


def allocate(
    start: State,
    settings: Settings,
    trees: int,
    seed: int,
    conduct: Conduct | None,
    memory: int | None,
) -> Arrays:
    """Empty arrays for trees from positions like `start`."""
    actions = base.action_count(start)
    capacity, pool = _capacity(int(settings.simulations) + 1, actions, trees, memory)
    plies = base.longest(start) if conduct else 0
    conduct = conduct or Conduct()
    heads = _records(HEAD, trees)
    heads["source"][:, 0] = np.random.SeedSequence(seed).generate_state(trees, np.uint64)
    return Arrays(
        heads=heads,
        nodes=_records(NODE, trees, capacity),
        edges=_records(EDGE, trees, capacity),
        priors=np.zeros((trees, pool), np.float32),
        actions=np.zeros((trees, pool), np.int16),
        path=np.zeros((trees, capacity), np.int32),
        candidates=_records(CANDIDATE, trees, getattr(settings, "considered", 0)),
        roots=_records(start.dtype, trees),
        leaves=_records(start.dtype, trees),
        turns=_records(TURN, trees, plies),
        entries=_records(ENTRY, trees, plies * actions),
        rows=np.zeros(trees, np.int32),
        conduct=conduct.record(),
        temperatures=np.array(conduct.temperatures, np.float64),
        legal=np.zeros(actions + 1, np.int16),
        priors_found=np.zeros(actions, np.float32),
        bits=np.zeros(actions, np.int32),
        policy=np.zeros(actions, np.float32),
    )


def _records(dtype: np.dtype[Any], *shape: int) -> NDArray[Any]:
    return np.zeros(shape, dtype).view(np.recarray)


def _capacity(simulations: int, actions: int, trees: int, memory: int | None) -> tuple[int, int]:
    """Nodes and pool places of each tree: what its simulations can fill, or what the limit allows."""
    node = NODE.itemsize + EDGE.itemsize + 4  # and its place in the path
    place = 4 + 2  # a prior and an action
    wanted = trees * simulations * (node + actions * place)
    if memory is not None and wanted > memory:
        simulations = memory // (trees * (node + actions * place))
        if simulations < 2:
            least = 2 * trees * (node + actions * place)
            raise ValueError(
                f"a search of {trees} trees does not fit into {memory:,} bytes: give {least:,} or more"
            )
    return simulations, simulations * actions


@rule
def tree_at(arrays: Arrays, index: int) -> Tree:
    """The arrays of one tree."""
    return Tree(
        arrays.heads[index : index + 1],
        arrays.nodes[index],
        arrays.edges[index],
        arrays.priors[index],
        arrays.actions[index],
        arrays.path[index],
        arrays.candidates[index],
    )
