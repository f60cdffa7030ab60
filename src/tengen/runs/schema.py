"""The tables of a run's database, how it is opened, and what SQLite's complaints mean."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tengen import __version__

FORMAT = 1  # raised when older programs could not read a run any more, TURN and ENTRY included
APPLICATION = int.from_bytes(b"tngn")  # marks the database of a run among all files of SQLite

TABLES = {  # in an order in which they can be filled
    "meta": "name TEXT PRIMARY KEY, text TEXT NOT NULL",
    "rules": "id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE",  # as tengen.records.shelf writes them
    "games": """
        id INTEGER PRIMARY KEY, iteration INTEGER NOT NULL, kind TEXT NOT NULL, rules INTEGER NOT NULL,
        plies INTEGER NOT NULL, samples INTEGER NOT NULL, first INTEGER NOT NULL, result INTEGER,
        ending TEXT NOT NULL, score REAL NOT NULL, opening INTEGER NOT NULL, exempt INTEGER NOT NULL,
        black TEXT NOT NULL, white TEXT NOT NULL, extra TEXT NOT NULL, turns BLOB NOT NULL,
        owners BLOB NOT NULL""",
    "policies": "game INTEGER PRIMARY KEY, entries BLOB NOT NULL",  # the bulk; old ones are forgotten
    "totals": "kind TEXT PRIMARY KEY, games INTEGER NOT NULL, samples INTEGER NOT NULL",  # ever played
    "names": "id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE",  # of metrics
    "metrics": """
        name INTEGER NOT NULL, iteration INTEGER NOT NULL, seconds REAL NOT NULL, value REAL,
        PRIMARY KEY (name, iteration)""",
    "matches": """
        id INTEGER PRIMARY KEY, iteration INTEGER NOT NULL, seconds REAL NOT NULL, network TEXT NOT NULL,
        opponent TEXT NOT NULL, games INTEGER NOT NULL, wins INTEGER NOT NULL, draws INTEGER NOT NULL,
        losses INTEGER NOT NULL, distinct_games INTEGER NOT NULL, conditions TEXT NOT NULL""",
    "promotions": """
        id INTEGER PRIMARY KEY, iteration INTEGER NOT NULL, seconds REAL NOT NULL, network TEXT NOT NULL,
        accepted INTEGER NOT NULL, score REAL NOT NULL, details TEXT NOT NULL""",
}
INDEX = "CREATE INDEX games_by_kind ON games (kind, id, samples)"  # finds where a window begins

FULL = "the disk is full: make room and go on; no finished step is lost"


def create(path: Path) -> None:
    """Make an empty database."""
    with explained(path):
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            connection.execute("PRAGMA page_size = 8192")  # games are longer than the usual 4096
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.execute("BEGIN")
            for name, columns in TABLES.items():
                connection.execute(f"CREATE TABLE {name} ({columns})")
            connection.execute(INDEX)
            connection.execute("INSERT INTO meta VALUES ('tengen', ?)", (__version__,))
            connection.execute("COMMIT")
        finally:
            connection.close()


def connect(path: Path, writing: bool) -> sqlite3.Connection:
    """Open the database of a run, checked to be one that this program understands."""
    if not path.is_file():
        raise ValueError(f"{path.parent} is no run: it holds no {path.name}; `tengen runs` lists the runs")
    with explained(path):
        connection = _opened(path, "rw") if writing else _opened_for_reading(path)
        try:
            _check(path, connection)
            if writing:
                # A killed process loses nothing; a power cut may lose the last steps, and spoils nothing.
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute("PRAGMA journal_size_limit = 16000000")
        except BaseException:
            connection.close()
            raise
    return connection


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, timeout=30, isolation_level=None, uri=True)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # only now the file is opened
    except BaseException:
        connection.close()
        raise
    return connection


def _opened_for_reading(path: Path) -> sqlite3.Connection:
    """On a disk that nobody can write to, SQLite must be told that nobody else does."""
    try:
        return _opened(path, "ro")
    except sqlite3.OperationalError as error:
        journal = path.with_name(path.name + "-wal")
        barred = error.sqlite_errorname.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY"))
        if barred and not (journal.exists() and journal.stat().st_size):
            return _opened(path, "ro&immutable=1")
        raise


def _check(path: Path, connection: sqlite3.Connection) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise ValueError(f"{path.parent} is no run: its {path.name} is a database of something else")
    if version > FORMAT:
        raise ValueError(
            f"{path.parent} is a run of format {version}, this tengen reads up to {FORMAT}: upgrade tengen"
        )


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Say in one line, without SQLite's own exceptions, what is wrong with a database and what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith("SQLITE_FULL"):
            raise OSError(errno.ENOSPC, FULL, str(path)) from error
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            raise ValueError(f"{path} is damaged ({error}): unpack an earlier pack of the run") from error
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise OSError(errno.EBUSY, "another program holds it: close that one", str(path)) from error
        if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_PERM")):
            raise OSError(errno.EIO, f"{error}; no finished step is lost", str(path)) from error
        raise
