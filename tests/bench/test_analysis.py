"""The benchmark of analysis gives its figures; only the memory they speak of is held to its limit."""

from pathlib import Path

import pytest

from tengen.bench import analysis
from tengen.bench.analysis import PEAK, first_answer, peak, published

needs_peak = pytest.mark.skipif(not PEAK.exists(), reason="only Linux tells the memory that was used")


def test_an_answer_takes_its_time(tmp_path: Path) -> None:
    network = published(tmp_path, "gomoku", 5, blocks=1, channels=8)
    assert first_answer(network, simulations=2) > 0


@needs_peak
def test_larger_searches_take_more_memory(tmp_path: Path) -> None:
    network = published(tmp_path, "go", 9, blocks=1, channels=8)
    small, large = peak("look", network, 9, 10), peak("look", network, 9, 20_000)
    assert 50 < small < large < 700


@needs_peak
def test_games_side_by_side(tmp_path: Path) -> None:
    assert 50 < peak("play", published(tmp_path, "gomoku", 15, blocks=1, channels=8), 4, 8) < 700


@pytest.mark.prove
@needs_peak
def test_searches_take_no_more_memory_than_promised() -> None:
    table = analysis.rows()
    for row in table:
        print(f"\n{row.case}: {row.value:.3g} {row.unit} (target {row.target:g})", end="")
    assert all(row.met for row in table if row.unit == "MB")
