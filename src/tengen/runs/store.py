"""What is written to a run's database: one transaction for each step of the loop."""

import json
import math
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any

from tengen.records.lesson import Lesson, turns_of
from tengen.records.record import Record
from tengen.records.shelf import rules_text
from tengen.runs.reader import Reader
from tengen.runs.rows import SELFPLAY, Match, Promotion
from tengen.runs.schema import TABLES, explained

ADD_TOTALS = """
    INSERT INTO totals VALUES (?, ?, ?)
    ON CONFLICT (kind) DO UPDATE SET games = games + excluded.games, samples = samples + excluded.samples"""


class Store(Reader):
    """A run's database, read and written by one process.

    What is added within `with store.transaction():` is there after it, kill -9 or not; before, nothing is.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, writing=True)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is added within the block, or nothing of it."""
        with explained(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # SQLite may have given up the transaction by itself
                    self._connection.execute("ROLLBACK")
                raise

    def _write(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        if not self._connection.in_transaction:
            raise RuntimeError("what is written belongs into `with store.transaction():`")
        with explained(self.path):
            self._connection.executemany(statement, rows)

    def add_lessons(
        self,
        lessons: Sequence[Lesson],
        iteration: int,
        kind: str = SELFPLAY,
        black: str = "",
        white: str = "",
    ) -> range:
        """Keep games with what was thought in them; their numbers."""
        if any(lesson.record.result is None for lesson in lessons):
            raise ValueError("a game without a result teaches nothing")
        numbers = range(self.next_number, self.next_number + len(lessons))
        rules = self._rules(lessons)
        rows = [
            (
                number,
                iteration,
                kind,
                rules[rules_text(lesson.record.game, lesson.record.options)],
                *_columns(lesson, black, white),
            )
            for number, lesson in zip(numbers, lessons, strict=True)
        ]
        self._write(f"INSERT INTO games VALUES ({', '.join('?' * 17)})", rows)
        policies = [
            (number, lesson.entries.tobytes()) for number, lesson in zip(numbers, lessons, strict=True)
        ]
        self._write("INSERT INTO policies VALUES (?, ?)", policies)
        samples = sum(lesson.samples for lesson in lessons)
        self._write(ADD_TOTALS, [(kind, len(lessons), samples)])
        return numbers

    def add_record(self, record: Record, iteration: int, kind: str) -> int:
        """Keep a game in which nobody says what was thought; its number."""
        number = self.next_number
        lesson = Lesson(record=record, turns=turns_of(record))
        row = (
            number,
            iteration,
            kind,
            self._rules([lesson])[rules_text(record.game, record.options)],
            *_columns(lesson, "", ""),
        )
        self._write(f"INSERT INTO games VALUES ({', '.join('?' * 17)})", [row])
        self._write(ADD_TOTALS, [(kind, 1, 0)])
        return number

    def _rules(self, lessons: Iterable[Lesson]) -> dict[str, int]:
        """The numbers of the rules of these games, new ones included."""
        texts = {rules_text(lesson.record.game, lesson.record.options) for lesson in lessons}
        self._write("INSERT OR IGNORE INTO rules (text) VALUES (?)", [(text,) for text in sorted(texts)])
        return {text: number for number, text in self._rows("SELECT id, text FROM rules")}

    def add_metrics(self, iteration: int, seconds: float, values: Mapping[str, float]) -> None:
        """Go on with some curves; an iteration that was there already is written anew."""
        self._write("INSERT OR IGNORE INTO names (name) VALUES (?)", [(name,) for name in values])
        rows = [
            (iteration, float(seconds), None if math.isnan(value) else float(value), name)
            for name, value in values.items()
        ]
        self._write("REPLACE INTO metrics SELECT id, ?, ?, ? FROM names WHERE name = ?", rows)

    def add_match(self, match: Match) -> None:
        """Keep how a match ended."""
        *columns, conditions = astuple(match)
        self._write(
            f"INSERT INTO matches VALUES (NULL, {', '.join('?' * 10)})", [(*columns, json.dumps(conditions))]
        )

    def add_promotion(self, promotion: Promotion) -> None:
        """Keep what the gate said."""
        *columns, details = astuple(promotion)
        self._write(
            f"INSERT INTO promotions VALUES (NULL, {', '.join('?' * 6)})", [(*columns, json.dumps(details))]
        )

    def point_at(self, state: str) -> None:
        """Name the training state that belongs to all that is here: with this a step has happened."""
        self._write("REPLACE INTO meta VALUES ('state', ?)", [(state,)])

    def forget_policies(self, before: int) -> int:
        """Drop the policies of all games before this number, for how many; the games stay.

        The file does not become smaller, but what comes later uses the room again.
        """
        ((count,),) = self._rows("SELECT count(*) FROM policies WHERE game < ?", before)
        self._write("DELETE FROM policies WHERE game < ?", [(before,)])
        return int(count)

    def copy_from(self, other: Reader, first: int) -> None:
        """Take over all that another database holds, its games from this number on."""
        for table in TABLES:
            rows = other.table(table, first)
            head = next(rows, None)
            if head is not None:
                statement = f"REPLACE INTO {table} VALUES ({', '.join('?' * len(head))})"
                self._write(statement, [head])
                self._write(statement, rows)

    def shrink(self) -> None:
        """Give room that is not used back to the disk."""
        with explained(self.path):
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _columns(lesson: Lesson, black: str, white: str) -> tuple[Any, ...]:
    """A game as its row has it, from the plies on."""
    record = lesson.record
    extra = ""
    if record.setup or record.handicap or record.properties:
        properties = {name: list(values) for name, values in record.properties.items()}
        setup = [(int(point), int(colour)) for point, colour in record.setup.items()]
        extra = json.dumps({"setup": setup, "handicap": record.handicap, "properties": properties})
    return (
        record.plies,
        lesson.samples,
        int(record.first),
        None if record.result is None else int(record.result),
        record.ending,
        float(lesson.score),
        int(lesson.opening),
        bool(lesson.exempt),
        black or record.black,
        white or record.white,
        extra,
        lesson.turns.tobytes(),
        lesson.owners.tobytes(),
    )
