"""KataGo's analysis engine as KaTrain asks it; and as nobody asks it."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.engine.analysis import outlook
from tengen.engine.evaluators import Evaluators
from tengen.engine.katago import Katago
from tengen.games.position import new
from tests.engine.dialogues import DATA, Ticking, answers, uniform
from tests.engine.fuzzing import spoilt

DIALOGUES = sorted((DATA / "katago").glob("*.txt"))
NETWORK = str(Path(__file__).parents[1] / "network" / "data" / "go_1x8.onnx")
STEPS = 120  # between two lines


def patient(engine: Katago) -> Callable[[str], None]:
    """Obey a line, and then work for a while."""

    def obey(line: str) -> None:
        engine.obey(line)
        for _ in range(STEPS):
            if engine.busy:
                engine.work()

    return obey


@pytest.mark.parametrize("file", DIALOGUES, ids=lambda file: file.stem)
def test_dialogues(file: Path) -> None:
    paper = io.StringIO()
    engine = Katago(uniform, paper.write, Ticking(), 20)
    for sent, wanted, got in answers(file, patient(engine), paper):
        assert got == wanted, sent


class Asked:
    """An engine with a network, and what it answers."""

    def __init__(self) -> None:
        self._paper = io.StringIO()
        self.engine = Katago(Evaluators(NETWORK), self._paper.write, Ticking(), 10)

    def says(self, **query: Any) -> list[dict[str, Any]]:
        """All answers once everything is done."""
        self.hears(**query)
        while self.engine.busy:
            self.engine.work()
        return self.said()

    def hears(self, **query: Any) -> None:
        board = {"boardXSize": 5, "boardYSize": 5} if "action" not in query else {}
        self.engine.obey(json.dumps({"id": "q", **board, **query}))

    def said(self) -> list[dict[str, Any]]:
        """What has been said since somebody looked."""
        lines = self._paper.getvalue().splitlines()
        self._paper.seek(0)
        self._paper.truncate()
        return [json.loads(line) for line in lines]


def test_everything_is_blacks_unless_another_view_is_asked_for() -> None:
    asked, moves = Asked(), [["B", "C3"]]  # White is to move
    black, white, own = (
        asked.says(moves=moves, includeOwnership=True, overrideSettings={"reportAnalysisWinratesAs": view})[0]
        for view in ("BLACK", "WHITE", "SIDETOMOVE")
    )
    assert white["rootInfo"] == own["rootInfo"]
    position = new("go", size=5, limit=800).play("C3")
    score, ownership = outlook(position, Evaluators(NETWORK)(position))
    assert score is not None
    assert ownership is not None
    assert own["rootInfo"]["scoreLead"] == pytest.approx(score, abs=1e-5)
    assert black["rootInfo"]["scoreLead"] == pytest.approx(-score, abs=1e-5)
    assert black["rootInfo"]["currentPlayer"] == "W"
    assert own["ownership"] == pytest.approx(ownership.ravel().tolist(), abs=1e-5)
    assert black["ownership"] == pytest.approx((-ownership).ravel().tolist(), abs=1e-5)
    for one, other in zip(black["moveInfos"], white["moveInfos"], strict=True):
        assert one["move"] == other["move"]
        assert one["winrate"] == pytest.approx(1 - other["winrate"], abs=1e-5)
        assert one["lcb"] >= one["winrate"]  # the bound is White's, who wants this number small
        assert one["scoreLead"] == pytest.approx(-other["scoreLead"], abs=1e-5)


def test_visits_are_the_roots() -> None:
    for visits in (2, 10, 300):
        (answer,) = Asked().says(maxVisits=visits)
        assert answer["rootInfo"]["visits"] == visits
        assert sum(each["visits"] for each in answer["moveInfos"]) == visits - 1


def test_turns_of_a_game_by_priority() -> None:
    moves = [["B", "C3"], ["W", "B2"], ["B", "D4"]]
    found = Asked().says(moves=moves, analyzeTurns=[0, 1, 3], priorities=[1, 3, 2])
    assert [each["turnNumber"] for each in found] == [1, 3, 0]


def test_an_urgent_question_does_not_wait() -> None:
    asked = Asked()
    asked.hears(id="long", maxVisits=10_000)
    for _ in range(10):
        asked.engine.work()
    asked.hears(id="quick", maxVisits=5, priority=1)
    for _ in range(10):
        asked.engine.work()
    assert [each["id"] for each in asked.said()] == ["quick"]
    assert asked.engine.busy


def test_what_is_terminated_tells_what_it_has() -> None:
    asked = Asked()
    asked.hears(id="begun", maxVisits=10_000)
    for _ in range(10):
        asked.engine.work()
    asked.hears(id="waits", maxVisits=10_000)
    for name in ("begun", "waits"):
        asked.hears(id="stop", action="terminate", terminateId=name)
    begun, _, waits, _ = asked.said()
    assert begun["rootInfo"]["visits"] > 5
    assert not begun["isDuringSearch"]
    assert waits["noResults"]
    assert not asked.engine.busy


def test_a_time_limit_holds() -> None:
    (answer,) = Asked().says(maxVisits=10**9, overrideSettings={"maxTime": 0.5})
    assert 10 < answer["rootInfo"]["visits"] < 60


def test_policy_is_minus_one_where_nobody_may_play() -> None:
    (answer,) = Asked().says(moves=[["B", "C3"]], includePolicy=True)
    assert len(answer["policy"]) == 26
    assert [i for i, share in enumerate(answer["policy"]) if share < 0] == [12]
    assert sum(answer["policy"]) + 1 == pytest.approx(1, abs=1e-4)


def test_only_what_is_allowed_is_looked_at() -> None:
    allow = [{"player": "B", "moves": ["A1", "B1", "pass"], "untilDepth": 1}]
    (answer,) = Asked().says(maxVisits=50, allowMoves=allow)
    assert {each["move"] for each in answer["moveInfos"]} == {"A1", "B1", "pass"}


class Source:
    """Lines that are all there, or come one by one."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)

    def waiting(self) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)


def test_all_is_answered_before_the_end() -> None:
    paper = io.StringIO()
    query = '{"id":"%d","boardXSize":3,"boardYSize":3,"maxVisits":3}'
    Katago(uniform, paper.write, Ticking()).obey_all(Source(*(query % number for number in range(5))))
    assert [json.loads(line)["id"] for line in paper.getvalue().splitlines()] == list("01234")


FIELDS: dict[str, list[Any]] = {
    "id": ["a", "b", 1, None],
    "action": ["terminate", "terminate_all", "query_version", "clear_cache", "query_models", 5, "x", None],
    "terminateId": ["a", "b", 3],
    "rules": ["chinese", "japanese", "x", {"ko": "SIMPLE"}, {"ko": []}, 5],
    "priority": [0, 5, -1, "x"],
    "analyzeTurns": [[0], [1], [0, 1, 2], "x", [9], [0.5]],
    "maxVisits": [1, 2, 3, 0, -1, "x", 2.5],
    "komi": [0.5, 7.5, 7.3, 1e400, None],
    "boardXSize": [2, 3, 5, 9, 25, True],
    "boardYSize": [2, 3, 5, 9],
    "moves": [[], [["B", "A1"], ["W", "B2"]], [["B", "A1"], ["W", "A1"]], ["B"], {}, [["w", "pass"]] * 3],
    "initialStones": [[], [["B", "A1"]], [["W", "A9"]], 7],
    "initialPlayer": ["B", "w", "", 3],
    "includeOwnership": [True, 1, "x"],
    "includePolicy": [True, None],
    "reportDuringSearchEvery": [0.001, 1, -1, "x"],
    "overrideSettings": [{"maxTime": 0.0}, {"maxTime": "x"}, {"reportAnalysisWinratesAs": "white"}, 5],
    "avoidMoves": [[{"player": "B", "moves": ["A1"]}], [{"moves": 3}], 5, [[]]],
    "allowMoves": [[{"player": "B", "moves": ["A1", "B1"]}], [{"player": "W", "moves": []}]],
}


def fuzz(count: int, seed: int) -> dict[str, int]:
    """How many answers, errors and warnings came; every line is JSON and belongs to one of them."""
    random = np.random.default_rng(seed)
    paper, counts = io.StringIO(), {"error": 0, "warning": 0, "action": 0, "rootInfo": 0, "noResults": 0}
    engine = Katago(uniform, paper.write, Ticking(), 2)
    for _ in range(count):
        query: dict[str, Any] = {"id": "a", "boardXSize": 3, "boardYSize": 3}
        for key in random.choice(list(FIELDS), size=random.integers(5)).tolist():
            query[key] = FIELDS[key][int(random.integers(len(FIELDS[key])))]
        line = json.dumps(query)
        engine.obey(spoilt(line, random) if random.random() < 0.1 else line)
        for _ in range(4):
            if engine.busy:
                engine.work()
        for said in map(json.loads, paper.getvalue().splitlines()):
            (kind,) = counts.keys() & said.keys() - ({"action"} if "error" in said else set())
            counts[kind] += 1
        paper.seek(0)
        paper.truncate()
    return counts


def test_nothing_that_is_asked_does_harm() -> None:
    counts = fuzz(20_000, 1)
    assert min(counts[kind] for kind in ("error", "warning", "action", "rootInfo")) > 200


@pytest.mark.prove
def test_a_million_lines_do_no_harm() -> None:
    print(f"\n1,000,000 lines of KataGo's JSON: {fuzz(1_000_000, 2)}")
