"""`tengen analyze`: what a network thinks of one position of a game."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli._options import Network

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tengen.engine.analysis import Analysis
    from tengen.games.position import Position

SHOWN = 10
MOST = 100_000_000  # simulations: no memory holds more
LIKELY, RATHER = 0.5, 0.2  # how sure an owner must be to be shown in large and in small letters


def analyze(
    file: Annotated[Path, typer.Argument(help="A game: .sgf or .psq, or a drawn position as .txt.")],
    network: Network = "",
    move: Annotated[
        int | None, typer.Option(min=0, help="Look at the position after so many moves, not at the last.")
    ] = None,
    simulations: Annotated[int, typer.Option(min=1, max=MOST, help="How deep to look.")] = 400,
    search: Annotated[str, typer.Option(help="puct or gumbel.")] = "puct",
    memory: Annotated[
        int | None, typer.Option(min=1, help="Megabytes for the tree; a full one goes on counting.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object instead of a table.")
    ] = False,
) -> None:
    """Show the candidates of one position, best first; where no network knows the game, random games judge.

    Example: tengen analyze game.sgf --move 12 --network my.onnx
    """
    from tengen.engine.analysis import analyze as look
    from tengen.engine.evaluators import Evaluators

    position = position_in(file, move)
    evaluator = Evaluators(network)(position)
    analysis = look(position, evaluator, simulations, search, memory=memory and memory * 1_000_000)
    if as_json:
        print(json.dumps(as_data(analysis)))
        return
    print_table(analysis)


def position_in(file: Path, move: int | None) -> "Position":
    """The position after so many moves of the game in a file; what is wrong with it names the file."""
    try:
        return drawn_in(file, move) if file.suffix == ".txt" else played_in(file, move)
    except ValueError as error:
        words = str(error)
        raise ValueError(words if words.startswith(file.name) else f"{file.name}: {words}") from error


def drawn_in(file: Path, move: int | None) -> "Position":
    """The position that a text shows."""
    from tengen.games.text import read

    if move is not None:
        raise ValueError(f"a drawn position has no moves: leave out --move {move}")
    return read(file.read_text(encoding="utf-8"))


def played_in(file: Path, move: int | None) -> "Position":
    """The position after so many moves of a game."""
    from itertools import islice

    from tengen.records import psq, sgf
    from tengen.records.record import positions

    record = psq.read(file) if file.suffix == ".psq" else next(sgf.read(file))
    last = record.plies if move is None else move
    if last > record.plies:
        raise ValueError(f"the game has {record.plies} moves: --move {move} is too far")
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
    """The position, then its candidates, and who will own what where the network can tell."""
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
    console.print(str(position), highlight=False, soft_wrap=True)
    console.print(table)
    if analysis.ownership is not None:
        console.print("Who will own what (X Black, O White, small where it is less sure):")
        console.print("\n".join(map(owners_in, analysis.ownership * position.to_move)), highlight=False)


def owners_in(row: "NDArray[np.float32]") -> str:
    """The owners of a row of points, given as +1 for Black to -1 for White."""
    letters = [("X" if owner > 0 else "O") if abs(owner) >= RATHER else "." for owner in row]
    sure = zip(letters, abs(row) >= LIKELY, strict=True)
    return "    " + " ".join(letter if likely else letter.lower() for letter, likely in sure)
