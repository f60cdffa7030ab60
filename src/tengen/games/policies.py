"""Turns and policies as they are kept: of a policy only the actions that have any of it, with their share."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import rule

ENTRY = np.dtype([("action", np.int16), ("weight", np.uint16)])  # one action of a policy, in 65,535ths
TURN = np.dtype(  # one ply of a game, and what was thought before it
    [
        ("value", np.float32),  # of the position, as its side to move sees it
        ("surprise", np.float32),  # how far the policy went from the network's prior: KL, in nats
        ("action", np.int16),
        ("count", np.int16),  # entries of its policy; 0: it teaches nothing
        ("colour", np.int8),
    ]
)
WHOLE = 65_535  # the weight of an action that has all of a policy
NEGLIGIBLE = 1e-3  # an action with less of it than this part of what the best one has is not kept


@rule
def write_policy(policy: NDArray[np.float32], entries: NDArray[Any]) -> int:
    """Write a policy float32[actions] as entries; return how many it took."""
    least, kept, count = NEGLIGIBLE * policy.max(), 0.0, 0
    for share in policy:
        if share >= least:
            kept += share
    for action in range(len(policy)):
        if policy[action] >= least and policy[action] > 0.0:
            entries[count].action, entries[count].weight = action, int(policy[action] / kept * WHOLE + 0.5)
            count += 1
    return count


@rule
def read_policy(entries: NDArray[Any], policy: NDArray[np.float32]) -> None:
    """Fill a policy float32[actions] from its entries."""
    policy[:] = 0
    for i in range(len(entries)):
        policy[entries[i].action] = entries[i].weight / WHOLE
