"""What PUCT teaches and plays."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import tengen
from tengen.games.compiled import kernel
from tengen.search import method
from tengen.search.arrays import Arrays, tree_at
from tengen.search.forest import Forest
from tengen.search.method import settings_for
from tests.search.reference import Scripted, visits


@kernel
def verdict(settings: Any, arrays: Arrays, policy: NDArray[np.float32]) -> int:
    """The target and the best action of the first tree."""
    method.target(settings, tree_at(arrays, 0), policy)
    return method.best(settings, tree_at(arrays, 0))


def searched(**options: float) -> tuple[dict[int, int], NDArray[np.float32], int]:
    """A finished search of 3x3, its visits, policy and best action."""
    settings = settings_for("puct", simulations=50, **options)
    start = tengen.new("gomoku", size=3, line=3).state
    forest = Forest(start, settings, seed=4)
    forest.plant(0, start)
    forest.search(Scripted(9))
    policy = np.zeros(9, np.float32)
    best = verdict(settings, forest.arrays, policy)
    return {action: n for action, (n, _) in visits(forest, 0).items()}, policy, best


def test_the_target_is_the_share_of_visits() -> None:
    counts, policy, best = searched()
    assert np.allclose(policy, [counts.get(action, 0) / 50 for action in range(9)])
    assert counts[best] == max(counts.values())


def test_forced_visits_reach_every_root_action() -> None:
    counts, _, _ = searched(forced_visits=3)
    assert min(counts.values()) >= 3
    assert len(counts) == 9


def test_noise_changes_the_root_once_and_only_there() -> None:
    plain, noisy = searched()[0], searched(noise=0.5, noise_alpha=0.3)[0]
    assert plain != noisy
    assert searched(noise=0.5, noise_alpha=0.3)[0] == noisy
    assert searched(inner_noise=0.5, noise_alpha=0.3)[0] != plain
