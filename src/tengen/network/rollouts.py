"""Pure Monte Carlo: a position is worth what random play makes of it.

This evaluator needs the states, not the planes: `evaluator.wants_states` tells the search to offer them.
"""

import numpy as np
from numpy.typing import NDArray

from tengen.games import base
from tengen.games.base import State
from tengen.games.compiled import kernel, rule
from tengen.network.evaluator import Answers, Floats

LONGEST = 3  # a random game ends undecided, as a draw, after so many actions for each there is


class RolloutEvaluator:
    """Plays every position to the end at random, some times over; all actions look equally good."""

    name = "roll-outs"
    wants_states = True

    def __init__(self, count: int = 1, seed: int = 0) -> None:
        if count < 1:
            raise ValueError(f"count is {count}: at least one roll-out is needed")
        self.count, self.seed = count, np.uint64(seed)

    def __call__(self, states: NDArray[np.void]) -> Answers:
        """Zeros, and values; the same state gets the same value in any batch and thread."""
        seeds = (states["hash"] ^ self.seed) + states["ply"].astype(np.uint64)
        values = rollouts(states, self.count, seeds)
        return np.zeros((len(states), base.action_count(states.view(np.recarray)[0])), np.float32), values


@kernel
def rollouts(states: NDArray[np.void], count: int, seeds: NDArray[np.uint64]) -> Floats:
    """The mean result of `count` random games from each state, seen by its side to move; [states]."""
    values = np.empty(len(states), np.float32)
    playing = states[:1].copy()
    for i in range(len(states)):
        random, total = seeds[i], 0
        for _ in range(count):
            playing[0] = states[i]
            random = play_out(playing[0], random)
            if playing[0].over:
                total += playing[0].result * states[i].to_move
        values[i] = total / count
    return values


@rule
def play_out(state: State, random: np.uint64) -> np.uint64:
    """Play a state on at random to its end; the random state that is left comes back."""
    actions = np.empty(base.action_count(state) + 1, np.int16)
    for _ in range(LONGEST * base.action_count(state)):
        if state.over:
            break
        random = next_random(random)
        choices = base.legal_actions(state, actions)
        base.play(state, actions[(random >> np.uint64(11)) % np.uint64(choices)])
    return random


@rule
def next_random(random: np.uint64) -> np.uint64:
    """A step of a simple generator (xorshift*); zero is no state of it, so it is stepped over."""
    random = np.uint64(random) | np.uint64(random == 0)
    random ^= random >> np.uint64(12)
    random ^= random << np.uint64(25)
    random ^= random >> np.uint64(27)
    return random * np.uint64(0x2545F4914F6CDD1D)
