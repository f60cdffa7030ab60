"""`tengen bench`: how fast things are on this machine."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.bench import Row, names, run

if TYPE_CHECKING:
    from rich.table import Table


def bench(
    name: Annotated[str, typer.Argument(help=f"What to measure: {', '.join(names())}.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object instead of a table.")
    ] = False,
) -> None:
    """Measure the speed of one part on this machine.

    Example: tengen bench rules --json
    """
    rows = run(name)
    if as_json:
        print(json.dumps({"name": name, "rows": [asdict(row) for row in rows]}))
        return
    from rich.console import Console

    Console().print(table(name, rows))


def table(name: str, rows: list[Row]) -> "Table":
    """The rows for people to read; a missed target stands out."""
    from rich.table import Table

    result = Table("case", title=name)
    result.add_column("measured", justify="right")
    result.add_column("target", justify="right")
    result.add_column("unit")
    for row in rows:
        target = "" if row.target is None else number(row.target)
        result.add_row(row.case, number(row.value), target, row.unit, style=None if row.met else "yellow")
    return result


def number(value: float) -> str:
    """A number as people write it: 20,400,000 or 12.3 or 0.000123."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
