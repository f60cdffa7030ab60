"""What training looks like in a terminal: a panel that moves, and a line for each step that is done."""

import time
from typing import TYPE_CHECKING

from rich.console import Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from tengen.training.loop import Loop
    from tengen.training.progress import Progress, Report

REDRAWN = 4  # times a second


def watch(console: "Console", loop: "Loop", progress: "Progress") -> None:
    """Train, and show it: a panel where it can move, plain lines elsewhere."""
    panel = Panel(loop, progress)
    if not console.is_terminal:
        for report in loop.reports():
            say(console, panel, report)
        return
    with Live(
        get_renderable=panel.drawn, console=console, refresh_per_second=REDRAWN, transient=True
    ) as live:
        for report in loop.reports():
            say(live.console, panel, report)


def say(console: "Console", panel: "Panel", report: "Report") -> None:
    """The lines of a report."""
    for line in report.lines:
        console.print(Text(f"{clock()}  {line}", "yellow"))
    line = panel.take(report)
    if line:
        console.print(Text(line), soft_wrap=True)


class Panel:
    """The last figures of each kind, and the step under way."""

    def __init__(self, loop: "Loop", progress: "Progress") -> None:
        self.loop, self.progress = loop, progress
        self.numbers = loop.run.store.newest_values()  # a run that goes on shows what it had reached
        self.gate, self.scores = "", scores(self.numbers)

    def take(self, report: "Report") -> str:
        """Note a report; the line that says it, if it is worth one."""
        self.numbers |= report.numbers
        if report.step == "evaluating":
            self.scores = scores(report.numbers)
            return f"{clock()}  iteration {report.iteration:4}  {self.scores}"
        if report.step != "learning":
            return ""
        if "gate score" in report.numbers:
            verdict = "accepted" if report.numbers["gate accepted"] else "refused"
            self.gate = f"{report.numbers['gate score']:.1%} {verdict}"
        gate = f"  gate {self.gate}" if self.gate else ""
        return f"{clock()}  iteration {report.iteration:4}  {self.games()}  {self.losses()}{gate}"

    def games(self) -> str:
        """How the last games went."""
        seen = self.numbers
        return (
            f"{seen['games']:5.0f} games  B {seen['black wins']:3.0%} W {seen['white wins']:3.0%}"
            f"  {seen['plies']:4.0f} plies  window {seen['window']:,.0f}"
        )

    def losses(self) -> str:
        """What the last learning came to."""
        seen = self.numbers
        return f"loss {seen['loss']:.3f} (policy {seen['policy']:.3f}, value {seen['value']:.3f})"

    def drawn(self) -> Group:
        """The panel as it is now."""
        now, loop = self.progress, self.loop
        table = Table.grid(padding=(0, 2))
        spent = now.before + now.lasted
        table.add_row(
            "run", f"{loop.run.name}, iteration {now.iteration}, {duration(spent)}{self.left(spent)}"
        )
        bar = ProgressBar(total=1.0, completed=now.share, width=30)
        table.add_row(now.step, bar if now.wanted else f"{now.lasted:.0f} s")
        table.add_row("speed", self.speed())
        if "loss" in self.numbers:
            table.add_row("games", self.games())
            table.add_row("learning", self.losses())
        for name, text in (("gate", self.gate), ("strength", self.scores)):
            if text:
                table.add_row(name, text)
        return Group(table, Text("Ctrl-C stops; the same command goes on.", "dim"))

    def speed(self) -> str:
        """Games and evaluations a second: of this step while it plays, else of the last."""
        now, seen = self.progress, self.numbers
        if now.step == "playing" and now.lasted > 1:
            return f"{now.games / now.lasted:.1f} games/s, {now.evaluations / now.lasted:,.0f} evaluations/s"
        if "evaluations/s" in seen:
            return f"{seen['games/s']:.1f} games/s, {seen['evaluations/s']:,.0f} evaluations/s"
        return "..."

    def left(self, spent: float) -> str:
        """How long it will take, where the configuration says when to end."""
        limits = self.loop.config.loop
        rest = [60 * limits.minutes - spent] if limits.minutes else []
        if limits.iterations and self.loop.iteration:
            rest.append(spent / self.loop.iteration * limits.iterations - spent)
        return f", {duration(max(0.0, min(rest)))} left" if rest else ""


def scores(numbers: "Mapping[str, float]") -> str:
    """The results of an evaluation, one opponent after the other."""
    found = {name: value for name, value in numbers.items() if name.startswith("score ")}
    return ", ".join(f"{value:.1%} against {name.removeprefix('score ')}" for name, value in found.items())


def duration(seconds: float) -> str:
    """A time as people say it: 1 h 02 min, 3 min 20 s."""
    minutes, rest = divmod(int(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def clock() -> str:
    """The time of day."""
    return time.strftime("%H:%M:%S")
