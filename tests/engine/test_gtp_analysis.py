"""Analysis with a network: ownership, scores after candidates, and everything from the right side."""

import re
from pathlib import Path

import pytest

from tengen.engine.analysis import outlook
from tengen.engine.evaluators import Evaluators
from tests.engine.dialogues import Paper

DATA = Path(__file__).parents[1] / "network" / "data"


@pytest.fixture(scope="module")
def network() -> Evaluators:
    return Evaluators(str(DATA / "go_1x8.onnx"))


def numbers(line: str, key: str) -> list[float]:
    """The numbers after a key, as far as they go."""
    found = re.search(rf"(?:^| ){key}((?: -?[\d.]+)+)", line)
    return [float(word) for word in found[1].split()] if found else []


def test_ownership_is_the_asked_sides(network: Evaluators) -> None:
    paper = Paper(evaluators=network, size=5)
    paper.says("gogui-play_sequence b C3 w B2")
    black, white = (
        paper.says(f"kata-analyze {colour} 50 ownership true").splitlines()[1] for colour in ("b", "w")
    )
    assert len(numbers(black, "ownership")) == 25
    own = outlook(paper.session.position, network(paper.session.position))[1]
    assert own is not None
    assert numbers(black, "ownership") == pytest.approx(own.ravel().tolist(), abs=1e-5)
    assert numbers(white, "ownership") != numbers(black, "ownership")
    assert not numbers(paper.says("kata-analyze b 50").splitlines()[1], "ownership")


def test_the_score_of_a_candidate_is_that_of_the_position_after_it(network: Evaluators) -> None:
    paper = Paper(evaluators=network, size=5)
    line = paper.says("kata-analyze b 50 maxmoves 3 rootInfo true").splitlines()[1]
    moves = re.findall(r"info move (\S+) .*?scoreLead (\S+)", line)
    assert len(moves) == 3
    for vertex, lead in moves:
        after = paper.session.position.play(vertex)
        score = outlook(after, network(after))[0]
        assert score is not None
        assert float(lead) == pytest.approx(-score, abs=1e-5)
    root = outlook(paper.session.position, network(paper.session.position))[0]
    assert numbers(line.partition("rootInfo")[2], "scoreLead") == pytest.approx([root], abs=1e-5)


def test_leelas_numbers_are_katagos(network: Evaluators) -> None:
    paper = Paper(evaluators=network, size=5)
    one = paper.says("lz-analyze b 50 maxmoves 2").splitlines()[1]
    two = paper.says("kata-analyze b 50 maxmoves 2").splitlines()[1]
    for key in ("winrate", "prior", "lcb"):
        assert numbers(one, key)[0] == pytest.approx(10_000 * numbers(two, key)[0], abs=1)
    assert numbers(one, "visits") == numbers(two, "visits")


def test_the_raw_network_is_whites(network: Evaluators) -> None:
    paper = Paper(evaluators=network, size=5)
    paper.says("play b C3")
    text = paper.says("kata-raw-nn all")
    assert text.count("symmetry") == 8
    said = dict(line.split(" ", 1) for line in text.splitlines() if line.startswith("white") and " " in line)
    after = paper.session.position
    score, own = outlook(after, network(after))
    assert float(said["whiteLead"]) != 0
    first = paper.says("kata-raw-nn 0")
    lead = re.search(r"whiteLead (\S+)", first)
    assert lead
    assert float(lead[1]) == pytest.approx(score, abs=1e-5)  # White is to move
    rows = first.partition("whiteOwnership\n")[2].split()
    assert own is not None
    assert [float(word) for word in rows] == pytest.approx(own.ravel().tolist(), abs=1e-5)
    assert first.count("NAN") == 1
