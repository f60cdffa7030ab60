"""What a client of KataGo's analysis engine asks, checked: one query is one position or several."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tengen.engine.gtp_rules import rules_from, rules_named
from tengen.engine.gtp_words import COLOURS, Refusal
from tengen.engine.search import MOST
from tengen.engine.session import first, turned
from tengen.games.grid import BLACK, GO_LETTERS, WHITE, named
from tengen.games.position import Position, set_up

VIEWS = {"BLACK": BLACK, "WHITE": WHITE, "SIDETOMOVE": 0}
USUAL_KOMI = 7.5


class BadQuery(Exception):
    """A query that cannot be answered: what is wrong, and in which field."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where


@dataclass
class Query:
    """What is asked, of every turn that is named."""

    name: str
    turns: Mapping[int, Position]
    priorities: Mapping[int, int]
    visits: int
    seconds: float
    interval: float  # between reports on the way; infinite if none are wanted
    view: int  # whose values are told; 0: the side's to move
    avoid: Mapping[int, frozenset[int]]  # by turn
    ownership: bool
    policy: bool
    warnings: list[tuple[str, str]] = field(default_factory=list)  # texts and fields


def query_in(said: Mapping[str, Any], usual_visits: int) -> Query:
    """Read a query; BadQuery names what is wrong."""
    fields = _Fields(said)
    settings = _Fields(fields.mapping("overrideSettings"), "overrideSettings")
    warnings: list[tuple[str, str]] = []
    positions = _positions(fields, warnings)
    last = len(positions) - 1
    turns = fields.wholes("analyzeTurns", [last], last)
    priority = fields.whole("priority", 0, -(2**31), 2**31)
    given = fields.wholes("priorities", [priority] * len(turns), 2**31)
    if len(given) != len(turns):
        raise BadQuery("wants one number for each of analyzeTurns", "priorities")
    view = str(settings.value("reportAnalysisWinratesAs", "BLACK")).upper()
    if view not in VIEWS:
        raise BadQuery(f"is one of {', '.join(VIEWS)}", "overrideSettings")
    chosen = {turn: turned(positions[turn], None) for turn in turns}
    return Query(
        name=fields.name(),
        turns=chosen,
        priorities=dict(zip(turns, given, strict=True)),
        visits=fields.whole("maxVisits", usual_visits, 1, 2**62),
        seconds=settings.number("maxTime", math.inf, 0.0),
        interval=fields.number("reportDuringSearchEvery", math.inf, 0.001),
        view=VIEWS[view],
        avoid={turn: _avoided(fields, position) for turn, position in chosen.items()},
        ownership=bool(fields.value("includeOwnership", False)),
        policy=bool(fields.value("includePolicy", False)),
        warnings=warnings,
    )


class _Fields:
    """The fields of a query, or of one of its parts, each looked at closely."""

    def __init__(self, said: Mapping[str, Any], part: str = "") -> None:
        self._said, self._part = said, part

    def bad(self, key: str, wanted: str) -> BadQuery:
        return BadQuery(wanted, self._part or key)

    def value(self, key: str, usual: Any) -> Any:
        return self._said.get(key, usual)

    def name(self) -> str:
        if not isinstance(self.value("id", None), str):
            raise self.bad("id", "must be a string")
        return str(self._said["id"])

    def whole(self, key: str, usual: int, least: int, most: int) -> int:
        found = self.value(key, usual)
        if type(found) is not int or not least <= found <= most:
            raise self.bad(key, f"must be a whole number from {least} to {most}")
        return found

    def number(self, key: str, usual: float, least: float, most: float = 1e9) -> float:
        if key not in self._said:
            return usual
        found = self._said[key]
        if type(found) not in (int, float) or not least <= found <= most:
            raise self.bad(key, f"must be a number from {least:g} to {most:g}")
        return float(found)

    def wholes(self, key: str, usual: list[int], most: int) -> list[int]:
        found = self.value(key, usual)
        numbers = found if isinstance(found, list) else []
        if not numbers or any(type(one) is not int or abs(one) > most for one in numbers):
            raise self.bad(key, f"must be a list of whole numbers up to {most}")
        return numbers

    def mapping(self, key: str) -> Mapping[str, Any]:
        found = self.value(key, {})
        if not isinstance(found, dict):
            raise self.bad(key, "must be an object")
        return found

    def moves(self, key: str, size: int) -> list[tuple[int, int]]:
        """Colours and actions: [["B", "Q4"], ...]."""
        found = self.value(key, [])
        if not isinstance(found, list):
            raise self.bad(key, "must be a list of moves")
        return [(self.colour(key, pair), self.point(key, pair, size)) for pair in found]

    def colour(self, key: str, pair: Any) -> int:
        word = pair[0] if isinstance(pair, list) and len(pair) == 2 else None
        if not isinstance(word, str) or word.lower() not in COLOURS:
            raise self.bad(key, 'wants moves such as ["B", "Q4"]')
        return COLOURS[word.lower()]

    def point(self, key: str, pair: Any, size: int) -> int:
        try:
            return named(pair[1] if isinstance(pair[1], str) else "?", size, GO_LETTERS)
        except ValueError as error:
            raise self.bad(key, str(error)) from None


def _positions(fields: _Fields, warnings: list[tuple[str, str]]) -> list[Position]:
    """The position before every move, and after the last one."""
    width = fields.whole("boardXSize", 19, 2, 19)
    if fields.whole("boardYSize", 19, 2, 19) != width:
        raise BadQuery("must be as boardXSize: boards are square here", "boardYSize")
    komi = fields.number("komi", USUAL_KOMI, -1e6, 1e6)
    if 2 * komi != int(2 * komi):
        raise BadQuery("must be a multiple of 0.5", "komi")
    options = {"size": width, "komi": komi, **_rules(fields, warnings)}
    stones = fields.moves("initialStones", width)
    played = fields.moves("moves", width)
    positions = [_start(options, stones, _begins(fields, played, stones))]
    for number, (colour, action) in enumerate(played):
        try:
            positions.append(turned(positions[-1], colour).play(action))
        except ValueError as error:
            raise BadQuery(f"illegal move {number}: {error}", "moves") from None
    return positions


def _begins(fields: _Fields, played: list[tuple[int, int]], stones: list[tuple[int, int]]) -> int:
    """Who moves first; where nobody says so who did, else White after a handicap."""
    said = fields.value("initialPlayer", None)
    if said is not None:
        return fields.colour("initialPlayer", [said, ""])
    if played:
        return played[0][0]
    return WHITE if stones and all(colour == BLACK for colour, _ in stones) else BLACK


def _start(options: dict[str, Any], stones: list[tuple[int, int]], to_move: int) -> Position:
    black, white = ([point for colour, point in stones if colour == each] for each in (BLACK, WHITE))
    try:
        return set_up("go", black, white, to_move, **first("go", options).options)
    except ValueError as error:
        raise BadQuery(str(error), "initialStones") from None


def _rules(fields: _Fields, warnings: list[tuple[str, str]]) -> dict[str, Any]:
    """Options for rules by name or spelt out; for others those of Tromp and Taylor, with a warning."""
    said = fields.value("rules", "tromp-taylor")
    try:
        return rules_named(said) if isinstance(said, str) else rules_from(said)
    except Refusal as refusal:
        warnings.append((f"{refusal}; tromp-taylor is taken instead", "rules"))
        return rules_named("tromp-taylor")


def _avoided(fields: _Fields, position: Position) -> frozenset[int]:
    """What the side to move shall not look at, at the root."""
    avoid = set[int]()
    for key in ("avoidMoves", "allowMoves"):
        parts = fields.value(key, [])
        if not isinstance(parts, list):
            raise BadQuery("must be a list", key)
        for part in parts:
            entry = part if isinstance(part, dict) else {}
            words = entry.get("moves")
            pairs = [[entry.get("player"), word] for word in words] if isinstance(words, list) else [None]
            moves = _Fields({key: pairs}).moves(key, position.size)
            named_ones = {action for colour, action in moves if colour == position.to_move}
            if named_ones:
                legal = set(position.legal().tolist())
                avoid |= named_ones if key == "avoidMoves" else legal - named_ones
    if not position.over and not set(position.legal().tolist()) - avoid:
        raise BadQuery("leaves no move", "avoidMoves")
    return frozenset(avoid)


def simulations_for(visits: int) -> int:
    """Simulations that lead to so many visits: the first one is the root's."""
    return min(max(visits - 1, 1), MOST)
