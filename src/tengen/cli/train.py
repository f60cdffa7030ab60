"""`tengen train`: a player learns from nothing, and you see it grow."""

import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from tengen.runs.folder import Run

RUNS = Path("runs")


def train(
    name: Annotated[str, typer.Argument(help="A preset (tengen presets), or a run to go on with.")],
    other: Annotated[str | None, typer.Option("--as", help="Another name for the run.")] = None,
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="Turn a knob, as in search.simulations=64.")
    ] = None,
    runs: Annotated[Path, typer.Option(help="The folder of all runs.")] = RUNS,
) -> None:
    """Train a player: begin a run from a preset, or go on with the run of that name.

    Example: tengen train go7 --as mine --set loop.minutes=60
    """
    from rich.console import Console

    from tengen.cli._panel import duration, watch
    from tengen.training.loop import Loop
    from tengen.training.progress import Progress
    from tengen.training.rehearsal import rehearse

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # to be asked to end is like Ctrl-C
    console = Console(highlight=False, soft_wrap=True)
    with opened(runs / (other or name), name, changes or [], console) as run:
        progress = Progress()
        with console.status("Getting ready (the first time compiles for up to a minute) ..."):
            rehearse(run.config)
            loop = Loop(run, progress)
        if loop.warning:
            console.print(f"Note: {loop.warning}.", style="yellow")
        try:
            watch(console, loop, progress)
        except KeyboardInterrupt:
            console.print(f"Stopped after iteration {loop.iteration}.")
        else:
            console.print(f"Done after {duration(loop.seconds)} and {loop.iteration} iterations.")
        console.print(f"To go on: tengen train {other or name}{'' if runs == RUNS else f' --runs {runs}'}")


def opened(folder: Path, preset_name: str, changes: list[str], console: "Console") -> "Run":
    """The run in a folder, or a new one by a preset; it is said which. A mistake makes nothing."""
    from tengen import config
    from tengen.runs import folder as run_folder
    from tengen.training.soundness import check

    if folder.exists():
        run = run_folder.resume(folder)
        try:
            check(run.changed(changes))
            run.change(changes)
        except BaseException:
            run.close()
            raise
        console.print(f"Going on with {folder} after iteration {run.store.iteration}.")
        return run
    text = config.preset(preset_name)
    check(config.read(text, changes, name=preset_name))
    run = run_folder.create(folder, text, changes)
    console.print(f"A new run in {folder}: {run.config.about}")
    return run
