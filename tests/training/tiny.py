"""Runs so small that a whole one takes a second."""

from pathlib import Path

from tengen import config
from tengen.runs import folder
from tengen.runs.folder import Run
from tengen.training.loop import Loop
from tengen.training.progress import Report

CHANGES = (
    "network.blocks=1",
    "network.channels=8",
    "search.simulations=4",
    "selfplay.threads=1",
    "selfplay.games=16",
    "replay.window=300",
    "replay.held_out=0.1",
    "learner.batch=32",
    "learner.uses=1",
    "learner.precision=f32",
    "loop.samples=100",
    "loop.minutes=0",
    "loop.iterations=3",
    "loop.evaluate_minutes=0",
    "loop.evaluate_every=2",
    "loop.evaluation_games=6",
    "loop.evaluation_simulations=4",
    "loop.gate_games=6",
    "loop.gate_simulations=4",
)


def begun(path: Path, *changes: str) -> Run:
    """A run of tic-tac-toe in which nothing has happened yet."""
    return folder.create(path, config.preset("tictactoe"), [*CHANGES, *changes])


def trained(path: Path, *changes: str) -> tuple[Loop, list[Report]]:
    """A run that has come to its end, still open, and what it reported."""
    loop = Loop(begun(path, *changes))
    return loop, list(loop.reports())
