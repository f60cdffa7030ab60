"""What can be read from a run's database, also while another process writes to it."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games.policies import ENTRY, TURN
from tengen.records.lesson import Lesson
from tengen.records.record import Record
from tengen.records.shelf import VOLUME, Shelf
from tengen.runs.rows import SELFPLAY, Count, GameRow, Match, Point, Promotion
from tengen.runs.schema import connect, explained

GAME_ROWS = """
    SELECT games.id, iteration, kind, rules.text, black, white, result, ending, plies, samples
    FROM games JOIN rules ON rules.id = games.rules"""
LESSON = """
    SELECT rules.text, first, result, ending, score, opening, exempt, black, white, extra, turns, owners,
    entries FROM games JOIN rules ON rules.id = games.rules LEFT JOIN policies ON policies.game = games.id
    WHERE games.id = ?"""
VOLUMES = f"""
    SELECT id, plies, length(entries) / {ENTRY.itemsize}, length(owners), rules, score, opening, first,
    result, exempt, ending = 'resign', turns, entries, owners
    FROM games JOIN policies ON policies.game = games.id WHERE kind = ? AND id >= ? ORDER BY id"""


class Reader:
    """A run's database, to be read; each answer is as of the last finished step."""

    def __init__(self, path: Path, writing: bool = False) -> None:
        self.path = path
        self._connection = connect(path, writing)

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with explained(self.path):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Whatever is read within the block is as of one moment."""
        with explained(self.path):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("COMMIT")

    def shelf(self, samples: int) -> Shelf:
        """The newest games of self-play that hold at least so many samples, or all if there are fewer."""
        return self.shelf_from(self.window_start(samples))

    def shelf_from(self, number: int) -> Shelf:
        """The games of self-play from this one on."""
        rows = self._rows(VOLUMES, SELFPLAY, number)
        if not rows:
            return Shelf()
        size = len(VOLUME.names or ())
        volumes = np.array([row[:size] for row in rows], VOLUME)
        known, volumes["rules"] = np.unique(volumes["rules"], return_inverse=True)
        texts = dict(self._rows("SELECT id, text FROM rules"))
        return Shelf(
            volumes,
            _joined((row[size] for row in rows), TURN),
            _joined((row[size + 1] for row in rows), ENTRY),
            _joined((row[size + 2] for row in rows), np.dtype(np.int8)),
            tuple(texts[number] for number in known.tolist()),
        )

    def window_start(self, samples: int) -> int:
        """The number of the first of the newest games of self-play that hold at least so many samples."""
        start, missing = self.next_number, samples
        query = "SELECT id, samples FROM games WHERE kind = ? ORDER BY id DESC"
        with explained(self.path):
            for number, count in self._connection.execute(query, (SELFPLAY,)):
                if missing <= 0:
                    break
                start, missing = number, missing - count
        return start

    def lesson(self, number: int) -> Lesson:
        """A game with what was thought at each ply; no ply teaches once its policies are forgotten."""
        found = self._rows(LESSON, number)
        if not found:
            raise ValueError(f"{self.path.parent} has no game {number}: {self._extent()}")
        rules, first, result, ending, score, opening, exempt, black, white, extra, *blobs = found[0]
        turns, owners = _joined(blobs[:1], TURN), _joined(blobs[1:2], np.dtype(np.int8))
        if blobs[2] is None:
            turns["count"] = 0
        game, options = json.loads(rules)
        record = Record(
            game=game,
            options=options,
            actions=turns["action"],
            colours=turns["colour"],
            first=first,
            result=result,
            ending=ending,
            black=black,
            white=white,
            **_extra(extra),
        )
        entries = _joined([blobs[2] or b""], ENTRY)
        lesson = Lesson(record=record, turns=turns, entries=entries, owners=owners, score=score)
        return replace(lesson, opening=opening, exempt=bool(exempt))

    def record(self, number: int) -> Record:
        """A game as it was played, with the names of who played."""
        return self.lesson(number).record

    def _extent(self) -> str:
        ((first, last),) = self._rows("SELECT min(id), max(id) FROM games")
        return "there are none yet" if last is None else f"they go from {first} to {last}"

    def games(self, kind: str | None = None, newest: int | None = None) -> list[GameRow]:
        """Games without their moves, the newest first: of one kind, or all; so many, or all."""
        where, values = ("", ()) if kind is None else (" WHERE kind = ?", (kind,))
        order = " ORDER BY games.id DESC LIMIT ?"
        rows = self._rows(GAME_ROWS + where + order, *values, -1 if newest is None else newest)
        return [_game_row(row) for row in rows]

    def counts(self) -> dict[str, Count]:
        """How much was ever played, by kind."""
        rows = self._rows("SELECT kind, games, samples FROM totals ORDER BY kind")
        return {kind: Count(games, samples) for kind, games, samples in rows}

    @property
    def next_number(self) -> int:
        """What the next game will be called."""
        return int(self._rows("SELECT ifnull(max(id), 0) + 1 FROM games")[0][0])

    @property
    def iteration(self) -> int:
        """The iteration of the newest game, 0 before the first."""
        rows = self._rows("SELECT iteration FROM games ORDER BY id DESC LIMIT 1")
        return int(rows[0][0]) if rows else 0

    @property
    def version(self) -> str:
        """The version of tengen that made the run."""
        return str(self._rows("SELECT text FROM meta WHERE name = 'tengen'")[0][0])

    @property
    def pointed_at(self) -> str:
        """The name of the training state that belongs to what is here; nothing before the first."""
        rows = self._rows("SELECT text FROM meta WHERE name = 'state'")
        return str(rows[0][0]) if rows else ""

    def metric_names(self) -> list[str]:
        """What curves there are."""
        return [name for (name,) in self._rows("SELECT name FROM names ORDER BY name")]

    def metrics(self, name: str) -> list[Point]:
        """A curve, in order of iterations; a value that was no number is nan."""
        query = """
            SELECT iteration, seconds, value FROM metrics JOIN names ON names.id = metrics.name
            WHERE names.name = ? ORDER BY iteration"""
        return [
            Point(iteration, seconds, float("nan") if value is None else value)
            for iteration, seconds, value in self._rows(query, name)
        ]

    def newest_values(self) -> dict[str, float]:
        """The last value of each curve, unless it was no number."""
        query = """
            SELECT names.name, value, max(iteration) FROM metrics JOIN names ON names.id = metrics.name
            GROUP BY names.id"""
        return {name: value for name, value, _ in self._rows(query) if value is not None}

    def matches(self) -> list[Match]:
        """All matches, in the order in which they were played."""
        return [_match(row) for row in self._rows("SELECT * FROM matches ORDER BY id")]

    def promotions(self) -> list[Promotion]:
        """What the gate said, in that order."""
        return [_promotion(row) for row in self._rows("SELECT * FROM promotions ORDER BY id")]

    def table(self, name: str, first: int = 0) -> Iterator[Sequence[Any]]:
        """The rows of a table as they are; of games and policies those from a number on."""
        key = {"games": "id", "policies": "game"}.get(name)
        where = f" WHERE {key} >= {first}" if key else ""
        with explained(self.path):
            yield from self._connection.execute(f"SELECT * FROM {name}{where}")

    def game_sizes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Numbers and bytes of all games, the newest first."""
        query = """
            SELECT id, length(turns) + length(owners) + ifnull(length(entries), 0)
            FROM games LEFT JOIN policies ON policies.game = games.id ORDER BY id DESC"""
        numbers, sizes = np.array(self._rows(query), np.int64).reshape(-1, 2).T
        return numbers, sizes


def _joined(blobs: Iterable[bytes], dtype: np.dtype[Any]) -> Any:
    """Bytes as one array that may be written to."""
    return np.frombuffer(bytearray().join(blobs), dtype)


def _extra(text: str) -> dict[str, Any]:
    """What few records have: stones that stood there, a handicap, properties."""
    if not text:
        return {}
    extra = json.loads(text)
    return {**extra, "setup": dict(extra["setup"])}


def _game_row(row: Sequence[Any]) -> GameRow:
    number, iteration, kind, rules, black, white, result, ending, plies, samples = row
    game, options = json.loads(rules)
    return GameRow(
        number=number,
        iteration=iteration,
        kind=kind,
        game=game,
        options=options,
        black=black,
        white=white,
        result=result,
        ending=ending,
        plies=plies,
        samples=samples,
    )


def _match(row: Sequence[Any]) -> Match:
    _, iteration, seconds, network, opponent, games, wins, draws, losses, distinct, conditions = row
    return Match(
        iteration=iteration,
        seconds=seconds,
        network=network,
        opponent=opponent,
        games=games,
        wins=wins,
        draws=draws,
        losses=losses,
        distinct=distinct,
        conditions=json.loads(conditions),
    )


def _promotion(row: Sequence[Any]) -> Promotion:
    _, iteration, seconds, network, accepted, score, details = row
    return Promotion(
        iteration=iteration,
        seconds=seconds,
        network=network,
        accepted=bool(accepted),
        score=score,
        details=json.loads(details),
    )
