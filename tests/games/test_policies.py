"""Policies kept sparse come back as they were, as near as 16 bits tell."""

import numpy as np

from tengen.games.policies import ENTRY, read_policy, write_policy


def test_a_policy_comes_back() -> None:
    policy = np.random.default_rng(5).dirichlet(np.full(82, 0.1)).astype(np.float32)
    entries = np.zeros(82, ENTRY).view(np.recarray)
    count = write_policy(policy, entries)
    assert 0 < count < 82
    assert (np.diff(entries["action"][:count]) > 0).all()
    again = np.full(82, 7.0, np.float32)
    read_policy(entries[:count], again)
    kept = np.where(policy >= 1e-3 * policy.max(), policy, 0)
    assert count == np.count_nonzero(kept)
    assert np.abs(again - kept / kept.sum()).max() <= 0.5 / 65_535 + 1e-7


def test_a_policy_of_one_action_is_whole() -> None:
    policy = np.zeros(9, np.float32)
    policy[4] = 1.0
    entries = np.zeros(9, ENTRY).view(np.recarray)
    assert write_policy(policy, entries) == 1
    assert (entries[0].action, entries[0].weight) == (4, 65_535)
