"""Many trees searched side by side: leaves out as one batch of planes, the network's answers in.

    planes = forest.leaves()           # one leaf of every tree that still searches
    forest.grow(*evaluator(planes))    # the answers, row by row

A simulation that ends on a finished game needs no network: it is counted at once and the tree goes
on, until it has a leaf to ask about or has spent its budget. Then its turn ends: it waits to be read,
or, when games are played out, plays its move and searches on inside the same batch.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tengen.games import base, planes
from tengen.games.base import State
from tengen.games.compiled import assign, borrowed, kernel, rule
from tengen.search import method, tree
from tengen.search.arrays import Arrays, allocate, tree_at
from tengen.search.conduct import Conduct
from tengen.search.method import Settings
from tengen.search.priors import softmax
from tengen.search.tree import DONE, NONE, OVER, ROOT, SEARCHING, Tree
from tengen.search.turns import begin_game, begin_turn, end_turn


class Evaluator(Protocol):
    """Answers a batch of planes, or of states if it has an attribute `wants_states` that says so."""

    @property
    def name(self) -> str:
        """What an error message calls it."""

    def __call__(self, batch: NDArray[Any], /) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits float32[rows, actions] and values float32[rows] as the side to move sees them."""


class BadAnswer(ArithmeticError):
    """An evaluator answered with something that is no number."""


class Forest:
    """Trees over positions of one game, size and rules; one thread uses it at a time."""

    def __init__(
        self,
        start: State,
        settings: Settings,
        trees: int = 1,
        kind: str = "tengen",
        seed: int = 0,
        conduct: Conduct | None = None,
        memory: int | None = None,
    ) -> None:
        """Room for so many trees from positions like `start`, within `memory` bytes if given.

        With a `conduct` every tree plays its games out, as that says.
        """
        self.settings = settings
        self.arrays = allocate(start, settings, trees, seed, conduct, memory)
        self._kind = planes.kind_named(kind)
        shape = (trees, planes.channels_of(start, self._kind), start.side, start.side)
        self._batch = np.zeros(shape, np.float32)
        self.rows = 0  # leaves in the last batch

    def __len__(self) -> int:
        return len(self.arrays.heads)

    def plant(self, index: int, state: State, simulations: int | None = None) -> None:
        """Begin a search of this position, or a game from it, in one of the trees."""
        if state.over:
            raise ValueError("the game is over: there is nothing to search")
        self.arrays.roots[index] = state
        _plant(self.settings, self.arrays, index, simulations or int(self.settings.simulations))

    def begin_turns(self) -> None:
        """Let every tree that searches begin the search of this turn anew, as after a change of network."""
        _begin_turns(self.settings, self.arrays)

    def leaves(self) -> NDArray[np.float32]:
        """The planes of the leaves that wait for an answer, float32[rows, channels, size, size]."""
        self.rows = _leaves(self.settings, self.arrays, self._kind, self._batch)
        return self._batch[: self.rows]

    def grow(self, logits: NDArray[np.float32], values: NDArray[np.float32]) -> None:
        """Take the answers to the last batch, float32[rows, actions] and [rows], row by row."""
        width = len(self.arrays.legal) - 1
        if logits.shape != (self.rows, width) or values.shape != (self.rows,):
            wanted = f"[{self.rows}, {width}] and [{self.rows}]"
            raise ValueError(f"answers of shape {logits.shape} and {values.shape}: wanted {wanted}")
        bad = _grow(self.settings, self.arrays, logits, values)
        if bad != NONE:
            raise BadAnswer(f"row {bad} of an evaluator's answers holds NaN or infinity")

    def states(self) -> NDArray[Any]:
        """The positions of the leaves that wait for an answer, STATE[rows]."""
        return self.arrays.leaves[self.arrays.rows[: self.rows]]

    def waiting(self) -> list[int]:
        """The trees whose search or game has ended."""
        status = self.arrays.heads["status"]
        return np.flatnonzero((status == DONE) | (status == OVER)).tolist()

    def search(self, evaluator: Evaluator) -> None:
        """Ask and grow until every tree waits."""
        while self.step(evaluator):
            pass

    def step(self, evaluator: Evaluator) -> int:
        """Ask about one batch and grow; how many rows it had."""
        return self.ask(evaluator)()

    def ask(self, evaluator: Evaluator) -> Callable[[], int]:
        """Ask about one batch; the function that comes back grows by the answers and says how many.

        An evaluator that can `start` a batch computes elsewhere meanwhile.
        """
        batch = self.leaves()
        if not len(batch):
            return lambda: 0
        shown = self.states() if getattr(evaluator, "wants_states", False) else batch
        answers = evaluator.start(shown) if hasattr(evaluator, "start") else partial(evaluator, shown)

        def grow() -> int:
            try:
                self.grow(*answers())
            except BadAnswer as error:
                raise BadAnswer(f"{evaluator.name} cannot be used: {error}") from None
            return len(batch)

        return grow


@rule
def descend(settings: Settings, one: Tree, state: State) -> bool:
    """Follow the search from the root to a leaf; whether the leaf needs the network.

    The state is the root's and becomes the leaf's.
    """
    head = one.head[0]
    index, head.depth = ROOT, 0
    while one.nodes[index].expanded:
        number = method.choose(settings, one, index)
        if number == NONE:  # the tree is full, and this node has no edge to follow
            break
        edge = one.edges[number]
        base.play(state, edge.action)
        one.path[head.depth] = number
        head.depth += 1
        if edge.node == NONE:
            edge.node = tree.add_node(one, state)
        index = edge.node
    head.leaf = index
    return not one.nodes[index].over and one.nodes[index].visits == 0


@rule
def seek(settings: Settings, arrays: Arrays, index: int) -> bool:
    """Search on in one tree until a leaf needs the network; False when it waits instead."""
    one = tree_at(arrays, index)
    head = arrays.heads[index]
    while head.status == SEARCHING:
        if head.spent >= head.budget:
            end_turn(settings, arrays, index)
            continue
        assign(arrays.leaves[index], arrays.roots[index], base.used(arrays.roots[index]))
        if descend(settings, one, arrays.leaves[index]):
            return True
        tree.back_up(one, head.leaf, one.nodes[head.leaf].evaluation)
        head.spent += 1
    return False


@rule
def answer(settings: Settings, arrays: Arrays, index: int, logits: NDArray[np.float32], value: float) -> bool:
    """Expand the leaf of a tree and back its value up; False if the answer is no number."""
    one, head, state = tree_at(arrays, index), arrays.heads[index], arrays.leaves[index]
    count = base.pressing(state, arrays.legal) if settings.tactics else 0
    legal = arrays.legal[: count or base.legal_actions(state, arrays.legal)]
    priors = arrays.priors_found[: len(legal)]
    if not (softmax(logits, legal, priors, arrays.bits) and np.isfinite(value)):
        return False
    node = one.nodes[head.leaf]
    node.evaluation = value * state.to_move
    tree.expand(one, head.leaf, legal, priors)
    if node.expanded:
        method.prepare(settings, one, head.leaf)
    tree.back_up(one, head.leaf, node.evaluation)
    if head.leaf != ROOT:  # to see the root is where a search begins, not one of its simulations
        head.spent += 1
        if head.spent >= head.budget:
            end_turn(settings, arrays, index)
    return True


@kernel
def _plant(settings: Settings, arrays: Arrays, index: int, budget: int) -> None:
    head = arrays.heads[index]
    head.status, head.full, head.quiet = SEARCHING, True, False
    if arrays.turns.shape[1]:
        begin_game(settings, arrays, index)
    else:
        head.budget = budget
        tree.plant(tree_at(arrays, index), arrays.roots[index])


@kernel
def _begin_turns(settings: Settings, arrays: Arrays) -> None:
    for index in range(len(arrays.heads)):
        if arrays.heads[index].status == SEARCHING:
            begin_turn(settings, arrays, index)


@kernel
def _leaves(settings: Settings, arrays: Arrays, kind: int, batch: NDArray[np.float32]) -> int:
    arrays = borrowed(arrays)
    rows = 0
    for index in range(len(arrays.heads)):
        if seek(settings, arrays, index):
            arrays.rows[rows] = index
            planes.write_planes(arrays.leaves[index], kind, batch[rows])
            rows += 1
    return rows


@kernel
def _grow(
    settings: Settings, arrays: Arrays, logits: NDArray[np.float32], values: NDArray[np.float32]
) -> int:
    arrays = borrowed(arrays)
    for row in range(len(values)):
        if not answer(settings, arrays, arrays.rows[row], logits[row], values[row]):
            return row
    return NONE
