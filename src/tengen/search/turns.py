"""Games played out inside a forest: a turn is searched, written down and played, and the next one begins.

All of it is compiled, so that a tree comes back with the next position's root in the same batch.
"""

import math

import numpy as np
from numpy.typing import NDArray

from tengen.games import base
from tengen.games.compiled import rule
from tengen.games.policies import write_policy
from tengen.search import method, tree
from tengen.search.arrays import Arrays, tree_at
from tengen.search.chance import uniform
from tengen.search.method import Settings
from tengen.search.tree import DONE, NONE, OVER, ROOT, Tree


@rule
def begin_game(settings: Settings, arrays: Arrays, index: int) -> None:
    """Nothing is written yet; chance decides whether this game may be called."""
    head = arrays.heads[index]
    head.turns, head.entries, head.called = 0, 0, False
    head.exempt = uniform(head.source) < arrays.conduct[0].exempt
    begin_turn(settings, arrays, index)


@rule
def begin_turn(settings: Settings, arrays: Arrays, index: int) -> None:
    """Plant the position to search, in full or, at other turns, only fast and without noise."""
    head, state, conduct = arrays.heads[index], arrays.roots[index], arrays.conduct[0]
    head.full = conduct.full_share >= 1.0 or uniform(head.source) < conduct.full_share
    head.budget = settings.simulations if head.full else conduct.fast_simulations
    head.quiet = not head.full or state.ply >= conduct.noisy_plies
    tree.plant(tree_at(arrays, index), state)


@rule
def end_turn(settings: Settings, arrays: Arrays, index: int) -> None:
    """The budget is spent: wait to be read, or play the move and go on in the position after it."""
    head, one = arrays.heads[index], tree_at(arrays, index)
    if arrays.turns.shape[1] == 0:
        head.status = DONE
        return
    state = arrays.roots[index]
    arrays.policy[:] = 0
    method.target(settings, one, arrays.policy)
    temperature = arrays.temperatures[min(state.ply, len(arrays.temperatures) - 1)]
    if temperature > 0.0:
        action = draw(head.source, arrays.policy, temperature)
    else:
        action = method.best(settings, one)
    write_turn(arrays, index, one, action)
    base.play(state, action)
    if not state.over:
        end_early(arrays, index)
    if state.over:
        head.status = OVER
    else:
        begin_turn(settings, arrays, index)


@rule
def end_early(arrays: Arrays, index: int) -> None:
    """End a game in which nothing is open any more, or that both sides agree about."""
    head, state, conduct = arrays.heads[index], arrays.roots[index], arrays.conduct[0]
    if conduct.close:
        base.close(state)
    if state.over or head.exempt or conduct.resign_at <= 0.0 or head.turns < 2:
        return
    last, before = arrays.turns[index, head.turns - 1], arrays.turns[index, head.turns - 2]
    one, other = last.colour * last.value, before.colour * before.value  # as Black sees it
    if min(one, other) >= conduct.resign_at or max(one, other) <= -conduct.resign_at:
        head.called = state.over = True
        state.result = np.sign(one)


@rule
def draw(source: NDArray[np.uint64], policy: NDArray[np.float32], temperature: float) -> int:
    """An action drawn from a policy that is sharpened (below 1) or flattened (above) by a temperature."""
    highest, total = policy.max(), 0.0
    for weight in policy:
        total += (weight / highest) ** (1.0 / temperature)
    left = uniform(source) * total
    chosen = 0
    for action in range(len(policy)):
        if policy[action] > 0.0:
            chosen = action
            left -= (policy[action] / highest) ** (1.0 / temperature)
            if left < 0.0:
                break
    return chosen


@rule
def write_turn(arrays: Arrays, index: int, one: Tree, action: int) -> None:
    """Write an action down, with the value of the position and, after a full search, the policy found."""
    head, state = arrays.heads[index], arrays.roots[index]
    turn = arrays.turns[index, head.turns]
    head.turns += 1
    turn.action, turn.colour, turn.count = action, state.to_move, 0
    turn.value, turn.surprise = state.to_move * tree.value_at(one, ROOT), 0.0
    if head.full:
        turn.surprise = surprise(one, arrays.policy)
        turn.count = write_policy(arrays.policy, arrays.entries[index, head.entries :])
        head.entries += turn.count


@rule
def surprise(one: Tree, policy: NDArray[np.float32]) -> float:
    """How far the policy went from the root's prior: the Kullback-Leibler divergence, in nats."""
    node, total = one.nodes[ROOT], 0.0
    for i in range(node.pool, node.pool + node.unvisited):
        total += divergence(policy[one.actions[i]], one.priors[i])
    number = node.edges
    while number != NONE:
        edge = one.edges[number]
        total += divergence(policy[edge.action], edge.prior)
        number = edge.next
    return max(total, 0.0)


@rule
def divergence(share: float, prior: float) -> float:
    """One action's part of it."""
    return share * math.log(share / max(prior, 1e-30)) if share > 0.0 else 0.0
