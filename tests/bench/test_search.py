"""The benchmark of the search gives its table; how fast it is is not tested."""

import pytest

from tengen.bench import search


def test_rates_and_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "CASES", (("gomoku", 5, 1000),))
    rows = search.rows(0.01)
    assert [row.unit for row in rows] == ["simulations/s", "times"] * 2
    assert [row.target for row in rows] == [1000, 1.85] * 2
    assert all(row.value > 0 for row in rows)
    assert rows[0].case == "puct, gomoku 5x5, 64 trees of 64"


def test_games_go_on() -> None:
    step = search.search("gomoku", 5, "gumbel")
    assert all(step() > 0 for _ in range(2000))
