"""GTP as clients speak it, line by line; and as nobody speaks it."""

import io
import re
from pathlib import Path

import pytest

from tengen.engine.gtp import COMMANDS, Gtp, is_interrupt, plain, tidy
from tengen.engine.session import Session
from tests.engine.dialogues import DATA, Ears, Ticking, answers, options_of, uniform
from tests.engine.fuzzing import Impatient, Jumpy, lines

DIALOGUES = sorted((DATA / "gtp").glob("*.txt"))
STANDARD = """
protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove
fixed_handicap place_free_handicap set_free_handicap loadsgf reg_genmove
undo time_settings time_left final_score final_status_list showboard
"""


def make(
    paper: io.StringIO, game: str = "go", compat: str = "plain", resign: float = 0.0, **size: int
) -> Gtp:
    session = Session(uniform, game, simulations=20, now=Ticking(), **size)
    return Gtp(session, Ears(), paper.write, compat, resign)


@pytest.mark.parametrize("file", DIALOGUES, ids=lambda file: file.stem)
def test_dialogues(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DATA / "gtp")
    options = options_of(file)
    sizes = {"size": int(options.pop("size"))} if "size" in options else {}
    paper = io.StringIO()
    gtp = make(paper, **options, **sizes)  # type: ignore[arg-type]
    for sent, wanted, got in answers(file, gtp.obey, paper):
        assert got == wanted, sent


def test_all_the_standard_commands_are_there() -> None:
    assert set(STANDARD.split()) <= set(COMMANDS)
    assert {"analyze", "genmove_analyze"}.isdisjoint(
        COMMANDS
    )  # Sabaki 0.60 misreads them, and has better ones


def test_answers_are_framed_exactly() -> None:
    paper = io.StringIO()
    gtp = make(paper, size=5)
    for line in (
        "name\r",
        "12 version",
        "komi 1",
        "3 komi x",
        " # nothing",
        "showboard",
        "kata-analyze b 100",
    ):
        gtp.obey(line)
    text = paper.getvalue()
    assert text.startswith("= tengen\n\n=12 0.1.0\n\n=\n\n?3 syntax error\n\n=\n   A B")
    gtp.obey("lz-genmove_analyze w maxmoves 0")
    assert re.search(r"\n\n=\nplay [A-E][1-5]\n\n$", paper.getvalue())
    assert re.search(r"\n\n=\n(info move [^\n]*\n)+\n$", text)


def test_quit_is_answered_and_ends_it() -> None:
    paper = io.StringIO()
    gtp = make(paper)
    gtp.obey_all(["1 quit", "2 name"])
    assert paper.getvalue() == "=1\n\n"
    gtp = make(paper)
    gtp.obey_all([])
    assert not gtp.desk.ended


def test_it_resigns_if_it_is_told_when() -> None:
    paper = io.StringIO()
    gtp = make(paper, resign=0.4, size=5)
    for line in ("play b C3", "play b B2", "play b D4", "komi 0.5", "play b pass", "genmove w"):
        gtp.obey(line)
    assert not paper.getvalue().endswith("= resign\n\n")  # nobody knows anything: the game is even
    before = gtp.desk.position
    gtp.desk.resign = 0.9
    paper.truncate(0)
    gtp.obey("genmove b")
    assert paper.getvalue().endswith("= resign\n\n")
    assert gtp.desk.position is before


def test_what_is_left_of_a_line() -> None:
    assert plain("play\tb  D4\r\x01\x7f # why") == "play b  D4 "
    assert tidy("\na\n\n \nbé") == "\na\nb?"
    assert is_interrupt(" # interrupt \r")
    assert not is_interrupt("interrupt")


SAID = """
b w black WHITE A1 C3 D4 c7 pass resign T19 J9 Z1 1 2 3 5 9 0.5 -7 6.5 100 dead alive seki true false
byoyomi canadian none absolute fischer interval avoid allow maxmoves ownership rootInfo B2,C3 chinese
japanese tromp-taylor ko suicide SIMPLE maxVisits game.sgf all play name
"""
FRAME = re.compile(r"\A[=?]\d*(?: [ -~]*|)(?:\n[ -~]+)*\n\n\Z")


def fuzz(count: int, seed: int, game: str) -> dict[str, int]:
    """How many lines got an answer, a refusal, or none. All is framed, and refusals change nothing."""
    ears = Impatient()
    paper, counts = io.StringIO(), {"=": 0, "?": 0, "": 0}
    session = Session(uniform, game, simulations=2, now=Jumpy(), size=7)
    gtp = Gtp(session, ears, paper.write)
    commands = [each for each in COMMANDS if each != "quit"]
    for line in lines(count, commands, SAID.split(), seed):
        if "quit" in line:
            continue
        before = gtp.desk.position, session.simulations
        gtp.obey(line)
        ears.looks = 0
        text = paper.getvalue()
        paper.seek(0)
        paper.truncate()
        counts[text[:1]] += 1
        assert FRAME.match(text) if text else not plain(line).strip(), (line, text)
        if text[:1] == "?":
            assert gtp.desk.position is before[0], line
        session.simulations = before[1]
    return counts


@pytest.mark.parametrize("game", ["go", "gomoku"])
def test_nothing_that_is_said_does_harm(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    counts = fuzz(10_000, 1, game)
    assert counts["="] > 2_000
    assert counts["?"] > 2_000


@pytest.mark.prove
def test_a_million_lines_do_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for game in ("go", "gomoku"):
        counts = fuzz(500_000, 2, game)
        print(f"\n500,000 lines of GTP for {game}: {counts['=']:,} answers, {counts['?']:,} refusals")
