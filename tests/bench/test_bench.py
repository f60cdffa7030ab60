"""Benchmarks are found by name, and their rows know whether a target is met."""

import pytest

from tengen import bench
from tengen.bench import Row


def test_every_benchmark_can_be_run() -> None:
    assert bench.names() == sorted(bench.names())
    assert "rules" in bench.names()


def test_unknown_benchmark_names_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"'ruls'; there are: .*rules"):
        bench.run("ruls")


@pytest.mark.parametrize(
    ("row", "met"),
    [
        (Row("moves", 20.0, "moves/s", 20.0), True),
        (Row("moves", 19.0, "moves/s", 20.0), False),
        (Row("import", 0.2, "s", 0.3), True),
        (Row("import", 0.4, "s", 0.3), False),
        (Row("size", 9e3, "bytes"), True),
    ],
)
def test_a_rate_wants_to_be_high_and_a_time_low(row: Row, met: bool) -> None:
    assert row.met is met
