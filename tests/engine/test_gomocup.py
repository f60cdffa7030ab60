"""The Gomocup protocol as managers speak it, line by line; and as nobody speaks it."""

import io
import re
from pathlib import Path

import pytest

from tengen.engine.gomocup import COMMANDS, LISTS, Gomocup, is_urgent
from tengen.engine.session import Session
from tests.engine.dialogues import DATA, Ears, Ticking, answers, uniform
from tests.engine.fuzzing import Impatient, Jumpy, lines

DIALOGUES = sorted((DATA / "gomocup").glob("*.txt"))


@pytest.mark.parametrize("file", DIALOGUES, ids=lambda file: file.stem)
def test_dialogues(file: Path) -> None:
    paper = io.StringIO()
    gomocup = Gomocup(Session(uniform, "gomoku", simulations=20, now=Ticking()), Ears(), paper.write)
    for sent, wanted, got in answers(file, gomocup.obey, paper):
        assert got == wanted, sent


class Told(Ears):
    """Something urgent has come."""

    line = ""

    def urgent(self) -> str:
        return self.line


def begun(ears: Ears) -> tuple[Gomocup, io.StringIO]:
    paper = io.StringIO()
    gomocup = Gomocup(Session(uniform, "gomoku", now=Ticking()), ears, paper.write)
    gomocup.obey("START 15")
    gomocup.obey("INFO timeout_turn 1000000")
    return gomocup, paper


def test_who_thinks_is_stopped_and_moves() -> None:
    ears = Told()
    gomocup, paper = begun(ears)
    ears.line = "yxstop"
    gomocup.obey("TURN 7,7")
    assert re.fullmatch(r"OK\n\d+,\d+\n", paper.getvalue())


def test_who_thinks_leaves_without_a_word() -> None:
    ears = Told()
    gomocup, paper = begun(ears)
    ears.line = "END\r"
    gomocup.obey_all(["TURN 7,7", "END\r", "ABOUT"])
    assert paper.getvalue() == "OK\n"
    assert gomocup.ended


def test_what_is_urgent() -> None:
    assert [is_urgent(line) for line in ("END\r", "yxstop", "TURN 1,1", "ENDED")] == [
        True,
        True,
        False,
        False,
    ]


def test_another_rule_in_the_midst_of_a_game() -> None:
    gomocup, paper = begun(Told())
    gomocup.obey("INFO rule 4")
    assert gomocup.position.options["rule"] == "renju"
    gomocup.obey("RESTART")
    assert gomocup.position.options["rule"] == "renju"
    for line in ("INFO rule 1", "YXBOARD", *(f"{x},7,1" for x in (1, 2, 3, 5, 6)), "DONE"):
        gomocup.obey(line)
    assert gomocup.position.options["rule"] == "exact"
    assert "ERROR" not in paper.getvalue()


@pytest.mark.parametrize("rule", [0, 1, 4])
@pytest.mark.parametrize("size", [5, 15, 20])
def test_games_are_played_to_their_end(rule: int, size: int) -> None:
    """Two of them play each other; whoever asks for a move gets a legal one."""
    papers = [io.StringIO(), io.StringIO()]
    seats = [
        Gomocup(Session(uniform, "gomoku", simulations=2, now=Ticking()), Ears(), paper.write)
        for paper in papers
    ]
    for seat in seats:
        seat.obey(f"INFO rule {rule}")
        seat.obey(f"START {size}")
    said = "BEGIN"
    for ply in range(size * size):
        seat, paper = seats[ply % 2], papers[ply % 2]
        paper.seek(0)
        paper.truncate()
        seat.obey(said)
        move = paper.getvalue().strip()
        if seat.position.over:
            break
        assert re.fullmatch(r"\d+,\d+", move), move
        said = f"TURN {move}"
    assert seats[0].position.over or seats[1].position.over


SAID = """
1,1 7,7 3,4 0,0 14,14 20,3 -1,2 a,b 7,7,1 8,8,2 6,6,1 3,3,3 9,9,9 15 20 5 19 4 0 1 rule timeout_turn
timeout_match time_left max_memory max_node show_detail 100 2147483647 done DONE 2,3 4,4 5,5,2
"""
LINES = re.compile(
    r"\A(?:(?:OK|SWAP|ERROR [ -~]+|UNKNOWN ?[ -~]*|FORBID \d*\.|MESSAGE [ -~]+|name=[ -~]+"
    r"|\d+,\d+(?: \d+,\d+)*)\n)*\Z"
)


def fuzz(count: int, seed: int) -> dict[str, int]:
    """How often each kind of answer came; all have their form, and after an error nothing has changed."""
    ears = Impatient()
    paper, counts = io.StringIO(), dict[str, int]()
    gomocup = Gomocup(Session(uniform, "gomoku", simulations=2, now=Jumpy()), ears, paper.write)
    commands = [*COMMANDS, *LISTS, "INFO", "INFO", "DONE", "DONE", "START 9", "start 6", "TURN 3,3", "7,7,1"]
    for number, said in enumerate(lines(count, commands, SAID.split(), seed, numbered=0.01)):
        line = "DONE" if number % 4 == 3 else said  # else a list would swallow nearly all
        before = gomocup.position
        gomocup.obey(line)
        ears.looks = 0
        text = paper.getvalue()
        paper.seek(0)
        paper.truncate()
        assert LINES.match(text), (line, text)
        kind = text.partition(" ")[0].strip()
        counts[kind] = counts.get(kind, 0) + 1
        if kind == "ERROR":
            assert gomocup.position is before, line
    return counts


def test_nothing_that_is_said_does_harm() -> None:
    counts = fuzz(20_000, 1)
    assert min(counts[kind] for kind in ("OK", "ERROR", "UNKNOWN")) > 100
    assert sum("," in kind for kind in counts) > 20  # moves


@pytest.mark.prove
def test_a_million_lines_do_no_harm() -> None:
    counts = fuzz(1_000_000, 2)
    moves = sum(number for kind, number in counts.items() if "," in kind)
    kinds = {kind: number for kind, number in counts.items() if kind.isalpha()}
    print(f"\n1,000,000 lines of the Gomocup protocol: {kinds}, {moves:,} moves")
