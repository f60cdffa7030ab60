"""GTP's commands about games in files."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

from tengen.engine.gtp_words import SYNTAX, Command, Desk, Refusal, Words, whole_in
from tengen.engine.session import first
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position
from tengen.records import sgf
from tengen.records.history import record_of
from tengen.records.record import Record, positions

UNREADABLE = "cannot load file"


def loadsgf(desk: Desk, words: Words) -> str:
    """A game up to its end, or to the position before a move, counted from 1; then whose turn it is."""
    if not 1 <= len(words) <= 2:
        raise Refusal(SYNTAX)
    before = whole_in(words[1]) if len(words) > 1 else None
    if before is not None and before < 1:
        raise Refusal(SYNTAX)
    try:
        desk.session.begin(_position_in(Path(words[0]), desk.position, before))
    except (OSError, ValueError, StopIteration, RecursionError):
        raise Refusal(UNREADABLE) from None
    return "black" if desk.position.to_move == BLACK else "white"


def _position_in(file: Path, now: Position, before: int | None) -> Position:
    record = next(sgf.read(file))
    if record.game != now.game:
        raise ValueError(f"a game of {record.game}")
    options = {name: value for name, value in now.options.items() if name != "limit"} | dict(record.options)
    record = replace(record, options=first(record.game, options).options)
    *_, last = islice(positions(record), before)
    return last


def printsgf(desk: Desk, words: Words) -> str:
    """The game as SGF, as the answer or into a file."""
    text = sgf.text_of([_record(desk)])
    if not words:
        return text
    try:
        Path(words[0]).write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError):
        raise Refusal("cannot write file") from None
    return ""


def _record(desk: Desk) -> Record:
    position = desk.position
    record = record_of(position, "", "", position.result if position.over else None, _ending(position))
    stones = list(record.setup.values())
    given = len(stones) if record.first == WHITE and stones == [BLACK] * len(stones) else 0
    return replace(record, handicap=given if given > 1 else 0)


def _ending(position: Position) -> str:
    return f"{abs(position.score):g}" if position.over and position.score else ""


COMMANDS: dict[str, Command] = {"loadsgf": loadsgf, "printsgf": printsgf}
