"""What people see of training: a step that is under way, and a report of each that is done."""

import time
from dataclasses import dataclass, field

from tengen.records.lesson import Lesson


@dataclass
class Report:
    """One step that is done and written."""

    step: str  # playing, learning or evaluating
    iteration: int
    seconds: float = 0.0  # of training, since the run began
    numbers: dict[str, float] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)  # what a person should know


@dataclass
class Progress:
    """The step under way; the loop writes, whoever shows it reads."""

    step: str = "starting"
    iteration: int = 0
    done: int = 0
    wanted: int = 0
    games: int = 0  # finished in this step
    evaluations: int = 0  # that the network made for them
    since: float = field(default_factory=time.monotonic)
    before: float = 0.0  # seconds of training before this step

    def begin(self, step: str, iteration: int, wanted: int, before: float) -> None:
        """A step begins."""
        self.step, self.iteration, self.wanted, self.before = step, iteration, wanted, before
        self.done, self.games, self.evaluations, self.since = 0, 0, 0, time.monotonic()

    def count_games(self, lessons: list[Lesson], evaluations: int) -> None:
        """A batch of self-play was evaluated, and some games have ended."""
        self.evaluations += evaluations
        self.games += len(lessons)
        self.done += sum(lesson.samples for lesson in lessons)

    def count_step(self, *_: object) -> None:
        """One more of what the step consists of is done."""
        self.done += 1

    @property
    def lasted(self) -> float:
        """Seconds since the step began."""
        return time.monotonic() - self.since

    @property
    def share(self) -> float:
        """How much of the step is done."""
        return min(1.0, self.done / self.wanted) if self.wanted else 0.0

    def rates(self) -> dict[str, float]:
        """How fast this step plays."""
        lasted = max(self.lasted, 1e-9)
        return {"games/s": self.games / lasted, "evaluations/s": self.evaluations / lasted}
