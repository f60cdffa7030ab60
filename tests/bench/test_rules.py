"""The benchmark of the rules gives its table; how fast they are is not tested."""

import tengen
from tengen.bench import rules


def test_a_case_gives_rates_and_times() -> None:
    case = rules.Case("gomoku", {"size": 15}, 20e6, 3e6)
    rows = list(rules.rules_of(case, 0.0))
    assert [row.unit for row in rows] == ["moves/s", "moves/s", "ns", "ns"]
    assert [row.target for row in rows] == [20e6, 3e6, None, None]
    assert all(row.case.startswith("gomoku 15: ") and row.value > 0 for row in rows)


def test_cases_are_games_with_their_settings() -> None:
    for case in rules.CASES:
        assert tengen.new(case.game, **case.settings).size == case.settings["size"]


def test_a_first_move_takes_longer_than_the_import() -> None:
    importing, moving = rules.first_move()
    assert 0 < importing < moving


def test_work_is_doubled_until_the_clock_can_tell() -> None:
    counts: list[int] = []

    def work(count: int) -> None:
        counts.append(count)
        sum(range(count))

    assert rules.best_rate(work, 0.0) > 0
    assert counts[0] == 1
    assert counts[1:] == [100 * 2**doubled for doubled in range(len(counts) - 1)]
