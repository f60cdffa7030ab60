"""The benchmark of self-play gives its table; how fast it is is not tested."""

import pytest

from tengen.bench import selfplay


def test_shares_and_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "CASES", (("gomoku", 5, 1, 8, 0.5),))
    rows = {row.case.removeprefix("gomoku 5x5, 1x8: "): row for row in selfplay.rows(0.05)}
    inside, full = rows["time inside the network"], rows["batches filled"]
    assert 0 < inside.value < 1
    assert 0.5 < full.value <= 1
    assert all(row.value > 0 for row in rows.values())
    assert inside.target == 0.5
