"""`tengen analyze`: what a network thinks of one position of a game."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from tengen.engine.analysis import Analysis
    from tengen.games.position import Position

SHOWN = 10


def analyze(
    file: Annotated[Path, typer.Argument(help="A game: .sgf or .psq, or a drawn position as .txt.")],
    network: Annotated[str, typer.Option(help="A network by name, or an ONNX file.")],
    move: Annotated[
        int, typer.Option(help="Look at the position after so many moves; the last if not given.")
    ] = -1,
    simulations: Annotated[int, typer.Option(min=1, help="How deep to look.")] = 400,
    search: Annotated[str, typer.Option(help="puct or gumbel.")] = "puct",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object instead of a table.")
    ] = False,
) -> None:
    """Show the candidates of one position, best first.

    Example: tengen analyze game.sgf --move 12 --network my.onnx
    """
    from tengen.engine.analysis import analyze as look
    from tengen.network import zoo

    position = position_in(file, move)
    evaluator = zoo.load(network, game=position.game)
    analysis = look(position, evaluator, simulations, search)
    if as_json:
        print(json.dumps(as_data(analysis)))
        return
    print_table(analysis)


def position_in(file: Path, move: int) -> "Position":
    """The position after so many moves of the game in a file."""
    from itertools import islice

    from tengen.games.text import read
    from tengen.records import psq, sgf
    from tengen.records.record import positions

    if file.suffix == ".txt":
        return read(file.read_text())
    record = psq.read(file) if file.suffix == ".psq" else next(sgf.read(file))
    last = record.plies if move < 0 else move
    if last > record.plies:
        raise ValueError(f"{file} has {record.plies} moves: --move {move} is too far")
    return next(islice(positions(record), last, None))


def as_data(analysis: "Analysis") -> dict[str, Any]:
    """The analysis as plain values; win rates and the score are the side to move's."""
    position, found = analysis.position, analysis.found
    return {
        "game": position.game,
        "ply": position.ply,
        "to_move": "black" if position.to_move > 0 else "white",
        "win_rate": analysis.win_rate,
        "score": analysis.score,
        "visits": found.visits,
        "candidates": [
            {
                "move": position.name(each.action),
                "visits": each.visits,
                "win_rate": 0.5 + 0.5 * each.value,
                "prior": each.prior,
                "line": analysis.names(each.line).split(),
            }
            for each in found.candidates
        ],
        "ownership": None if analysis.ownership is None else analysis.ownership.tolist(),
    }


def print_table(analysis: "Analysis") -> None:
    """The position, then its candidates."""
    from rich.console import Console
    from rich.table import Table

    position, console = analysis.position, Console()
    score = "" if analysis.score is None else f", {analysis.score:+.1f} points"
    table = Table(
        "move", title=f"{'Black' if position.to_move > 0 else 'White'}: {analysis.win_rate:.1%}{score}"
    )
    for column in ("visits", "win rate", "prior"):
        table.add_column(column, justify="right")
    table.add_column("line")
    for each in analysis.found.candidates[:SHOWN]:
        rate, line = f"{0.5 + 0.5 * each.value:.1%}", analysis.names(each.line[:8])
        table.add_row(position.name(each.action), f"{each.visits:,}", rate, f"{each.prior:.1%}", line)
    console.print(str(position), highlight=False)
    console.print(table)
