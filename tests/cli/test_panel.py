"""The panel and its lines: what a report becomes, in a terminal and in a pipe."""

import io
import re
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from rich.console import Console

from tengen.cli import _panel
from tengen.cli._panel import Panel, duration, say, scores, watch
from tengen.runs import folder
from tengen.training.loop import Loop
from tengen.training.progress import Progress, Report
from tests.training.tiny import begun

PLAYED = {
    "games": 128.0,
    "black wins": 0.62,
    "white wins": 0.3,
    "plies": 31.4,
    "window": 60_000.0,
    "games/s": 12.34,
    "evaluations/s": 45_678.9,
}
LEARNT = {"loss": 2.5, "policy": 1.25, "value": 0.625}
LINE = (
    "iteration    7    128 games  B 62% W 30%    31 plies  window 60,000"
    "  loss 2.500 (policy 1.250, value 0.625)"
)


def panel(progress: Progress | None = None, seen: dict[str, float] | None = None, **limits: float) -> Panel:
    """A panel of a run that is not there."""
    loop = SimpleNamespace(
        run=SimpleNamespace(name="mine", store=SimpleNamespace(newest_values=lambda: seen or {})),
        config=SimpleNamespace(loop=SimpleNamespace(**{"minutes": 0.0, "iterations": 0, **limits})),
        iteration=6,
    )
    return Panel(cast(Loop, loop), progress or Progress())


def drawn(panel: Panel) -> str:
    """A panel as a terminal shows it, without its colours."""
    console = Console(file=io.StringIO(), width=100, force_terminal=True, color_system=None)
    console.print(panel.drawn())
    return cast(io.StringIO, console.file).getvalue()


def said(line: str) -> str:
    """A line without the time of day."""
    return re.sub(r"^\d\d:\d\d:\d\d  ", "", line)


def test_an_iteration_is_one_line() -> None:
    shown = panel()
    assert shown.take(Report("playing", 7, numbers=PLAYED)) == ""
    assert said(shown.take(Report("learning", 7, numbers=LEARNT))) == LINE


def test_the_gate_and_evaluations_are_said() -> None:
    shown = panel(seen=PLAYED)
    passed = LEARNT | {"gate score": 0.55, "gate accepted": True}
    assert shown.take(Report("learning", 7, numbers=passed)).endswith("value 0.625)  gate 55.0% accepted")
    failed = LEARNT | {"gate score": 0.45, "gate accepted": False}
    assert shown.take(Report("learning", 8, numbers=failed)).endswith("  gate 45.0% refused")
    matches = {"score random 9x9": 0.975, "score mcts:2000 9x9": 0.5, "seconds evaluating": 3.0}
    assert scores(matches) == "97.5% against random 9x9, 50.0% against mcts:2000 9x9"
    line = shown.take(Report("evaluating", 8, numbers=matches))
    assert said(line) == f"iteration    8  {scores(matches)}"
    text = drawn(shown)
    assert re.search(r"gate +45.0% refused", text)
    assert f"strength  {scores(matches)}" in text


def test_a_run_that_goes_on_shows_what_it_had_reached() -> None:
    shown = panel(seen=PLAYED | {"score random 9x9": 0.75})
    assert said(shown.take(Report("learning", 7, numbers=LEARNT))) == LINE
    assert "75.0% against random 9x9" in drawn(shown)


def test_the_step_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [50.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    progress = Progress()
    progress.begin("playing", 7, 1000, before=3600.0)
    shown = panel(progress)
    assert "speed    ..." in drawn(shown)
    now[0], progress.games, progress.evaluations, progress.done = 60.0, 25, 20_000, 500
    text = drawn(shown)
    assert "mine, iteration 7, 1 h 00 min" in text
    assert "2.5 games/s, 2,000 evaluations/s" in text
    assert 12 <= text.count("━") <= 16 or "╸" in text or "╺" in text
    shown.take(Report("playing", 7, numbers=PLAYED))
    progress.begin("learning", 7, 10, before=3610.0)
    assert "12.3 games/s, 45,679 evaluations/s" in drawn(shown)
    progress.begin("evaluating", 7, 0, before=3610.0)
    now[0] = 64.0
    assert "evaluating  4 s" in drawn(shown)


@pytest.mark.parametrize(
    ("limits", "left"),
    [
        ({}, ""),
        ({"minutes": 10.0}, ", 8 min 00 s left"),
        ({"minutes": 1.0}, ", 0 s left"),
        ({"iterations": 18}, ", 4 min 00 s left"),
        ({"minutes": 5.0, "iterations": 18}, ", 3 min 00 s left"),
    ],
)
def test_time_left(limits: dict[str, float], left: str) -> None:
    assert panel(None, None, **limits).left(120.0) == left


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.9, "0 s"), (59, "59 s"), (200, "3 min 20 s"), (3723.5, "1 h 02 min")]
)
def test_durations(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_what_a_person_should_know_comes_before_the_line() -> None:
    console = Console(file=io.StringIO(), width=60)
    report = Report("learning", 7, numbers=LEARNT, lines=["[step 3]: NaN"])
    say(console, panel(seen=PLAYED), report)
    first, second = cast(io.StringIO, console.file).getvalue().splitlines()
    assert said(first) == "[step 3]: NaN"
    assert said(second) == LINE  # in one line, however narrow the place


@pytest.mark.parametrize("terminal", [False, True])
def test_a_run_is_watched(terminal: bool, tmp_path: Path) -> None:
    progress = Progress()
    console = Console(file=io.StringIO(), force_terminal=terminal, width=120, highlight=False)
    with begun(tmp_path / "one", "loop.evaluate_every=3") as run:
        watch(console, Loop(run, progress), progress)
    text = cast(io.StringIO, console.file).getvalue()
    lines = [line for line in text.splitlines() if "iteration    " in line]
    assert sum("games  B " in line for line in lines) == 3
    assert sum("against random 3x3" in line for line in lines) == 1
    assert ("Ctrl-C stops" in text) is terminal
    assert ("\x1b" in text) is terminal


def test_a_run_stopped_after_playing_is_watched_on(tmp_path: Path) -> None:
    with begun(tmp_path / "one", "loop.iterations=1", "loop.evaluate_every=0") as run:
        Loop(run).play()
    console, progress = Console(file=io.StringIO()), Progress()
    with folder.resume(tmp_path / "one") as run:
        watch(console, Loop(run, progress), progress)
    assert cast(io.StringIO, console.file).getvalue().count("games  B ") == 1


def test_the_time_of_day() -> None:
    assert re.fullmatch(r"\d\d:\d\d:\d\d", _panel.clock())
