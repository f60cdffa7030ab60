"""What is no database of a run, or not one for this program, is refused in one line."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from tengen.games.policies import ENTRY, TURN
from tengen.runs import folder, schema
from tests.runs.making import files, made


def refused(path: Path) -> str:
    """The one line with which a folder is refused, the same for looking and for going on."""
    before = files(path)
    complaints = []
    for entry in (folder.look, folder.resume):
        with pytest.raises(ValueError, match=r".") as caught:
            entry(path)
        complaints.append(str(caught.value))
    assert complaints[0] == complaints[1]
    assert "\n" not in complaints[0]
    assert files(path) == before, "what is refused is left alone"
    return complaints[0]


def test_what_is_no_run(tmp_path: Path) -> None:
    assert "is no run: it holds no run.db" in refused(tmp_path / "nothing")
    (tmp_path / "empty").mkdir()
    assert "is no run" in refused(tmp_path / "empty")
    (tmp_path / "empty" / "run.db").touch()
    assert "a database of something else" in refused(tmp_path / "empty")
    (tmp_path / "empty" / "run.db").write_text("not a database, however long it may be" * 100)
    assert "is damaged" in refused(tmp_path / "empty")


def test_a_newer_run_is_refused(tmp_path: Path) -> None:
    made(tmp_path / "go", 1).close()
    with sqlite3.connect(tmp_path / "go" / "run.db") as connection:
        connection.execute("PRAGMA user_version = 7")
    connection.close()
    assert "is a run of format 7, this tengen reads up to 1: upgrade tengen" in refused(tmp_path / "go")


def test_a_head_that_is_damaged_is_refused(tmp_path: Path) -> None:
    made(tmp_path / "go", 1).close()
    (tmp_path / "go" / "lock").unlink()
    database = tmp_path / "go" / "run.db"
    database.write_bytes(b"\0" * 100 + database.read_bytes()[100:])
    assert "is damaged" in refused(tmp_path / "go")


def test_damage_is_one_line_wherever_it_is_met(tmp_path: Path) -> None:
    made(tmp_path / "go", 20).close()
    database = tmp_path / "go" / "run.db"
    data = database.read_bytes()
    database.write_bytes(data[:8192] + b"\xff" * (len(data) - 8192))
    with folder.look(tmp_path / "go") as view:
        for read in (view.store.counts, view.store.games, view.store.matches, lambda: view.store.shelf(9)):
            with pytest.raises(ValueError, match=r"run.db is damaged .*: unpack an earlier pack"):
                read()


def test_what_is_kept_as_bytes_is_what_it_was() -> None:
    """A change here makes old runs unreadable: raise schema.FORMAT with it."""
    assert schema.FORMAT == 1
    assert TURN.descr == [
        ("value", "<f4"),
        ("surprise", "<f4"),
        ("action", "<i2"),
        ("count", "<i2"),
        ("colour", "|i1"),
    ]
    assert ENTRY.descr == [("action", "<i2"), ("weight", "<u2")]


def test_mistakes_of_ours_keep_their_names(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError), schema.explained(tmp_path):
        raise sqlite3.OperationalError("no such column")


def test_a_run_is_read_while_its_journal_is_full(tmp_path: Path) -> None:
    """What a killed process leaves, its journal not yet merged, is read where it was copied to."""
    run = made(tmp_path / "go")
    shutil.copytree(tmp_path / "go", tmp_path / "killed")
    run.close()
    with folder.look(tmp_path / "killed") as view:
        assert view.store.iteration == 3
