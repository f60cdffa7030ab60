"""A position as text: one line that names the game, then the board as it is drawn.

    gomoku size=5 rule=freestyle line=4, ply 3, White to move
       A B C D E
     5 . . . . . 5
     4 . . X . . 4
     3 . . O . . 3
     2 . .(X). . 2
     1 . . . . . 1
       A B C D E

X is black, O is white; the last stone stands between parentheses; where the last action was a pass,
the first line says so: `ply 3, last pass, White to move`. What the board does not show
(how it came about, and so which boards a superko forbids) is not in the text: a record keeps that.
"""

import re
from typing import Any

import numpy as np

from tengen.games import base, grid
from tengen.games.position import Position, set_up

MARKS = {grid.EMPTY: ".", grid.BLACK: "X", grid.WHITE: "O"}
STONES = {mark: colour for colour, mark in MARKS.items()}
ENDINGS = {grid.BLACK: "Black won", grid.WHITE: "White won", 0: "drawn"}
TURNS = {colour: f"{name} to move" for colour, name in grid.COLOUR_NAMES.items()}
ENDS = "|".join([*TURNS.values(), *ENDINGS.values()])
GAME, PLY = r"(?P<game>\w+)(?P<options>( \w+=\S+)*)", r"ply (?P<ply>\d{1,5})(?P<passed>, last pass)?"
HEADLINE = re.compile(rf"{GAME}, {PLY}, (?P<end>{ENDS})")
ROW = re.compile(r"\s*(?P<number>\d{1,2})(?P<cells>[ .XO()]+)(?P=number)\s*")


def headline(position: Position) -> str:
    """The game, its settings, the ply and whose turn it is, in one line."""
    settings = "".join(f" {name}={value}" for name, value in position.options.items())
    turn = TURNS[position.to_move] if position.result is None else ENDINGS[position.result]
    passed = ", last pass" if position.last == position.size**2 else ""
    return f"{position.game}{settings}, ply {position.ply}{passed}, {turn}"


def draw(position: Position) -> str:
    """The headline and the board with its coordinates."""
    size, last = position.size, position.last
    letters = "   " + "".join(f" {position.name(column)[0]}" for column in range(size))
    lines = [headline(position), letters]
    for row, stones in enumerate(position.board):
        cells = "".join(f" {MARKS[int(stone)]}" for stone in stones) + " "
        if last is not None and last // size == row:
            at = 2 * (last % size)
            cells = f"{cells[:at]}({cells[at + 1]}){cells[at + 3 :]}"
        lines.append(f" {size - row:2}{cells}{size - row}")
    return "\n".join([*lines, letters])


def read(text: str) -> Position:
    """The position that such a text shows."""
    lines = text.strip().splitlines() or [""]
    head = HEADLINE.fullmatch(lines[0].strip())
    if head is None:
        raise ValueError(f"line 1 is {lines[0][:60]!r}: expected 'GAME size=N ..., ply N, Black to move'")
    rows = [row for row in map(ROW.fullmatch, lines) if row]
    options = _options(head["game"], head["options"])
    size, numbers = options.get("size"), [int(row["number"]) for row in rows]
    if not isinstance(size, int | float):
        raise ValueError(f"line 1 gives {head['game']} no size: expected 'GAME size=N ...'")
    if len(numbers) != size or numbers != list(range(len(numbers), 0, -1)):
        raise ValueError(f"the drawing has rows {numbers}: expected {size} to 1, each number at both ends")
    return _position(head, options, [row["cells"] for row in rows])


def _options(game: str, words: str) -> dict[str, Any]:
    options = {}
    for word in words.split():
        name, _, value = word.partition("=")
        if name not in ("size", *base.game(game).OPTIONS):
            raise ValueError(f"line 1 gives {game} an option {name!r}, which it does not have")
        options[name] = _value(value)
    return options


def _value(word: str) -> Any:
    if word in ("True", "False"):
        return word == "True"
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word


def _position(head: re.Match[str], options: dict[str, Any], rows: list[str]) -> Position:
    size, end = options["size"], head["end"]
    board = np.array([_stones(cells, size) for cells in rows], np.int8)
    black, white = (np.flatnonzero(board == colour).tolist() for colour in (grid.BLACK, grid.WHITE))
    to_move = grid.WHITE if end == TURNS[grid.WHITE] else grid.BLACK  # means nothing in a finished game
    state = set_up(head["game"], black, white, to_move, ply=int(head["ply"]), **options).state
    if end in ENDINGS.values():
        state.over = True
        state.result = next(result for result, words in ENDINGS.items() if words == end)
    elif state.over:
        raise ValueError(f"line 1 says {end!r}, but on this board the game is over")
    marked = [size * size] if head["passed"] else []
    marked += [row * size + cells.index("(") // 2 for row, cells in enumerate(rows) if "(" in cells]
    if marked and state.ply:
        state.recent[(state.ply - 1) % base.RECENT] = marked[0]
    return Position(state)


def _stones(cells: str, size: int) -> list[int]:
    marks = cells[1::2]
    if len(marks) != size or not set(marks) <= set(STONES):
        raise ValueError(f"a row of the drawing is {cells!r}: expected {size} of X, O and .")
    return [STONES[mark] for mark in marks]
