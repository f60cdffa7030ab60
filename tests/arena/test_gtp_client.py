"""A program is asked and ended, whatever it does."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tengen.arena.gtp_client import Program, ProgramFailed, Refused

LONG, SHORT = 60.0, 0.2  # seconds; the short ones always run out

Fake = Callable[..., list[str]]


def test_questions_and_answers(fake: Fake, log: Path) -> None:
    program = Program(fake(), LONG)
    assert program.ask("name") == "Fake"
    assert program.ask("boardsize 3") == ""
    assert program.ask("clear_board") == ""
    assert [program.ask("genmove black") for _ in range(4)] == ["A1", "B1", "C1", "A2"]
    program.close()
    assert log.read_text().splitlines()[-1].endswith(" quit")
    program.close()


def test_empty_lines_before_an_answer_mean_nothing(fake: Fake) -> None:
    program = Program(fake("spread"), LONG)
    program.ask("boardsize 3")
    assert program.ask("genmove black") == "a1"
    program.close()


@pytest.mark.parametrize(
    ("habit", "timeout", "complaint"),
    [
        ("die", LONG, "^died at 'genmove black' with exit code 3: trouble in the engine room$"),
        ("hang", SHORT, "^gave no answer to 'genmove black' within 0.2 seconds$"),
        ("lie", LONG, "^answered 'hello' to 'genmove black', which is not GTP$"),
        ("flood", LONG, "^answered more than 1000 lines to 'genmove black'$"),
    ],
)
def test_what_goes_wrong_has_a_name(fake: Fake, habit: str, timeout: float, complaint: str) -> None:
    program = Program(fake(habit), LONG)
    program.ask("boardsize 3")
    program.timeout = timeout
    with pytest.raises(ProgramFailed, match=complaint):
        program.ask("genmove black")
    program.kill()


def test_a_refusal_is_told_apart(fake: Fake) -> None:
    program = Program(fake("picky"), LONG)
    with pytest.raises(Refused, match=r"^refused 'boardsize 3': unacceptable size$"):
        program.ask("boardsize 3")
    assert program.ask("name") == "Fake"
    program.close()


def test_nobody_stays_who_was_asked_to_go(fake: Fake, log: Path) -> None:
    program = Program(fake("stay"), LONG)
    assert program.ask("name") == "Fake"
    program.timeout = SHORT
    program.close()
    process = int(log.read_text().split()[0])
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(ProgramFailed, match=r"^cannot be started: No such file or directory$"):
        Program(["no-such-program"], LONG)


def test_a_program_that_ends_at_once() -> None:
    program = Program([sys.executable, "-c", "raise SystemExit('no board')"], LONG)
    with pytest.raises(ProgramFailed, match=r"^died at 'name' with exit code 1: no board$"):
        program.ask("name")
    program.kill()
