"""The numbers that a step leaves in the curves of a run."""

import os
import resource
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from tengen.games.policies import WHOLE
from tengen.records.lesson import Lesson
from tengen.selfplay.resignation import Resignation
from tengen.training.learner import Learner
from tengen.training.window import Window

Figures = dict[str, float]
STATM = Path("/proc/self/statm")  # where Linux tells how much memory this process has


def of_games(lessons: Sequence[Lesson], resignation: Resignation, window: Window) -> Figures:
    """How the games of one iteration went."""
    results = np.array([lesson.record.result for lesson in lessons])
    turns = np.concatenate([lesson.turns[lesson.opening :] for lesson in lessons])
    taught = turns[turns["count"] > 0]
    outcomes = np.concatenate(
        [lesson.turns["colour"][lesson.opening :] * (lesson.record.result or 0) for lesson in lessons]
    )
    return {
        "games": len(lessons),
        "samples": len(taught),
        "plies": float(np.mean([lesson.record.plies for lesson in lessons])),
        "black wins": float(np.mean(results == 1)),
        "white wins": float(np.mean(results == -1)),
        "draws": float(np.mean(results == 0)),
        "resigned": float(np.mean([lesson.record.ending == "resign" for lesson in lessons])),
        "resignation level": resignation.level,
        "resigned wrongly": resignation.measured_error,
        "surprise": float(taught["surprise"].mean()),
        "root value error": float(np.mean((turns["value"] - outcomes) ** 2)),
        "target entropy": _entropy(lessons),
        "distinct games": len({lesson.record.actions.tobytes() for lesson in lessons}) / len(lessons),
        "window": window.samples,
    }


def of_learning(losses: Mapping[str, float], held_out: Mapping[str, float], learner: Learner) -> Figures:
    """How learning went."""
    return {
        **losses,
        **{f"held-out {name}": value for name, value in held_out.items()},
        "steps": learner.steps,
        "memory": resident_memory() / 1e6,
    }


def _entropy(lessons: Sequence[Lesson]) -> float:
    """The mean entropy of the policies that were learnt from, in nats."""
    shares = np.concatenate([lesson.entries["weight"] for lesson in lessons]) / WHOLE
    shares = shares[shares > 0]
    return float(-(shares * np.log(shares)).sum() / max(1, sum(lesson.samples for lesson in lessons)))


def resident_memory() -> int:
    """Bytes that this process has in memory now; where nobody can say, the most it ever had."""
    try:
        return int(STATM.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else 1024 * most
