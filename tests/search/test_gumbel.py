"""The schedule of sequential halving, and the policy that Gumbel search teaches."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.games.compiled import kernel
from tengen.search.gumbel import visits_in_turn
from tests.search.reference import considered_visits


@kernel
def turns(candidates: int, budget: int) -> NDArray[np.int64]:
    """visits_in_turn for every simulation of a search."""
    return np.array([visits_in_turn(candidates, budget, spent) for spent in range(budget)])


@pytest.mark.parametrize("candidates", [1, 2, 3, 4, 5, 7, 8, 16, 21])
@pytest.mark.parametrize("budget", [1, 2, 16, 24, 50, 64, 200])
def test_the_schedule(candidates: int, budget: int) -> None:
    assert turns(candidates, budget).tolist() == considered_visits(candidates, budget)
