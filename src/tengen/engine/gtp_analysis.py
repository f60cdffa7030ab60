"""GTP's analysis: reports that go on until the next line comes, in the words of Leela Zero and of KataGo."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from tengen.engine.analysis import Analysis, Floats, outlook
from tengen.engine.gtp_words import (
    COLOURS,
    SYNTAX,
    Command,
    Desk,
    Refusal,
    Words,
    colour_in,
    number_in,
    take,
    vertex_in,
    vertex_name,
    whole_in,
)
from tengen.engine.opinion import opinion
from tengen.games.grid import SYMMETRIES
from tengen.games.position import Position
from tengen.search.findings import Candidate
from tengen.search.forest import Evaluator

USUAL_INTERVAL = 1.0  # seconds
SHORTEST_INTERVAL = 0.01
SCORED = 12  # candidates, of the best, whose scores are looked up
SURE = 1.96  # standard deviations below the mean: the lower bound of a chance to win
FLAGS = ("ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev", "pvVisits", "rootInfo")


@dataclass
class Request:
    """What the words after an analysis command ask for."""

    colour: int
    interval: float = USUAL_INTERVAL
    most: int = 1000  # candidates to show
    avoid: set[int] = field(default_factory=set)
    flags: set[str] = field(default_factory=set)


def request_in(desk: Desk, words: Words) -> Request:
    """The words `[colour] [interval] [key value]...` say it."""
    rest, request = list(words), Request(desk.position.to_move)
    if rest and rest[0].lower() in COLOURS:
        request.colour = colour_in(rest.pop(0))
    if rest and not rest[0].isalpha():
        request.interval = _interval(rest.pop(0))
    position = desk.position_for(request.colour)
    while rest:
        key = rest.pop(0)
        if key in ("avoid", "allow"):
            (colour, points, depth), rest = take(rest[:3], 3), rest[3:]
            actions = {vertex_in(word, position.size) for word in points.split(",")}
            if whole_in(depth) > 0 and colour_in(colour) == request.colour:
                legal = set(position.legal().tolist())
                request.avoid |= actions if key == "avoid" else legal - actions
            continue
        (value,), rest = take(rest[:1], 1), rest[1:]
        if key == "interval":
            request.interval = _interval(value)
        elif key == "maxmoves":
            request.most = max(0, whole_in(value))
        elif key == "minmoves":
            whole_in(value)  # all that were looked at are shown
        elif key in FLAGS and value in ("true", "false"):
            request.flags.update([key] * (value == "true"))
        else:
            raise Refusal(SYNTAX)
    return request


def _interval(word: str) -> float:
    return max(number_in(word) / 100, SHORTEST_INTERVAL)


def analyze(desk: Desk, words: Words, show: "Show") -> Iterator[str]:
    """Report until a line comes, whatever it says."""
    request = request_in(desk, words)
    session = desk.session
    try:
        reports = session.analyse(request.colour, desk.ears.waiting, request.interval, request.avoid)
    except ValueError as error:
        raise Refusal(str(error)) from None
    return _until_something_comes(desk, reports, show(session.evaluator, request))


def _until_something_comes(desk: Desk, reports: Iterable[Analysis], tell: "Tell") -> Iterator[str]:
    for each in reports:
        if desk.ears.waiting():  # what was found last is of no more interest
            return
        yield tell(each)


def genmove_analyze(desk: Desk, words: Words, show: "Show") -> Iterator[str]:
    """Report while thinking about a move, then play it; other lines wait."""
    request = request_in(desk, words)
    session, urgent = desk.session, desk.ears.urgent
    try:
        reports = session.thinking(request.colour, urgent, request.interval, request.avoid)
    except ValueError as error:
        raise Refusal(str(error)) from None
    return _until_played(desk, reports, show(session.evaluator, request))


def _until_played(desk: Desk, reports: Iterable[Analysis], tell: "Tell") -> Iterator[str]:
    for each in reports:
        yield tell(each)
    yield f"play {desk.decide(each)}"


Tell = Callable[[Analysis], str]
Show = Callable[[Evaluator, Request], Tell]


def leela(evaluator: Evaluator, request: Request) -> Tell:
    """Whole numbers: ten thousandths."""

    def info(position: Position, order: int, each: Candidate) -> str:
        return (
            f"info move {vertex_name(each.action, position.size)} visits {each.visits}"
            f" winrate {_parts(win_rate(each))} prior {_parts(each.prior)} lcb {_parts(lower_bound(each))}"
            f" order {order} pv {_line(position, each)}"
        )

    def tell(analysis: Analysis) -> str:
        shown = enumerate(analysis.found.candidates[: request.most])
        return " ".join(info(analysis.position, order, each) for order, each in shown)

    return tell


def katago(evaluator: Evaluator, request: Request) -> Tell:
    """Floats, with scores, and whose each point will be if that is asked for."""
    scores = Scores(evaluator)

    def info(analysis: Analysis, order: int, each: Candidate) -> str:
        score = scores.after(analysis, each, order < SCORED)
        return (
            f"info move {vertex_name(each.action, analysis.position.size)} visits {each.visits}"
            f" edgeVisits {each.visits} utility {number(each.value)} winrate {number(win_rate(each))}"
            f" scoreMean {number(score)} scoreLead {number(score)} scoreSelfplay {number(score)}"
            f" prior {number(each.prior)} lcb {number(lower_bound(each))}"
            f" utilityLcb {number(2 * lower_bound(each) - 1)} order {order}"
            f" pv {_line(analysis.position, each)}"
        )

    def tell(analysis: Analysis) -> str:
        shown = enumerate(analysis.found.candidates[: request.most])
        parts = [info(analysis, order, each) for order, each in shown]
        if "rootInfo" in request.flags:
            parts.append(_root_info(analysis))
        if "ownership" in request.flags and analysis.ownership is not None:
            parts.append("ownership " + _floats(analysis.ownership))
        return " ".join(parts)

    return tell


class Scores:
    """The scores after candidates, each looked up once; as the side to move before them sees it."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator, self._known = evaluator, dict[int, float]()

    def after(self, analysis: Analysis, candidate: Candidate, ask: bool = True) -> float:
        """The score after this one; where it is not known the one before, and 0 where nobody can tell."""
        if candidate.action not in self._known:
            if analysis.score is None or not ask:
                return analysis.score or 0.0
            after = analysis.position.play(candidate.action)
            if after.over:
                score = after.score * analysis.position.to_move
            else:
                score = -(outlook(after, self._evaluator)[0] or 0.0)
            self._known[candidate.action] = score
        return self._known[candidate.action]


def _root_info(analysis: Analysis) -> str:
    return (
        f"rootInfo visits {analysis.found.visits} utility {number(analysis.found.value)}"
        f" winrate {number(analysis.win_rate)} scoreLead {number(analysis.score or 0.0)}"
        f" scoreSelfplay {number(analysis.score or 0.0)}"
    )


def win_rate(candidate: Candidate) -> float:
    """The chance to win with it, in [0, 1]."""
    return 0.5 + 0.5 * candidate.value


def lower_bound(candidate: Candidate) -> float:
    """Below which that chance hardly is, going by the visits."""
    rate = min(max(win_rate(candidate), 0.0), 1.0)
    return max(0.0, rate - SURE * math.sqrt(rate * (1 - rate) / candidate.visits))


def number(value: float) -> str:
    """Six decimals, and no zero below zero."""
    return f"{round(value, 6) + 0.0:.6f}"


def _parts(share: float) -> int:
    return round(10_000 * share)


def _line(position: Position, candidate: Candidate) -> str:
    return " ".join(vertex_name(action, position.size) for action in candidate.line)


def _floats(values: Floats) -> str:
    return " ".join(number(value) for value in values.ravel().tolist())


def raw_nn(desk: Desk, words: Words) -> str:
    """What the network says before any search, of the board turned by a symmetry, or by all of them."""
    word = take(words, 1)[0] if words else "0"
    symmetries = range(SYMMETRIES) if word == "all" else [whole_in(word)]
    if not 0 <= symmetries[0] < SYMMETRIES:
        raise Refusal(SYNTAX)
    position = desk.position_for(desk.position.to_move)
    evaluator = desk.session.evaluator
    return "\n".join(_raw(position, evaluator, symmetry) for symmetry in symmetries)


def _raw(position: Position, evaluator: Evaluator, symmetry: int) -> str:
    """KataGo's keys, one on a line; everything is White's."""
    said = opinion(position, evaluator, symmetry)
    size, white = position.size, -position.to_move
    win, draw, loss = said.outcome[::white]
    score = (said.score or 0.0) * white
    policy = np.full(size * size + 1, np.nan, np.float32)
    legal = position.legal()
    policy[legal] = said.policy[legal]
    ownership = np.zeros((size, size), np.float32) if said.ownership is None else said.ownership * white
    lines = [
        f"symmetry {symmetry}",
        f"whiteWin {number(win)}",
        f"whiteLoss {number(loss)}",
        f"noResult {number(draw)}",
        f"whiteLead {number(score)}",
        f"whiteScoreSelfplay {number(score)}",
        f"whiteScoreSelfplaySq {number(score * score)}",
        "policy",
        *(_row(row) for row in policy[:-1].reshape(size, size)),
        f"policyPass {number(policy[-1])}".replace("nan", "NAN"),
        "whiteOwnership",
        *(_row(row) for row in ownership),
    ]
    return "\n".join(lines)


def _row(row: Floats) -> str:
    return _floats(row).replace("nan", "NAN")


COMMANDS: dict[str, Command] = {
    "lz-analyze": lambda desk, words: analyze(desk, words, leela),
    "kata-analyze": lambda desk, words: analyze(desk, words, katago),
    "lz-genmove_analyze": lambda desk, words: genmove_analyze(desk, words, leela),
    "kata-genmove_analyze": lambda desk, words: genmove_analyze(desk, words, katago),
    "kata-raw-nn": raw_nn,
}
