"""Dialogues with clients: what they send, and the exact answers, replayed from files.

A file begins with the options of `tengen` in one line after `#`. A line after `>` is sent; what follows it
comes back, but for the empty lines that end answers.
"""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tengen.engine.gtp import Gtp
from tengen.engine.session import Session
from tengen.games.position import Position
from tengen.network.plain import UniformEvaluator
from tengen.search.forest import Evaluator

DATA = Path(__file__).parent / "data"
PATIENCE = 120  # times that whoever thinks looks up before the next line has come


def uniform(position: Position) -> Evaluator:
    """Nobody who knows anything."""
    return UniformEvaluator(has_pass=position.game == "go")


class Ticking:
    """A time source that goes on a hundredth of a second whenever it is asked."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        self.seconds += 0.01
        return self.seconds


class Ears:
    """The next line comes when somebody has looked up often enough; urgent ones never do."""

    def __init__(self) -> None:
        self.looks = 0

    def waiting(self) -> bool:
        self.looks += 1
        return self.looks % PATIENCE == 0

    def urgent(self) -> str:
        return ""


def turns_of(file: Path) -> Iterator[tuple[str, str]]:
    """What is sent and what comes back."""
    _, *turns = ("\n" + file.read_text(encoding="utf-8")).split("\n>")
    for turn in turns:
        sent, _, answer = turn.partition("\n")
        yield sent.removeprefix(" "), answer.strip("\n")


def options_of(file: Path) -> dict[str, str]:
    """`# game=go compat=lizzie`."""
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    return dict(word.split("=") for word in first.removeprefix("#").split())


def answers(file: Path, obey: Callable[[str], object], paper: io.StringIO) -> Iterator[tuple[str, str, str]]:
    """What is sent, what should come back, and what does."""
    for sent, wanted in turns_of(file):
        paper.seek(0)
        paper.truncate()
        obey(sent)
        yield sent, wanted, paper.getvalue().strip("\n")


class Paper:
    """A session that speaks GTP, for a test that asks it one thing after the other."""

    def __init__(
        self,
        game: str = "go",
        evaluators: Callable[[Position], Evaluator] = uniform,
        simulations: int = 20,
        **options: Any,
    ) -> None:
        self.session = Session(evaluators, game, simulations=simulations, now=Ticking(), **options)
        self._text = io.StringIO()
        self._gtp = Gtp(self.session, Ears(), self._text.write)

    def says(self, line: str) -> str:
        """The answer, without what frames it."""
        self._text.seek(0)
        self._text.truncate()
        self._gtp.obey(line)
        return self._text.getvalue().strip("\n")
