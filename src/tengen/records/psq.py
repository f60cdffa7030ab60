"""The files of Piskvork (.psq), in which Gomoku programs keep their games.

    Piskvorky 20x20, 11:11, 0      width and height, the players' levels, which of them began (0 or 1)
    12,9,1563                      column and row, from 1 at the top left; milliseconds used
    ...
    pbrain-some.exe                the two players, in tournaments
    pbrain-other.exe
    -1                             how the program ended
    1,Freestyle                    the player who won (1, 2, or 0 for a draw) and the rule: some managers only

Who began plays black. The times become the record's property `MS`, so that SGF keeps them too.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tengen.records.encoding import decode
from tengen.records.record import BLACK, WHITE, Record, RecordError, alternating

MAX_BYTES = 1_000_000  # a full board of 20x20 is 6 KB
HEADER = re.compile(r"Piskvorky +(\d{1,2})x(\d{1,2}), *-?\d+:-?\d+, *([01])")
MOVE = re.compile(r"(\d{1,3}),(\d{1,3})(?:,(-?\d{1,10}))?")
TIME = re.compile(r"-?\d{1,10}")
END_CODE = re.compile(r"-?\d{1,9}")
OUTCOME = re.compile(r"([012]), *(\w+)")
RULES = {"freestyle": "Freestyle", "exact": "Standard", "renju": "Renju"}
RULE_NAMES = {name: rule for rule, name in RULES.items()}
HUMANS = ("homo-1", "homo-2")  # Piskvork's names for players without one


def read(path: str | Path, encoding: str = "") -> Record:
    """The game of a file."""
    path = Path(path)
    if path.stat().st_size > MAX_BYTES:
        raise RecordError(f"a file of {path.stat().st_size / 1e6:.1f} MB is no record of one game", path.name)
    return parse(path.read_bytes(), path.name, encoding)


def parse(data: bytes | str, file: str = "", encoding: str = "") -> Record:
    """The game of a text."""
    text = data if isinstance(data, str) else decode(data, encoding, file)
    lines = text.rstrip().splitlines() or [""]
    header = HEADER.fullmatch(lines[0].strip())
    if header is None or header[1] != header[2] or header[1].strip("0") == "":
        wanted = "'Piskvorky 20x20, 11:11, 0' or another square board"
        raise RecordError(f"got {lines[0][:40]!r}, expected {wanted}", file, 1)
    size, starter = int(header[1]), int(header[3])
    moves = _moves(lines, size, file)
    names, outcome = _trailer(lines, len(moves) + 1, file)
    times = [time or "0" for _, time in moves]
    winner, rule = outcome
    return Record(
        game="gomoku",
        options={"size": size, **({"rule": rule} if rule else {})},
        actions=np.array([action for action, _ in moves], np.int16),
        colours=alternating(BLACK, len(moves)),
        result=None if winner is None else _colour(winner, starter),
        black=names[starter],
        white=names[1 - starter],
        properties={"MS": times} if any(time != "0" for time in times) else {},
    )


def _colour(player: int, starter: int) -> int:
    """The colour of player 1 or 2, 0 for nobody."""
    return 0 if player == 0 else BLACK if player - 1 == starter else WHITE


def _moves(lines: Sequence[str], size: int, file: str) -> list[tuple[int, str | None]]:
    """Actions with their times: all lines after the header, up to one that is no move."""
    moves = []
    for number, line in enumerate(lines[1:], 2):
        move = MOVE.fullmatch(line.strip())
        if move is None:
            break
        column, row = int(move[1]), int(move[2])
        if not (1 <= column <= size and 1 <= row <= size):
            raise RecordError(f"{column},{row} is no point: expected 1,1 to {size},{size}", file, number)
        moves.append(((row - 1) * size + column - 1, move[3]))
    return moves


def _trailer(lines: Sequence[str], start: int, file: str) -> tuple[list[str], tuple[int | None, str]]:
    """The names, and who won under which rule, as far as they are said."""
    rest = [line.strip() for line in lines[start:]]
    names = ["", ""]
    if len(rest) >= 2 and not (END_CODE.fullmatch(rest[0]) and OUTCOME.fullmatch(rest[1])):
        names = ["" if name == human else name for name, human in zip(rest, HUMANS, strict=False)]
        rest, start = rest[2:], start + 2
    for number, (line, wanted) in enumerate(zip(rest, (END_CODE, OUTCOME), strict=False), start + 1):
        if not wanted.fullmatch(line):
            expected = (
                "a move, two names, or the number that ends a game" if wanted is END_CODE else "'1,Freestyle'"
            )
            raise RecordError(f"got {line[:40]!r}, expected {expected}", file, number)
    if len(rest) > 2:
        raise RecordError(f"got {rest[2][:40]!r}, expected the end", file, start + 3)
    outcome = OUTCOME.fullmatch(rest[1]) if len(rest) == 2 else None
    return names, (int(outcome[1]), RULE_NAMES.get(outcome[2].capitalize(), "")) if outcome else (None, "")


def write(path: str | Path, record: Record) -> None:
    """Keep a game as a file."""
    Path(path).write_text(text_of(record), encoding="utf-8", newline="\r\n")


def text_of(record: Record) -> str:
    """A game as text: player 1 is Black and began."""
    _check(record)
    size = record.size
    times = record.properties.get("MS", ())
    if len(times) != record.plies or not all(map(TIME.fullmatch, times)):
        times = ["0"] * record.plies
    lines = [f"Piskvorky {size}x{size}, 0:0, 0"]
    for action, time in zip(record.actions.tolist(), times, strict=True):
        lines.append(f"{action % size + 1},{action // size + 1},{time}")
    for name, human in zip((record.black, record.white), HUMANS, strict=True):
        lines.append(" ".join(name.split()) or human)
    lines.append("-1")
    if record.result is not None:
        winner = {BLACK: 1, WHITE: 2, 0: 0}[record.result]
        lines.append(f"{winner},{RULES.get(record.options.get('rule', ''), 'Gomoku')}")
    return "\n".join([*lines, ""])


def _check(record: Record) -> None:
    """Refuse what the format has no place for."""
    options = {name for name in record.options if name not in ("size", "rule")} - {"line"}
    if record.game != "gomoku" or options or record.options.get("line", 5) != 5:
        raise RecordError(
            f"PSQ holds Gomoku with rows of five, not {record.game} with {dict(record.options)}"
        )
    if record.setup or not np.array_equal(record.colours, alternating(BLACK, record.plies)):
        raise RecordError("PSQ holds games that begin on the empty board, black and white in turn")
    if (record.actions >= record.size**2).any():
        raise RecordError("PSQ has no passes")
    for name in (record.black, record.white):
        if MOVE.fullmatch(name.strip()):
            raise RecordError(f"PSQ would read the name {name!r} as a move")
