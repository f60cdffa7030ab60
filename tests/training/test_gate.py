"""The gate: who passes becomes the best, who fails goes back to it or on, as the run was told."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.arena import match
from tengen.arena.match import Game, Match
from tengen.arena.rating import Tally
from tengen.games.position import Position
from tengen.network.model import Network
from tengen.records.record import Record, positions
from tengen.runs import folder
from tengen.training import gate
from tengen.training.gate import Gate, decided
from tengen.training.loop import Loop
from tengen.training.progress import Progress
from tengen.training.weights import arrays_of
from tests.training.tiny import begun, trained

Matches = list[list[Position]]


def same(one: Network, other: Network) -> bool:
    """Whether two networks have learnt the same."""
    pairs = zip(arrays_of(one).values(), arrays_of(other).values(), strict=True)
    return all(np.array_equal(mine, theirs) for mine, theirs in pairs)


def match_of(*outcomes: int) -> Match:
    """A match with these outcomes for the candidate, which is Black in all games."""
    nothing = np.zeros(0, np.int16)

    def game(outcome: int) -> Game:
        record = Record(
            game="gomoku", options={}, actions=nothing, colours=nothing.astype(np.int8), result=outcome
        )
        return Game(record=record, opening=0, colour=1, reason="")

    return Match(("candidate", "best"), tuple(map(game, outcomes)))


@pytest.fixture
def outcome(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Decide how the matches at the gate end."""

    def decide(*outcomes: int) -> None:
        monkeypatch.setattr(Gate, "_match", lambda *_: match_of(*outcomes))

    return decide


def learnt(path: Path, *changes: str) -> Loop:
    """A run whose network has learnt something, and whose gate has not been asked yet."""
    loop = Loop(begun(path, *changes))
    loop.play()
    loop.learner.learn(loop.replay.batches(3, 32))
    return loop


def test_best_and_candidate_begin_alike(tmp_path: Path) -> None:
    with begun(tmp_path / "one", "loop.gate=fixed") as run:
        loop = Loop(run)
        assert same(loop.gate.best, loop.learner.averaged)
        assert loop.gate.best is not loop.learner.averaged


def test_an_open_gate_lets_the_newest_play(tmp_path: Path) -> None:
    loop = learnt(tmp_path / "one", "loop.gate=off")
    with loop.run:
        assert loop.gate.judge(loop.learner, 1, Progress()) is None
        assert loop.gate.player(loop.learner.averaged) is loop.learner.averaged is loop.gate.best
        assert loop.gate.state() == {}


def test_who_is_accepted_becomes_the_best_and_keeps_its_optimiser(
    tmp_path: Path, outcome: Callable[..., None]
) -> None:
    loop = learnt(tmp_path / "one", "loop.gate=fixed", "loop.player=best")
    outcome(1, 1, 0, -1)  # 62.5 %
    before, _ = loop.learner.state()
    with loop.run:
        promotion = loop.gate.judge(loop.learner, 1, Progress(before=60.0))
    assert promotion
    assert (promotion.accepted, promotion.score, promotion.network) == (True, 0.625, "000001")
    assert promotion.seconds >= 60.0
    assert promotion.details["gate"] == "fixed"
    assert (promotion.details["wins"], promotion.details["draws"], promotion.details["losses"]) == (2, 1, 1)
    after, _ = loop.learner.state()
    assert {name: array.tobytes() for name, array in before.items()} == {
        name: array.tobytes() for name, array in after.items()
    }
    assert any(name.startswith("optimizer/") for name in after)
    assert same(loop.gate.best, loop.learner.averaged)
    loop.learner.learn(loop.replay.batches(1, 32))  # the best stays what it is while learning goes on
    assert not same(loop.gate.best, loop.learner.averaged)
    assert loop.gate.player(loop.learner.averaged) is loop.gate.best


@pytest.mark.parametrize("rejected", ["back", "on"])
def test_who_is_refused_goes_back_without_its_optimiser_or_on(
    rejected: str, tmp_path: Path, outcome: Callable[..., None]
) -> None:
    loop = learnt(tmp_path / "one", "loop.gate=fixed", f"loop.rejected={rejected}")
    outcome(1, -1)  # 50 %, and 52 % are wanted
    best, before = arrays_of(loop.gate.best), loop.learner.state()[0]
    with loop.run:
        promotion = loop.gate.judge(loop.learner, 1, Progress())
    assert promotion
    assert not promotion.accepted
    after = loop.learner.state()[0]
    assert all(np.array_equal(best[name], array) for name, array in arrays_of(loop.gate.best).items())
    if rejected == "on":
        assert {name: array.tobytes() for name, array in before.items()} == {
            name: array.tobytes() for name, array in after.items()
        }
        return
    assert same(loop.learner.network, loop.gate.best)
    assert same(loop.learner.averaged, loop.gate.best)
    assert not any(name.startswith("optimizer/") for name in after)
    assert any(name.startswith("optimizer/") for name in before)


@pytest.mark.parametrize(
    ("kind", "tally", "passes"),
    [
        ("fixed", Tally(26, 0, 24), True),
        ("fixed", Tally(25, 1, 24), False),
        ("fixed", Tally(0, 50, 0), False),
        ("sequential", Tally(26, 0, 24), False),
        ("sequential", Tally(60, 0, 20), True),
        ("sequential", Tally(0, 50, 0), False),
    ],
)
def test_who_passes(kind: str, tally: Tally, passes: bool, tmp_path: Path) -> None:
    with begun(tmp_path / "one", f"loop.gate={kind}") as run:
        assert Loop(run).gate.passes(tally) is passes


def test_a_sequential_match_ends_when_it_is_decided() -> None:
    assert not decided(Tally(26, 0, 24))
    assert decided(Tally(60, 0, 20))
    assert decided(Tally(20, 0, 60))


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch) -> Matches:
    """The openings of each match at the gate, as they are played."""
    seen: Matches = []
    play = match.play_match

    def watched(seats: Any, openings: list[Position], **rest: Any) -> Match:
        seen.append(openings)
        return play(seats, openings, **rest)

    monkeypatch.setattr(gate, "play_match", watched)
    return seen


def test_the_match_has_distinct_openings_and_both_colours(tmp_path: Path, openings: Matches) -> None:
    loop, reports = trained(
        tmp_path / "one", "loop.gate=fixed", "loop.evaluation_plies=2", "loop.evaluate_every=0"
    )
    loop.run.close()
    for each in openings:
        assert len({opening.board.tobytes() for opening in each}) == len(each) == 3
        for opening in each:  # a random opening does not reverse the colours: two plies, Black is to move
            assert (opening.ply, opening.to_move) == (2, 1)
    first, second, _ = ([opening.board.tobytes() for opening in each] for each in openings)
    assert first != second
    gates = [report.numbers for report in reports if report.step == "learning"]
    assert all(0 <= numbers["gate score"] <= 1 for numbers in gates)
    assert all(numbers["gate accepted"] in (0.0, 1.0) for numbers in gates)


def test_the_verdict_is_kept_and_a_run_goes_on_with_its_best(tmp_path: Path) -> None:
    loop, reports = trained(
        tmp_path / "one", "loop.gate=fixed", "loop.gate_score=1", "loop.player=best", "loop.rejected=on"
    )
    loop.run.close()
    gates = [report.numbers for report in reports if report.step == "learning"]
    with folder.resume(tmp_path / "one") as run:
        again = Loop(run)
        assert same(again.gate.best, loop.gate.best)
        assert not same(again.gate.best, again.learner.averaged)
        kept = run.store.promotions()
        assert [(each.score, each.accepted) for each in kept] == [
            (numbers["gate score"], numbers["gate accepted"]) for numbers in gates
        ]
        assert [point.value for point in run.store.metrics("gate accepted")] == [0.0] * 3
        assert {sum(each.details[name] for name in ("wins", "draws", "losses")) for each in kept} == {6}


@pytest.mark.parametrize(("before", "after"), [("off", "fixed"), ("fixed", "off")])
def test_a_gate_may_be_put_up_and_taken_away(before: str, after: str, tmp_path: Path) -> None:
    loop = learnt(tmp_path / "one", f"loop.gate={before}")
    loop.learn()
    newest = arrays_of(loop.learner.averaged)
    loop.run.close()
    with folder.resume(tmp_path / "one") as run:
        run.change([f"loop.gate={after}"])
        again = Loop(run)
        assert all(np.array_equal(newest[name], one) for name, one in arrays_of(again.gate.best).items())
        assert same(again.learner.averaged, again.gate.best)
        again.play()
        again.learn()


def test_a_game_at_the_gate_is_whole(tmp_path: Path) -> None:
    loop = learnt(tmp_path / "one", "loop.gate=fixed", "selfplay.threads=2")
    progress = Progress()
    match = loop.gate._match(loop.learner.averaged, 1, progress)
    loop.run.close()
    assert (progress.step, progress.done, progress.wanted) == ("gating", 6, 6)
    assert [game.colour for game in match.games] == [1, -1] * 3
    for game in match.games:
        *_, last = positions(game.record)
        assert last.result == game.record.result
