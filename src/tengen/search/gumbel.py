"""Gumbel search (Danihelka et al. 2022): learns from as few as 16 simulations.

At the root, m actions are drawn without replacement by adding Gumbel noise to their logits, and
sequential halving spends the simulations on them: all get the same visits, the worse half drops out,
until one is left. Below the root the search follows, without noise, the policy that its values imply:

    improved policy = softmax(log P + scale * completed Q),  scale = (c_visit + max n) * c_scale

where Q in [0, 1] of an unvisited action is completed by the mean of what is known about the node.
That policy at the root is what the network learns from.
"""

import math

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import rule
from tengen.search.chance import gumbel
from tengen.search.method import Settings, settings_type
from tengen.search.tree import (
    NONE,
    ROOT,
    Tree,
    best_unvisited,
    has_room,
    is_better,
    open_action,
    open_first,
    value_at,
)

DEFAULTS = {
    "simulations": 32,
    "tactics": 0,  # 1: where a win or a loss presses, look at nothing else (games.base.pressing)
    "considered": 16,  # root actions drawn
    "c_visit": 50.0,
    "c_scale": 1.0,
    "gumbel_noise": 1.0,  # 0 when playing for strength
}
SETTINGS = settings_type("gumbel", DEFAULTS)
TINY = 1e-30  # keeps the logarithm of a prior of 0 finite


def prepare(settings: Settings, tree: Tree, index: int) -> None:
    """At the root: draw the candidates, the actions with the largest log prior plus noise."""
    if index != ROOT:
        return
    node, head, candidates = tree.nodes[ROOT], tree.head[0], tree.candidates
    head.candidates = 0
    for i in range(node.pool, node.pool + node.unvisited):
        score = math.log(tree.priors[i] + TINY)
        if settings.gumbel_noise > 0.0 and not head.quiet:
            score += settings.gumbel_noise * gumbel(head.source)
        place = head.candidates
        if place == min(settings.considered, len(candidates)):
            place -= 1
            if score <= candidates[place].score:
                continue
        else:
            head.candidates += 1
        while place > 0 and candidates[place - 1].score < score:  # keep them sorted, the best first
            candidates[place] = candidates[place - 1]
            place -= 1
        candidates[place].score, candidates[place].action = score, tree.actions[i]
        candidates[place].edge = NONE


def choose(settings: Settings, tree: Tree, index: int) -> int:
    """Sequential halving at the root, the improved policy below."""
    return halve(settings, tree) if index == ROOT else follow(settings, tree, index)


@rule
def halve(settings: Settings, tree: Tree) -> int:
    """The edge of the best candidate among those whose turn it is."""
    head = tree.head[0]
    turn = visits_in_turn(head.candidates, head.budget, head.spent)
    winner = leader(settings, tree, turn)
    candidate = tree.candidates[winner]
    if candidate.edge == NONE:
        candidate.edge = open_action(tree, ROOT, candidate.action)
    return int(candidate.edge)


@rule
def visits_in_turn(candidates: int, budget: int, spent: int) -> int:
    """How many visits a candidate has that may be visited now: the schedule of sequential halving.

    Each phase gives every candidate in play the same number of visits, then the better half stays.
    """
    phases = 1
    while 1 << phases < candidates:
        phases += 1
    in_play, visits, before = candidates, 0, 0
    while True:
        each = max(1, budget // (phases * in_play))
        if spent < before + each * in_play:
            return visits + (spent - before) // in_play
        before += each * in_play
        visits += each
        in_play = max(min(2, candidates), in_play // 2)


@rule
def leader(settings: Settings, tree: Tree, visits: int) -> int:
    """The candidate with the best noisy score and value among those with this number of visits."""
    scale, completed = outlook(settings, tree, ROOT)
    winner, best_score = NONE, -math.inf
    for i in range(tree.head[0].candidates):
        candidate = tree.candidates[i]
        value, had = completed, 0
        if candidate.edge != NONE:
            value, had = value_of(tree, ROOT, candidate.edge), tree.edges[candidate.edge].visits
        if had == visits and candidate.score + scale * value > best_score:
            winner, best_score = i, candidate.score + scale * value
    return winner


@rule
def value_of(tree: Tree, index: int, number: int) -> float:
    """The value of an edge to the side to move at a node, in [0, 1]."""
    return float(0.5 + 0.5 * tree.nodes[index].colour * value_at(tree, tree.edges[number].node))


@rule
def outlook(settings: Settings, tree: Tree, index: int) -> tuple[float, float]:
    """The scale of values against priors, and the completed value of unvisited actions, in [0, 1]."""
    node = tree.nodes[index]
    most, known, weighted = 0, 0.0, 0.0
    number = node.edges
    while number != NONE:
        edge = tree.edges[number]
        most = max(most, edge.visits)
        known += edge.prior
        weighted += edge.prior * value_of(tree, index, number)
        number = edge.next
    completed = 0.5 + 0.5 * node.colour * node.evaluation
    if known > 0.0:
        visits = node.visits - 1
        completed = (completed + visits * weighted / known) / (1 + visits)
    return (settings.c_visit + most) * settings.c_scale, completed


@rule
def weight_of(tree: Tree, index: int, number: int, scale: float, completed: float) -> float:
    """An edge's weight in the improved policy, where an unvisited action weighs its prior."""
    advantage = min(scale * (value_of(tree, index, number) - completed), 500.0)  # exp(710) is no float
    return float(tree.edges[number].prior * math.exp(advantage))


@rule
def total_weight(tree: Tree, index: int, scale: float, completed: float) -> float:
    """The weights of all actions of a node together."""
    node = tree.nodes[index]
    total, known = 0.0, 0.0
    number = node.edges
    while number != NONE:
        total += weight_of(tree, index, number, scale, completed)
        known += tree.edges[number].prior
        number = tree.edges[number].next
    return total + max(0.0, 1.0 - known) if node.unvisited else total


@rule
def follow(settings: Settings, tree: Tree, index: int) -> int:
    """The edge that brings the visits of a node closest to its improved policy."""
    node = tree.nodes[index]
    scale, completed = outlook(settings, tree, index)
    total = total_weight(tree, index, scale, completed)
    chosen, best_score = NONE, -math.inf
    number = node.edges
    while number != NONE:
        share = weight_of(tree, index, number, scale, completed) / total
        score = share - tree.edges[number].visits / node.visits
        if is_better(tree, score, number, best_score, chosen):
            chosen, best_score = number, score
        number = tree.edges[number].next
    if not (node.unvisited and has_room(tree)):
        return chosen
    untried = tree.priors[best_unvisited(tree, index)] / total
    return open_first(tree, index) if untried > best_score else chosen


def target(settings: Settings, tree: Tree, policy: NDArray[np.float32]) -> None:
    """The improved policy over all legal root actions."""
    node = tree.nodes[ROOT]
    scale, completed = outlook(settings, tree, ROOT)
    total = total_weight(tree, ROOT, scale, completed)
    for i in range(node.pool, node.pool + node.unvisited):
        policy[tree.actions[i]] = tree.priors[i] / total
    number = node.edges
    while number != NONE:
        policy[tree.edges[number].action] = weight_of(tree, ROOT, number, scale, completed) / total
        number = tree.edges[number].next


def best(settings: Settings, tree: Tree) -> int:
    """The candidate that came through the halving."""
    most = 0
    for i in range(tree.head[0].candidates):
        if tree.candidates[i].edge != NONE:
            most = max(most, tree.edges[tree.candidates[i].edge].visits)
    return int(tree.candidates[leader(settings, tree, most)].action)
