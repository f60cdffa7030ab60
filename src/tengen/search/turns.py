"""The end of a turn: what the search found is written down, the move is played, the game goes on.

All of it is compiled, so that a tree comes back with the next position's root in the same batch.
"""

import numpy as np
from numpy.typing import NDArray

from tengen.games import base
from tengen.games.compiled import rule
from tengen.games.policies import write_policy
from tengen.search import method, tree
from tengen.search.arrays import Arrays, tree_at
from tengen.search.chance import uniform
from tengen.search.method import Settings
from tengen.search.tree import DONE, OVER, ROOT


@rule
def end_turn(settings: Settings, arrays: Arrays, index: int) -> None:
    """The budget is spent: wait to be read, or play the move and plant the position after it."""
    head, one = arrays.heads[index], tree_at(arrays, index)
    if arrays.turns.shape[1] == 0:
        head.status = DONE
        return
    state = arrays.roots[index]
    arrays.policy[:] = 0
    method.target(settings, one, arrays.policy)
    temperature = arrays.temperatures[min(state.ply, len(arrays.temperatures) - 1)]
    if temperature > 0.0:
        action = draw(one.head[0].source, arrays.policy, temperature)
    else:
        action = method.best(settings, one)
    write_turn(arrays, index, action, state.to_move * tree.value_at(one, ROOT))
    base.play(state, action)
    if state.over:
        head.status = OVER
    else:
        tree.plant(one, state)


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
def write_turn(arrays: Arrays, index: int, action: int, value: float) -> None:
    """Write an action down, with the policy it was drawn from and the value of the position."""
    head, state = arrays.heads[index], arrays.roots[index]
    turn = arrays.turns[index, head.turns]
    head.turns += 1
    turn.action, turn.colour, turn.value, turn.first = action, state.to_move, value, head.entries
    turn.count = write_policy(arrays.policy, arrays.entries[index, head.entries :])
    head.entries += turn.count
