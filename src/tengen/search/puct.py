"""PUCT: follow the action whose value and prior together promise most.

    score(a) = Q(a) + c_puct * P(a) * sqrt(N) / (1 + n(a))

N counts the visits of the node, n(a) those of the action. An action without visits is taken to be a
little worse than its parent, the more so the more of the prior has been looked at (first-play urgency).
"""

import math

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import rule
from tengen.search.chance import dirichlet
from tengen.search.method import Settings, settings_type
from tengen.search.tree import NONE, ROOT, Tree, best_unvisited, has_room, is_better, open_first, value_at

DEFAULTS = {
    "simulations": 100,
    "tactics": 0,  # 1: where a win or a loss presses, look at nothing else (games.base.pressing)
    "c_puct": 1.1,
    "fpu_reduction": 0.2,
    "root_fpu_reduction": 0.0,
    "noise": 0.0,  # share of Dirichlet noise in the root's priors
    "noise_alpha": 0.0,  # of each action; 0 means noise_total spread over the legal actions
    "noise_total": 10.83,
    "inner_noise": 0.0,  # the same at all other nodes
    "root_temperature": 1.0,  # above 1 flattens the root's priors
    "forced_visits": 0,  # every root action is visited at least so often
}
SETTINGS = settings_type("puct", DEFAULTS)


def prepare(settings: Settings, tree: Tree, index: int) -> None:
    """Flatten and disturb the priors, once, when the node has just been expanded."""
    node = tree.nodes[index]
    priors = tree.priors[node.pool : node.pool + node.unvisited]
    if index == ROOT and settings.root_temperature != 1.0:
        flatten(priors, settings.root_temperature)
    share = settings.inner_noise
    if index == ROOT:
        share = 0.0 if tree.head[0].quiet else settings.noise
    if share > 0.0:
        alpha = settings.noise_alpha if settings.noise_alpha > 0.0 else settings.noise_total / len(priors)
        noise = np.empty(len(priors), np.float32)
        dirichlet(tree.head[0].source, alpha, noise)
        for i in range(len(priors)):
            priors[i] = (1.0 - share) * priors[i] + share * noise[i]


@rule
def flatten(priors: NDArray[np.float32], temperature: float) -> None:
    """Raise the priors to the power 1 / temperature."""
    total = 0.0
    for i in range(len(priors)):
        priors[i] = priors[i] ** (1.0 / temperature)
        total += priors[i]
    for i in range(len(priors)):
        priors[i] /= total


def choose(settings: Settings, tree: Tree, index: int) -> int:
    """The edge with the highest score; the best unvisited action becomes an edge if it wins."""
    node = tree.nodes[index]
    reach = settings.c_puct * math.sqrt(node.visits)
    chosen, best_score, explored = NONE, -math.inf, 0.0
    number = node.edges
    while number != NONE:
        edge = tree.edges[number]
        explored += edge.prior
        score = node.colour * value_at(tree, edge.node) + reach * edge.prior / (1 + edge.visits)
        if index == ROOT and edge.visits < settings.forced_visits:
            score = math.inf
        if is_better(tree, score, number, best_score, chosen):
            chosen, best_score = number, score
        number = edge.next
    if node.unvisited and has_room(tree):
        reduction = settings.root_fpu_reduction if index == ROOT else settings.fpu_reduction
        urgency = node.colour * value_at(tree, index) - reduction * math.sqrt(explored)
        score = urgency + reach * tree.priors[best_unvisited(tree, index)]
        if score > best_score or (index == ROOT and settings.forced_visits > 0):
            return open_first(tree, index)
    return chosen


def target(settings: Settings, tree: Tree, policy: NDArray[np.float32]) -> None:
    """The share of visits that each root action got."""
    total = tree.nodes[ROOT].visits - 1
    number = tree.nodes[ROOT].edges
    while number != NONE:
        edge = tree.edges[number]
        policy[edge.action] = edge.visits / total
        number = edge.next


def best(settings: Settings, tree: Tree) -> int:
    """The root action with the most visits; of equals the one with the larger prior."""
    chosen = number = tree.nodes[ROOT].edges
    while number != NONE:
        edge, leader = tree.edges[number], tree.edges[chosen]
        if (edge.visits, edge.prior) > (leader.visits, leader.prior):
            chosen = number
        number = edge.next
    return int(tree.edges[chosen].action)
