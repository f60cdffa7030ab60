"""SGF as it is meant: the main line of a game tree is a record, and a record is such a line.

Points are written from the top left, column before row: `[ab]` is column 0, row 1. A pass is `[]`,
on reading also `[tt]` where the board has no such point. Gomoku (GM[4]) has no page in the standard;
it is written like Go, and the names that its players use (`[h8]`) are read too. What SGF has no
property for stands in one of our own: `TENGEN[line:4]`, and `TENGEN[game:"hex"]` for a game without
a number in GM.
"""

import functools
import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from string import ascii_letters
from typing import Any

import numpy as np

from tengen.records import sgf_tree
from tengen.records.record import BLACK, WHITE, Record, RecordError
from tengen.records.sgf_tree import GameTree, Node, compose, escape, split, unescape

GAME_NUMBERS = {"go": 1, "reversi": 2, "gomoku": 4}
GAMES = {str(number): game for game, number in GAME_NUMBERS.items()}
SIZES = {"gomoku": 15, "reversi": 8}  # where SZ is missing; 19 for everything else
LARGEST = len(ascii_letters)
SETUP_LIMIT = 4  # stones set up, in boards: who writes more means no game
RULES = {"freestyle": "Freestyle", "exact": "Standard", "renju": "Renju"}  # Gomoku's rule and its name in RU
RULE_NAMES = {name.lower(): rule for rule, name in RULES.items()}
GO_RULES = "Chinese"  # what RU says unless the record knows better: area counting, no suicide

# What is understood of a root, besides moves and stones.
NAMES = ("FF", "GM", "CA", "AP", "SZ", "HA", "PL", "PB", "PW", "TENGEN")
PLAYS = {"B": BLACK, "W": WHITE}
STONES = {"AB": BLACK, "AW": WHITE, "AE": 0}
COLOURS = {"b": BLACK, "w": WHITE, "1": BLACK, "2": WHITE}
MOVES = {colour: name for name, colour in PLAYS.items()}

ENDINGS = {"resign": "R", "time": "T", "forfeit": "F"}
ENDING_NAMES = {
    **{name: name for name in ENDINGS},
    **{letter.lower(): name for name, letter in ENDINGS.items()},
    "resignation": "resign",
    "timeout": "time",
}
DRAWS = ("0", "draw", "jigo", "tie")
UNKNOWN = ("", "?", "void")
WON = re.compile(r"(b|w)(?:lack|hite)?\s*(?:\+|wins?\b|won\b)\s*(?:by\b)?\s*(.*)")
POINTS = re.compile(r"(\d+(?:[.,]\d+)?)(?:\s*points?)?")


def read(path: str | Path, encoding: str = "") -> Iterator[Record]:
    """The games of a file, one by one, without their variations."""
    return map(record_of, sgf_tree.read(path, encoding))


def parse(data: bytes | str, file: str = "", encoding: str = "") -> Iterator[Record]:
    """The games of a text, one by one, without their variations."""
    return map(record_of, sgf_tree.parse(data, file, encoding))


def write(path: str | Path, records: Iterable[Record]) -> None:
    """Keep games as one file."""
    Path(path).write_text(text_of(records), encoding="utf-8", newline="\n")


def text_of(records: Iterable[Record]) -> str:
    """Games as one SGF text, to be kept as UTF-8."""
    return sgf_tree.text_of(tree_of(record).root for record in records)


def record_of(tree: GameTree) -> Record:
    """The main line of a tree; what its root says beyond that is kept as it is."""
    root = _Root(tree)
    options = root.options()
    line = _MainLine(tree, options["size"], named=root.game == "gomoku")
    handicap = root.whole("HA", root.text("HA") or "0", 0, options["size"] ** 2)
    result, ending = root.result()
    return Record(
        game=root.game,
        options=options,
        actions=np.array(line.actions, np.int16),
        colours=np.array(line.colours, np.int8),
        first=COLOURS.get(root.text("PL").lower()[:1]) or _first(line.colours, handicap),
        setup=line.setup,
        handicap=handicap,
        result=result,
        ending=ending,
        black=root.text("PB"),
        white=root.text("PW"),
        properties={name: values for name, values in root.properties.items() if name not in root.understood},
    )


def _first(colours: Sequence[int], handicap: int) -> int:
    """Who moves first where nothing says so: who did, or White after a handicap."""
    if len(colours):
        return int(colours[0])
    return WHITE if handicap >= 2 else BLACK


class _Root:
    """What the first node says of the whole game, and which of its properties were understood."""

    def __init__(self, tree: GameTree) -> None:
        self.tree, self.properties = tree, tree.root.properties
        self.understood = {*NAMES, *PLAYS, *STONES}
        number = self.text("GM") or "1"
        self.own = self.private()
        self.game = str(self.own.pop("game", GAMES.get(number, "")))
        if not self.game:
            known = ", ".join(f"{number} for {game}" for number, game in GAMES.items())
            raise self.error("GM", f"a game known here ({known})")

    def text(self, name: str) -> str:
        return unescape(self.properties.get(name, [""])[0]).replace("\n", " ").strip()

    def error(self, name: str, wanted: str) -> RecordError:
        return self.tree.error(f"{name}[{self.text(name)[:30]}]: expected {wanted}", self.tree.root, name)

    def whole(self, name: str, text: str, low: int, high: int) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 9 and low <= int(text) <= high):
            raise self.error(name, f"a whole number from {low} to {high}")
        return int(text)

    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = {"size": self.size()}
        if self.game == "go" and "KM" in self.properties:
            options["komi"] = self.komi()
        rule = self.text("RU").lower()
        if self.game == "gomoku" and rule in RULE_NAMES:
            options["rule"] = RULE_NAMES[rule]
            self.understood.add("RU")
        elif self.game == "go" and rule == GO_RULES.lower():
            self.understood.add("RU")
        return self.own | options

    def private(self) -> dict[str, Any]:
        """What a program of this house has written where SGF has no place for it."""
        try:
            return {name: json.loads(value) for name, value in map(split, self.properties.get("TENGEN", ()))}
        except (ValueError, RecursionError) as error:
            raise self.error("TENGEN", "name:value, the value as in JSON") from error

    def size(self) -> int:
        text = self.text("SZ") or str(SIZES.get(self.game, 19))
        width, colon, height = text.partition(":")
        if colon and width != height:
            raise self.error("SZ", "a square board")
        return self.whole("SZ", width, 1, LARGEST)

    def komi(self) -> float:
        self.understood.add("KM")
        try:
            komi = float(self.text("KM").replace(",", ".") or 0)
        except ValueError:
            komi = math.nan
        if not math.isfinite(komi):
            raise self.error("KM", "a number")
        return komi

    def result(self) -> tuple[int | None, str]:
        """The result and how it came about; spellings that nobody uses stay among the properties."""
        text = self.text("RE").lower().rstrip(".")
        won = WON.fullmatch(text)
        if not won and text not in (*DRAWS, *UNKNOWN):
            return None, ""
        self.understood.add("RE")
        if not won:
            return (0, "") if text in DRAWS else (None, "void" if text == "void" else "")
        points = POINTS.fullmatch(won[2])
        ending = f"{float(points[1].replace(',', '.')):g}" if points else ENDING_NAMES.get(won[2], won[2])
        return COLOURS[won[1]], ending


class _MainLine:
    """The stones that are set up and the actions that follow."""

    def __init__(self, tree: GameTree, size: int, named: bool) -> None:
        self.tree, self.size = tree, size
        self.points = _points(size, named)
        self.setup: dict[int, int] = {}
        self.actions: list[int] = []
        self.colours: list[int] = []
        self.placed = 0
        for node in tree.main_line():
            if not STONES.keys().isdisjoint(node.properties):
                self.set_up(node)
            for name, values in node.properties.items():
                if name in PLAYS:
                    self.play(node, name, values)

    def play(self, node: Node, name: str, values: list[str]) -> None:
        if len(values) > 1:
            raise self.tree.error(f"{len(values)} points after {name}: a move has one", node, name)
        self.actions.append(self.action(node, name, values[0]))
        self.colours.append(PLAYS[name])

    def set_up(self, node: Node) -> None:
        if self.actions:
            raise self.tree.error(
                f"stones are set up after ply {len(self.actions)}: no game goes on so", node
            )
        for name, colour in STONES.items():
            for value in node.properties.get(name, ()):
                for point in self.rectangle(node, name, value):
                    if colour:
                        self.setup[point] = colour
                    else:
                        self.setup.pop(point, None)

    def rectangle(self, node: Node, name: str, value: str) -> list[int]:
        """The points of `ab`, or of `ab:cd`: all between two corners."""
        ends = [self.action(node, name, corner) for corner in value.split(":", 1)]
        rows, columns = ({end // self.size for end in ends}, {end % self.size for end in ends})
        points = [
            row * self.size + column
            for row in range(min(rows), max(rows) + 1)
            for column in range(min(columns), max(columns) + 1)
        ]
        self.placed += len(points)
        if self.size**2 in points or self.placed > SETUP_LIMIT * self.size**2:
            raise self.tree.error(f"{name}[{value[:20]}]: expected points, and each of them once", node, name)
        return points

    def action(self, node: Node, name: str, value: str) -> int:
        action = self.points.get(value)
        if action is None:
            action = self.points.get(value.strip())
        if action is None:
            last = ascii_letters[self.size - 1]
            wanted = f"two letters from a to {last}"
            raise self.tree.error(f"{name}[{value[:20]}]: expected a point, {wanted}", node, name)
        return action


@functools.cache
def _points(size: int, named: bool) -> dict[str, int]:
    """The action for everything that a point or a pass may be called."""
    points = {"tt": size * size, "": size * size} if size <= 19 else {"": size * size}
    for action in range(size * size):
        row, column = divmod(action, size)
        points[ascii_letters[column] + ascii_letters[row]] = action
        if named:
            points[f"{ascii_letters[column]}{size - row}"] = action
            points[f"{ascii_letters[column].swapcase()}{size - row}"] = action
    return points


def tree_of(record: Record) -> GameTree:
    """A record as a game tree of one line."""
    root = Node(_root_properties(record))
    node = root
    for action, colour in zip(record.actions.tolist(), record.colours.tolist(), strict=True):
        after = Node({MOVES[colour]: [_point(action, record.size)]})
        node.children.append(after)
        node = after
    return GameTree(root)


def _point(action: int, size: int) -> str:
    if action == size * size:
        return ""
    row, column = divmod(action, size)
    return ascii_letters[column] + ascii_letters[row]


def _root_properties(record: Record) -> dict[str, list[str]]:
    """What the first node says; texts become values, empty ones are left out."""
    options = dict(record.options)
    texts = {"FF": "4", "GM": str(GAME_NUMBERS.get(record.game, ""))}
    if record.game not in GAME_NUMBERS:
        options["game"] = record.game
    texts |= {"CA": "UTF-8", "SZ": str(options.pop("size"))}
    if record.game == "go":
        texts |= {"KM": str(options.pop("komi", "")), "RU": "" if "RU" in record.properties else GO_RULES}
    if record.game == "gomoku":
        texts["RU"] = RULES.get(options.pop("rule", ""), "")
    texts |= {"HA": str(record.handicap or ""), "PB": record.black, "PW": record.white, "RE": _re(record)}
    if record.first != _first(record.colours.tolist(), record.handicap):
        texts["PL"] = MOVES[record.first]
    root = {name: [escape(text)] for name, text in texts.items() if text}
    root["AP"] = ["tengen"]
    if options:
        root["TENGEN"] = [compose(name, json.dumps(value)) for name, value in options.items()]
    for name, values in record.properties.items():
        root.setdefault(name, list(values))
    for name, colour in (("AB", BLACK), ("AW", WHITE)):
        stones = [_point(point, record.size) for point, owner in record.setup.items() if owner == colour]
        if stones:
            root[name] = stones
    return root


def _re(record: Record) -> str:
    if record.result is None:
        return record.ending.capitalize()
    if record.result == 0:
        return "0"
    return f"{MOVES[record.result]}+{ENDINGS.get(record.ending, record.ending)}"
