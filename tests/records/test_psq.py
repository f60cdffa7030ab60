"""PSQ, the files of Piskvork: what is written is read again, and what is wrong is named with its line."""

import dataclasses
import itertools
import random
from pathlib import Path

import numpy as np
import pytest

from tengen.records import psq, sgf
from tengen.records.record import BLACK, WHITE, Record, RecordError
from tests.records.random_records import mutations, random_go, random_gomoku

DATA = Path(__file__).parent / "data"
HEADER = "Piskvorky 15x15, 11:11, 0\n"


def test_five_thousand_games_come_back_as_they_were() -> None:
    rng = random.Random(1)
    for _ in range(5_000):
        record = random_gomoku(rng)
        assert psq.parse(psq.text_of(record).encode()) == record


def test_a_game_goes_from_psq_to_sgf_and_back() -> None:
    record = psq.read(DATA / "psq-tournament.psq")
    (again,) = sgf.parse(sgf.text_of([record]))
    assert again == record
    assert psq.text_of(again) == psq.text_of(record)


def test_golden_tournament_game() -> None:
    record = psq.read(DATA / "psq-tournament.psq")
    assert (record.black, record.white) == ("pbrain-one.exe", "pbrain-two.zip")
    assert (record.options, record.result) == ({"size": 20, "rule": "freestyle"}, WHITE)
    assert record.actions[:3].tolist() == [9 * 20 + 9, 11 * 20 + 10, 12 * 20 + 9]
    assert record.properties["MS"][:3] == ["456", "4500", "60"]
    lines = (DATA / "psq-tournament.psq").read_text().splitlines()
    assert psq.text_of(record).splitlines()[1:] == lines[1:]


def test_the_second_player_may_begin() -> None:
    record = psq.parse("Piskvorky 15x15, 1:0, 1\n1,2\n3,4\nfirst\nsecond\n-1\n1, Renju\n")
    assert (record.black, record.white, record.result) == ("second", "first", WHITE)
    assert (record.colours.tolist(), record.options["rule"]) == ([1, -1], "renju")


@pytest.mark.parametrize(
    ("rest", "plies"),
    [
        ("", 0),
        ("1,1,0", 1),
        ("1,1,0\n2,1\n-1", 2),
        ("1,1,-5\r\nhomo-1\r\nhomo-2\r\n0\r\n\r\n", 1),
        ("a\nb", 0),
    ],
)
def test_all_that_piskvork_writes_is_read(rest: str, plies: int) -> None:
    record = psq.parse(HEADER + rest)
    assert (record.plies, record.result, record.options) == (plies, None, {"size": 15})
    assert record.black == ("a" if rest.startswith("a") else "")


@pytest.mark.parametrize(
    ("text", "line", "complaint"),
    [
        ("", 1, "got '', expected 'Piskvorky 20x20, 11:11, 0'"),
        ("(;GM[4])", 1, "got '(;GM[4])'"),
        ("Piskvorky 20x15, 11:11, 0", 1, "or another square board"),
        ("Piskvorky 0x0, 11:11, 0", 1, "or another square board"),
        ("Piskvorky 20x20, 11:11, 2", 1, "expected 'Piskvorky"),
        (HEADER + "1,1,0\n16,1,0", 3, "16,1 is no point: expected 1,1 to 15,15"),
        (HEADER + "0,1,0", 2, "0,1 is no point"),
        (HEADER + "1,1,0\n2;2", 3, "got '2;2', expected a move, two names, or the number"),
        (HEADER + "1,1,0\na\nb\nc", 5, "got 'c', expected a move, two names"),
        (HEADER + "1,1,0\na\nb\n-1\nwon", 6, "got 'won', expected '1,Freestyle'"),
        (HEADER + "1,1,0\na\nb\n-1\n1,Renju\n2,2,0", 7, "got '2,2,0', expected the end"),
    ],
)
def test_errors_name_file_and_line(text: str, line: int, complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        psq.parse(text, "game.psq")
    assert str(caught.value).startswith(f"game.psq, line {line}: ")
    assert complaint in str(caught.value)


PLAIN = psq.parse(HEADER + "1,1\n2,2")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"game": "go"}, "not go with"),
        ({"options": {"size": 15, "line": 4}}, "rows of five, not gomoku with"),
        ({"options": {"size": 15, "komi": 1.0}}, "not gomoku with"),
        ({"setup": {3: BLACK}}, "begin on the empty board"),
        ({"colours": np.array([1, 1])}, "black and white in turn"),
        ({"actions": np.array([3, 225])}, "no passes"),
        ({"black": "1,1"}, "would read the name '1,1' as a move"),
    ],
)
def test_what_the_format_cannot_hold_is_not_written(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        psq.text_of(dataclasses.replace(PLAIN, **changes))  # type: ignore[arg-type]


def test_times_that_are_none_are_written_as_zero() -> None:
    assert "1,1,0" in psq.text_of(dataclasses.replace(PLAIN, properties={"MS": ["soon", "3"]}))
    assert "2,2,3" in psq.text_of(dataclasses.replace(PLAIN, properties={"MS": ["5", "3"]}))


def test_files(tmp_path: Path) -> None:
    record = random_gomoku(random.Random(8))
    psq.write(tmp_path / "game.psq", record)
    assert psq.read(tmp_path / "game.psq") == record
    assert b"\r\n" in (tmp_path / "game.psq").read_bytes()
    (tmp_path / "game.psq").write_bytes(b"x" * 2_000_000)
    with pytest.raises(RecordError, match=r"game\.psq: a file of 2\.0 MB is no record of one game"):
        psq.read(tmp_path / "game.psq")


def test_broken_files_are_read_or_refused() -> None:
    rng, refusals, found = random.Random(5), 0, 0
    text = (DATA / "psq-tournament.psq").read_text()
    for broken in itertools.islice(mutations(rng, text), 1_000):
        try:
            found += isinstance(psq.parse(broken, "game.psq"), Record)
        except RecordError as error:
            refusals += str(error).startswith("game.psq, line ")
    assert found > 50
    assert found + refusals == 1_000


def test_go_is_not_for_piskvork() -> None:
    with pytest.raises(RecordError, match="PSQ holds Gomoku"):
        psq.text_of(random_go(random.Random(1)))
