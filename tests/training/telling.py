"""`tengen train` in a process that tells, on stderr, of everything it does; it is there to be killed.

The first argument says at which instant it kills itself: `committing:3` just before its third commit; `never`
leaves that to others. The rest are those of the command.
"""

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

from tengen import cli
from tengen.runs import atomic
from tengen.runs.store import Store
from tengen.training.progress import Progress


class Teller:
    """Counts what happens, and puts an end to it at one instant."""

    def __init__(self, doom: str) -> None:
        stage, _, count = doom.partition(":")
        self.doom, self.seen = (stage, int(count or 0)), Counter[str]()

    def tell(self, stage: str) -> None:
        """Something has happened."""
        self.seen[stage] += 1
        if (stage, self.seen[stage]) == self.doom:
            os.kill(os.getpid(), signal.SIGKILL)
        print(stage, file=sys.stderr, flush=True)

    def told(self, function: Callable[..., Any], stage: str = "") -> Callable[..., Any]:
        """A function that tells when it has done its work; without a stage, that of the progress."""

        def telling(*arguments: Any, **rest: Any) -> Any:
            answer = function(*arguments, **rest)
            self.tell(stage or arguments[0].step.partition(" ")[0])
            return answer

        return telling


def main(doom: str, *arguments: str) -> None:
    """Train, and tell."""
    teller = Teller(doom)
    Progress.count_games = teller.told(Progress.count_games)  # type: ignore[method-assign]
    Progress.count_step = teller.told(Progress.count_step)  # type: ignore[method-assign]
    Store.point_at = teller.told(Store.point_at, "committing")  # type: ignore[method-assign]
    # Before a file gets its name, when it has got it, and some others.
    atomic.os.fsync = teller.told(os.fsync, "writing")  # type: ignore[attr-defined]
    cli.app(("train", *arguments))


if __name__ == "__main__":
    main(*sys.argv[1:])
