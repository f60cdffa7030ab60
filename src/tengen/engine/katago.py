"""KataGo's analysis engine: queries in, answers out as they are ready, one JSON object a line.

All queries are searched side by side, a step at a time: always one of those with the highest priority, the
oldest first. So an urgent question does not wait for a long one, and a word is heard at every step.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from tengen import __version__
from tengen.engine.analysis import Analysis, outlook
from tengen.engine.clock import Now, Watch
from tengen.engine.evaluators import name_of
from tengen.engine.gtp_words import vertex_name
from tengen.engine.katago_query import BadQuery, Query, query_in, simulations_for
from tengen.engine.opinion import opinion
from tengen.engine.search import Search
from tengen.engine.session import MEMORY
from tengen.engine.worth import Scores, lower_bound, win_rate
from tengen.games.grid import BLACK
from tengen.games.position import Position, new
from tengen.search.findings import Candidate
from tengen.search.forest import Evaluator

ECHOED = ("id", "action", "terminateId", "turnNumbers")


class Source(Protocol):
    """Lines, and whether one has come."""

    def waiting(self) -> bool:
        """Whether a line, or the end, has come."""

    def __iter__(self) -> Iterator[str]: ...


class Job:
    """The analysis of one turn of a query."""

    def __init__(self, query: Query, turn: int, number: int, evaluator: Evaluator, now: Now) -> None:
        self.query, self.turn, self.evaluator = query, turn, evaluator
        self.rank = (-query.priorities[turn], number)
        self._now = now
        self._search: Search | None = None  # not before its turn comes: it takes memory
        self._watch: Watch | None = None
        self._due = query.interval
        self._scores = Scores(evaluator)

    @property
    def position(self) -> Position:
        """What is analysed."""
        return self.query.turns[self.turn]

    @property
    def begun(self) -> bool:
        """Whether there is anything to tell."""
        return self._search is not None and self._search.simulations > 0

    def step(self) -> tuple[bool, bool]:
        """Search a little; whether it is done, and whether a report on the way is due."""
        query = self.query
        if self._search is None or self._watch is None:
            simulations = simulations_for(query.visits)
            self._search = Search(self.position, self.evaluator, simulations, MEMORY, query.avoid[self.turn])
            self._watch = Watch(self._now)
        more = self._search.step()
        seconds = self._watch.read()
        done = self.begun and (not more or self._search.simulations >= simulations_for(query.visits))
        done = done or (self.begun and seconds >= query.seconds)
        due = self.begun and not done and seconds >= self._due
        if due:
            self._due = seconds + query.interval
        return done, due

    def report(self, during: bool) -> dict[str, Any]:
        """What has been found so far."""
        if self._search is None or not self.begun:
            return {**self._head(during), "noResults": True}
        analysis = Analysis(self.position, self._search.found(), *outlook(self.position, self.evaluator))
        self._scores.look_up(analysis)
        view = self.query.view or self.position.to_move
        sign = view * self.position.to_move  # turns what the side to move sees
        report = self._head(during)
        report["moveInfos"] = [
            self._move_info(analysis, order, each, sign)
            for order, each in enumerate(analysis.found.candidates)
        ]
        report["rootInfo"] = self._root_info(analysis, sign)
        if self.query.ownership and analysis.ownership is not None:
            report["ownership"] = _rounded(analysis.ownership * sign)
        if self.query.policy:
            report["policy"] = self._policy()
        return report

    def _head(self, during: bool) -> dict[str, Any]:
        return {"id": self.query.name, "turnNumber": self.turn, "isDuringSearch": during}

    def _move_info(self, analysis: Analysis, order: int, each: Candidate, sign: int) -> dict[str, Any]:
        size, score = analysis.position.size, sign * self._scores.after(analysis, each)
        return {
            "move": vertex_name(each.action, size),
            "visits": each.visits,
            "edgeVisits": each.visits,
            "winrate": _seen(win_rate(each), sign),
            "lcb": _seen(lower_bound(each), sign),
            "utility": _plain(sign * each.value),
            "utilityLcb": _plain(sign * (2 * lower_bound(each) - 1)),
            "scoreLead": _plain(score),
            "scoreMean": _plain(score),
            "scoreSelfplay": _plain(score),
            "scoreStdev": 0.0,  # nobody here can tell
            "prior": _plain(each.prior),
            "order": order,
            "pv": [vertex_name(action, size) for action in each.line],
        }

    def _root_info(self, analysis: Analysis, sign: int) -> dict[str, Any]:
        position, found = analysis.position, analysis.found
        lead = _plain(sign * (analysis.score or 0.0))
        return {
            "currentPlayer": "B" if position.to_move == BLACK else "W",
            "visits": found.visits,
            "winrate": _seen(analysis.win_rate, sign),
            "utility": _plain(sign * found.value),
            "scoreLead": lead,
            "scoreSelfplay": lead,
            "rawWinrate": _seen(0.5 + 0.5 * found.evaluation, sign),
            "rawLead": lead,
            "thisHash": f"{hash(position) % 2**64:016X}",
        }

    def _policy(self) -> list[float]:
        """The network's; -1 where nobody may play."""
        shares = [-1.0] * (self.position.size**2 + 1)
        policy = opinion(self.position, self.evaluator).policy
        for action in self.position.legal().tolist():
            shares[action] = _plain(float(policy[action]))
        return shares


class Katago:
    """Answers queries; `write` gets every line at once."""

    def __init__(
        self,
        evaluators: Callable[[Position], Evaluator],
        write: Callable[[str], object],
        now: Now,
        visits: int = 200,
    ) -> None:
        self._evaluators, self._write, self._now, self._visits = evaluators, write, now, visits
        self._jobs: list[Job] = []
        self._count = 0

    @property
    def busy(self) -> bool:
        """Whether something is not answered yet."""
        return bool(self._jobs)

    def obey_all(self, lines: Source) -> None:
        """Until the lines end and all is answered."""
        coming: Iterator[str] = iter(lines)
        ended = False
        while self._jobs or not ended:
            if not ended and (not self._jobs or lines.waiting()):
                try:
                    self.obey(next(coming))
                except StopIteration:
                    ended = True
            else:
                self.work()

    def work(self) -> None:
        """One step of the most urgent job."""
        job = min(self._jobs, key=lambda each: each.rank)
        try:
            done, due = job.step()
        except (ValueError, MemoryError) as error:
            self._jobs.remove(job)
            self._say({"error": str(error) or "out of memory", "id": job.query.name})
            return
        if done:
            self._jobs.remove(job)
        if done or due:
            self._say(job.report(during=due))

    def obey(self, line: str) -> None:
        """One line; a blank one says nothing."""
        if not line.strip():
            return
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            self._say({"error": "could not parse the line as a JSON object"})
            return
        try:
            if "action" in said:
                self._act(said)
            else:
                self._ask(said)
        except (BadQuery, ValueError, OverflowError) as error:
            where = {"field": error.where} if isinstance(error, BadQuery) and error.where else {}
            name = {"id": said["id"]} if isinstance(said.get("id"), str) else {}
            self._say({"error": str(error), **name, **where})

    def _ask(self, said: Mapping[str, Any]) -> None:
        query = query_in(said, self._visits)
        evaluators = {turn: self._evaluators(position) for turn, position in query.turns.items()}
        for text, where in query.warnings:
            self._say({"warning": text, "id": query.name, "field": where})
        for turn in query.turns:
            self._count += 1
            self._jobs.append(Job(query, turn, self._count, evaluators[turn], self._now))

    def _act(self, said: Mapping[str, Any]) -> None:
        action = said["action"]
        answer = {key: said[key] for key in ECHOED if key in said}
        if action == "query_version":
            answer |= {"version": __version__, "git_hash": ""}
        elif action == "query_models":
            answer |= {"models": [{"name": name_of(self._evaluators(new("go", size=9)))}]}
        elif action in ("terminate", "terminate_all"):
            self._terminate(said)
        elif action != "clear_cache":
            raise BadQuery("is not known", "action")
        self._say(answer)

    def _terminate(self, said: Mapping[str, Any]) -> None:
        """End jobs by the id of their query, or only some of its turns; they tell what they have."""
        name, turns = said.get("terminateId"), said.get("turnNumbers")
        if said["action"] == "terminate" and not isinstance(name, str):
            raise BadQuery("must be a string", "terminateId")
        if turns is not None and not isinstance(turns, list):
            raise BadQuery("must be a list", "turnNumbers")
        for job in list(self._jobs):
            meant = said["action"] == "terminate_all" or job.query.name == name
            if meant and (turns is None or job.turn in turns):
                self._jobs.remove(job)
                self._say(job.report(during=False))

    def _say(self, what: Mapping[str, Any]) -> None:
        self._write(json.dumps(what) + "\n")


def _seen(share: float, sign: int) -> float:
    """A chance to win, seen by one side or the other."""
    return _plain(share if sign > 0 else 1 - share)


def _plain(value: float) -> float:
    """Six decimals, and no zero below zero."""
    return round(value, 6) + 0.0


def _rounded(values: Any) -> list[float]:
    return [_plain(value) for value in values.ravel().tolist()]
