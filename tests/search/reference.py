"""Tree search as one would first write it: dictionaries, whole policies, no arrays kept, nothing shared."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games import base
from tengen.games.position import Position
from tengen.search import chance
from tengen.search.forest import Forest
from tengen.search.tree import NONE

Answer = tuple[NDArray[np.float32], float]  # logits over all actions, value as the side to move sees it
Below = dict[int, tuple[int, Any]]  # a tree: visits of each action, and what lies below it


class Node:
    """A position, its priors, and the children that were visited."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.visits, self.value_sum = 0, 0.0  # as Black sees it
        self.evaluation = 0.0
        self.priors: dict[int, float] = {}
        self.children: dict[int, Node] = {}
        self.edge_visits: dict[int, int] = {}

    def q(self, action: int) -> float:
        """The mean value of a visited action, as the side to move here sees it."""
        child = self.children[action]
        return self.position.to_move * child.value_sum / child.visits


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """In 64 bits, rounded to the 32 that the search keeps."""
    weights = np.exp(logits.astype(np.float64) - logits.max())
    priors: NDArray[np.float32] = (weights / weights.sum()).astype(np.float32)
    return priors


class Reference:
    """A search of one position; a method says how to choose."""

    def __init__(self, settings: Any, evaluate: Callable[[Position], Answer], seed: int) -> None:
        self.settings, self.evaluate = settings, evaluate
        self.source: NDArray[np.uint64] = (
            np.random.SeedSequence(seed).generate_state(1, np.uint64).astype(np.uint64)
        )

    def run(self, position: Position, simulations: int) -> Node:
        """The root after so many simulations."""
        self.root, self.spent, self.budget = Node(position), 0, simulations
        self.back_up([self.root], self.expand(self.root))
        self.begin(self.root)
        while self.spent < simulations:
            node, way = self.root, [self.root]
            while node.priors:
                action = self.choose(node)
                node.edge_visits[action] = node.edge_visits.get(action, 0) + 1
                fresh = action not in node.children
                if fresh:
                    node.children[action] = Node(node.position.play(action))
                node = node.children[action]
                way.append(node)
            over = node.position.over
            self.back_up(way, float(node.position.result or 0) if over else self.expand(node))
            self.spent += 1
        return self.root

    def expand(self, node: Node) -> float:
        """Ask about a leaf; its value as Black sees it."""
        logits, value = self.evaluate(node.position)
        legal = node.position.legal().tolist()
        node.priors = dict(zip(legal, map(float, softmax(logits[legal])), strict=True))
        node.evaluation = float(np.float32(value * node.position.to_move))
        return node.evaluation

    def back_up(self, way: list[Node], value: float) -> None:
        """Count a simulation along its way."""
        for node in way:
            node.visits += 1
            node.value_sum += value

    def begin(self, root: Node) -> None:
        """The root has just been expanded."""

    def choose(self, node: Node) -> int:
        """The action to follow."""
        return min(node.priors)


class Puct(Reference):
    """Value plus exploration by the prior."""

    def begin(self, root: Node) -> None:
        """Temperature and noise change the root's priors once."""
        s = self.settings
        priors = np.array(list(root.priors.values()))
        if s.root_temperature != 1.0:
            priors = (priors ** (1 / s.root_temperature)).astype(np.float32)
            priors = (priors / priors.astype(np.float64).sum()).astype(np.float32)
        if s.noise > 0:
            noise = np.empty(len(priors), np.float32)
            with np.errstate(over="ignore"):
                chance.dirichlet(self.source, s.noise_alpha or s.noise_total / len(priors), noise)
            priors = ((1 - s.noise) * priors + s.noise * noise.astype(np.float64)).astype(np.float32)
        root.priors = dict(zip(root.priors, map(float, priors), strict=True))

    def choose(self, node: Node) -> int:
        """The best score; of equals a visited action, the larger prior, the lower action."""
        s, is_root = self.settings, node is self.root
        explored = sum(node.priors[action] for action in sorted(node.children, reverse=True))
        reduction = s.root_fpu_reduction if is_root else s.fpu_reduction
        first_play = node.position.to_move * node.value_sum / node.visits - reduction * math.sqrt(explored)

        def score(action: int) -> tuple[float, ...]:
            n = node.edge_visits.get(action, 0)
            if is_root and n < s.forced_visits:
                return math.inf, n == 0, node.priors[action] if n == 0 else 0.0, -action
            q = node.q(action) if n else first_play
            u = s.c_puct * math.sqrt(node.visits) * node.priors[action] / (1 + n)
            return q + u, n > 0, 0.0 if n else node.priors[action], -action

        return max(node.priors, key=score)


class Gumbel(Reference):
    """Sequential halving at the root, the improved policy below."""

    def begin(self, root: Node) -> None:
        """Noise is drawn for every legal action in turn."""
        s = self.settings
        self.scores = {}
        for action, prior in root.priors.items():
            with np.errstate(over="ignore"):
                noise = s.gumbel_noise * chance.gumbel(self.source) if s.gumbel_noise > 0 else 0.0
            self.scores[action] = math.log(prior + 1e-30) + noise
        drawn = sorted(self.scores, key=lambda action: self.scores[action], reverse=True)[: s.considered]
        self.drawn = drawn
        self.order = considered_visits(len(drawn), self.budget)

    def choose(self, node: Node) -> int:
        """A candidate whose turn it is, or the action that is furthest behind its share."""
        scale, completed = self.outlook(node)
        value = {a: 0.5 + 0.5 * node.q(a) if a in node.children else completed for a in node.priors}
        if node is self.root:
            turn = [a for a in self.drawn if node.edge_visits.get(a, 0) == self.order[self.spent]]
            return max(turn, key=lambda a: self.scores[a] + scale * value[a])
        weights = {a: p * math.exp(scale * (value[a] - completed)) for a, p in node.priors.items()}
        total = sum(weights.values())

        def score(action: int) -> tuple[float, ...]:
            n = node.edge_visits.get(action, 0)
            return weights[action] / total - n / node.visits, n > 0, -action

        return max(node.priors, key=score)

    def outlook(self, node: Node) -> tuple[float, float]:
        """The scale of values, and the value of actions without visits."""
        s = self.settings
        visits = sum(node.edge_visits.values())
        own = 0.5 + 0.5 * node.position.to_move * node.evaluation
        if visits:
            known = sum(node.priors[a] for a in node.children)
            mean = sum(node.priors[a] * (0.5 + 0.5 * node.q(a)) for a in node.children) / known
            own = (own + visits * mean) / (1 + visits)
        most = max(node.edge_visits.values(), default=0)
        return (s.c_visit + most) * s.c_scale, own


def considered_visits(candidates: int, budget: int) -> list[int]:
    """For each simulation, how many visits the candidates have whose turn it is."""
    if candidates == 1:
        return list(range(budget))
    order: list[int] = []
    phases, left, had = math.ceil(math.log2(candidates)), candidates, 0
    while len(order) < budget:
        for _ in range(max(1, budget // (phases * left))):
            order += [had] * left
            had += 1
        left = max(2, left // 2)
    return order[:budget]


def scripted(position: Position) -> Answer:
    """A wild but fixed opinion about every position, the same for the same input planes."""
    return opinion(position.planes(), base.action_count(position.state))


def opinion(planes: NDArray[np.float32], actions: int) -> Answer:
    """Logits and a value drawn by a generator that the planes seed."""
    rng = np.random.default_rng(np.ascontiguousarray(planes, np.float32).view(np.uint32).ravel())
    return rng.normal(0, 2, actions).astype(np.float32), float(np.float32(rng.uniform(-1, 1)))


class Scripted:
    """An evaluator with the scripted opinion."""

    name = "scripted"

    def __init__(self, actions: int) -> None:
        self.actions = actions

    def __call__(self, batch: NDArray[Any], /) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Row by row."""
        logits, values = zip(*(opinion(planes, self.actions) for planes in batch), strict=True)
        return np.stack(logits), np.array(values, np.float32)


def visits(forest: Forest, index: int, number: int = 0) -> Below:
    """The tree below a node as nested dictionaries: action -> (visits, ...)."""
    arrays = forest.arrays
    found: Below = {}
    edge = arrays.nodes[index, number].edges
    while edge != NONE:
        e = arrays.edges[index, edge]
        found[int(e.action)] = (int(e.visits), visits(forest, index, e.node))
        edge = e.next
    return found
