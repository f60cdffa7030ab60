"""`tengen runs`: what was trained here, and how it travels."""

import json
import math
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from tengen.runs.folder import View

NEWEST = 10  # how many games, matches and promotions people are shown

Name = Annotated[str, typer.Argument(help="Which run.")]
Runs = Annotated[Path, typer.Option("--runs", metavar="DIR", help="Where the runs are.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]

runs = typer.Typer(invoke_without_command=True)


@runs.callback()
def list_runs(context: typer.Context, folder: Runs = Path("runs"), as_json: AsJson = False) -> None:
    """List the runs, or do something with one of them.

    Example: tengen runs --runs elsewhere
    """
    if context.invoked_subcommand:
        context.default_map = {context.invoked_subcommand: {"folder": str(folder)}}
        return
    from tengen.runs.folder import names

    lines = [line_of(folder / name) for name in names(folder)]
    if as_json:
        print(json.dumps({"runs": lines}))
    elif lines:
        _show(_table("runs", ["run", "game", "iterations", "games", "last match"], map(_line, lines)))
    else:
        print(f"no runs in {folder}: tengen train begins one")


@runs.command()
def show(name: Name, folder: Runs = Path("runs"), as_json: AsJson = False) -> None:
    """Show how a run goes.

    Example: tengen runs show go7 --json
    """
    from tengen.runs.folder import look

    with look(folder / name) as view:
        data = as_data(view)
    if as_json:
        print(json.dumps(data))
        return
    _show(*tables(data))


@runs.command()
def pack(
    name: Name,
    to: Annotated[Path | None, typer.Option("--to", metavar="FILE", help="NAME.zip if not given.")] = None,
    folder: Runs = Path("runs"),
) -> None:
    """Put a run into one file of at most 20 MB, from which it goes on elsewhere.

    Example: tengen runs pack go7 --to go7.zip
    """
    from tengen.runs import pack as packing
    from tengen.runs.folder import look

    with look(folder / name) as view:
        file = to or Path(f"{view.name}.zip")
        warning = packing.pack(view, file)
    if warning:
        print(warning)
    print(f"packed {folder / name} into {file}: {file.stat().st_size / 1e6:.1f} MB")


@runs.command()
def unpack(
    file: Annotated[Path, typer.Argument(help="A file that pack wrote.")],
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="What to call the run here.")] = "",
    folder: Runs = Path("runs"),
) -> None:
    """Make a packed run a folder again, to go on with it here.

    Example: tengen runs unpack go7.zip --as go7-again
    """
    from tengen.runs import pack as packing

    print(f"unpacked {file} as {packing.unpack(file, folder, name)}")


@runs.command()
def prune(
    name: Name,
    keep: Annotated[int, typer.Option(min=1, help="How many networks stay.")] = 20,
    folder: Runs = Path("runs"),
) -> None:
    """Free the disk of old networks, old states, and policies that are learnt from no more.

    Example: tengen runs prune go7 --keep 10
    """
    from tengen.runs import prune as pruning
    from tengen.runs.folder import resume

    with resume(folder / name) as run:
        freed = pruning.prune(run, keep)
    print(
        f"freed {freed.size / 1e6:.1f} MB: {freed.networks:,} networks, {freed.states:,} training states, "
        f"the policies of {freed.policies:,} games"
    )


def line_of(path: Path) -> dict[str, Any]:
    """A run in one line of the list; of one that cannot be read, why."""
    from tengen.cli import one_line
    from tengen.runs.folder import look

    try:
        with look(path) as view:
            return summary(view)
    except (ValueError, OSError) as error:
        return {"name": path.name, "error": one_line(error)}


def summary(view: "View") -> dict[str, Any]:
    """What the list says of a run, as plain values."""
    matches = view.store.matches()
    return {
        "name": view.name,
        "game": view.config.game.name,
        "sizes": view.config.game.sizes,
        "iteration": view.store.iteration,
        "games": sum(count.games for count in view.store.counts().values()),
        "last_match": asdict(matches[-1]) if matches else None,
    }


def as_data(view: "View") -> dict[str, Any]:
    """All that there is to say of a run, as plain values."""
    store = view.store
    return {
        **summary(view),
        "version": store.version,
        "state": store.pointed_at or None,
        "networks": [path.stem for path in view.networks()],
        "bytes": view.bytes_on_disk,
        "counts": {kind: asdict(count) for kind, count in store.counts().items()},
        "metrics": {
            name: [
                [each.iteration, each.seconds, None if math.isnan(each.value) else each.value]
                for each in store.metrics(name)
            ]
            for name in store.metric_names()
        },
        "matches": [asdict(match) for match in store.matches()],
        "promotions": [asdict(promotion) for promotion in store.promotions()],
        "newest_games": [asdict(game) for game in store.games(newest=NEWEST)],
    }


def tables(data: dict[str, Any]) -> list["Table"]:
    """What people are shown of a run; nothing where there is nothing yet."""
    columns = {
        "metrics": ["metric", "iteration", "value"],
        "matches": ["iteration", "network", "opponent", "won-drawn-lost"],
        "promotions": ["iteration", "network", "score", "verdict"],
        "newest_games": ["game", "kind", "black", "white", "result", "plies"],
    }
    rows: dict[str, list[tuple[str, ...]]] = {
        "metrics": [(name, *_last(points)) for name, points in data["metrics"].items()],
        "matches": [_match(match) for match in data["matches"][-NEWEST:]],
        "promotions": [_verdict(promotion) for promotion in data["promotions"][-NEWEST:]],
        "newest_games": [_game(game) for game in data["newest_games"]],
    }
    return [
        _table(data["name"], ["", ""], facts(data)),
        *(_table(name.replace("_", " "), columns[name], rows[name]) for name in columns if rows[name]),
    ]


def facts(data: dict[str, Any]) -> list[tuple[str, str]]:
    """What a run has one of."""
    played = [
        (f"games of {kind}", f"{count['games']:,}, {count['samples']:,} samples".removesuffix(", 0 samples"))
        for kind, count in data["counts"].items()
    ]
    return [
        ("game", _rules(data)),
        ("made with", f"tengen {data['version']}"),
        ("iteration", f"{data['iteration']:,}"),
        *played,
        ("training state", data["state"] or "none yet"),
        ("networks", f"{len(data['networks']):,}"),
        ("on disk", f"{data['bytes'] / 1e6:,.1f} MB"),
    ]


def _rules(data: dict[str, Any]) -> str:
    return f"{data['game']} {', '.join(f'{size}x{size}' for size in data['sizes'])}"


def _line(line: dict[str, Any]) -> tuple[str, ...]:
    if "error" in line:
        return line["name"], "", "", "", line["error"]
    match = line["last_match"]
    last = " ".join(_match(match)[1:]) if match else ""
    return line["name"], _rules(line), f"{line['iteration']:,}", f"{line['games']:,}", last


def _last(points: list[Any]) -> tuple[str, str]:
    iteration, _, value = points[-1]
    return f"{iteration:,}", "nan" if value is None else f"{value:.4g}"


def _match(match: dict[str, Any]) -> tuple[str, ...]:
    points = "{wins}-{draws}-{losses}".format(**match)
    return f"{match['iteration']:,}", match["network"], f"against {match['opponent']}", points


def _verdict(promotion: dict[str, Any]) -> tuple[str, ...]:
    verdict = "accepted" if promotion["accepted"] else "rejected"
    return f"{promotion['iteration']:,}", promotion["network"], f"{promotion['score']:.1%}", verdict


def _game(game: dict[str, Any]) -> tuple[str, ...]:
    won = {1: "black", 0: "draw", -1: "white", None: ""}[game["result"]]
    result = f"{won} {game['ending']}".strip()
    return f"{game['number']:,}", game["kind"], game["black"], game["white"], result, f"{game['plies']}"


def _table(title: str, columns: list[str], rows: Iterable[tuple[str, ...]]) -> "Table":
    from rich.table import Table

    table = Table(*columns, title=title, title_justify="left", show_header=any(columns))
    for row in rows:
        table.add_row(*row)
    return table


def _show(*tables: "Table") -> None:
    from rich.console import Console

    for table in tables:
        Console(markup=False).print(table)
