"""`tengen play`: a board in the terminal, and somebody to meet there."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tengen.cli._options import Network

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from tengen.games.position import Position
    from tengen.network.evaluator import NetworkEvaluator
    from tengen.play.player import Player

USUAL = "gomoku"  # the game where nobody says which
WORDS = "a point such as H8, or: undo, hint, resign, quit"
STYLES = {"X": "bold cyan", "O": "bold yellow", ".": "dim", "(": "bold", ")": "bold"}


def play(
    game: Annotated[str, typer.Option(help="Which game; the network's, or Gomoku.")] = "",
    size: Annotated[int | None, typer.Option(help="Points along one side.")] = None,
    rule: Annotated[str | None, typer.Option(help="Gomoku: freestyle, exact or renju.")] = None,
    line: Annotated[int | None, typer.Option(help="Gomoku: stones in a winning row.")] = None,
    komi: Annotated[float | None, typer.Option(help="Go: points that White gets.")] = None,
    against: Network = "",
    simulations: Annotated[int, typer.Option(min=1, help="How deep a network looks.")] = 200,
    colour: Annotated[Literal["black", "white"], typer.Option(help="Your colour.")] = "black",
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed, the same opponent.")] = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in this terminal, as always until there is a page.")
    ] = True,
) -> None:
    """Play a game: against a network, or without one against somebody who only sees fours.

    Example: tengen play --game go --size 7 --colour white
    """
    from rich.console import Console

    import tengen
    from tengen.games.grid import BLACK, WHITE
    from tengen.network import zoo
    from tengen.runs.folder import newest_network

    wishes: dict[str, Any] = {"size": size, "rule": rule, "line": line, "komi": komi}
    chosen = {name: value for name, value in wishes.items() if value is not None}
    known = {"rule", "line"}.isdisjoint(chosen)  # networks come with the usual rules
    name = newest_network(against) if against else zoo.playing(game or USUAL, size) if known else ""
    evaluator = zoo.load(name, game=game or None) if name else None
    if evaluator is not None:
        game, chosen = evaluator.card.shape.game, {**evaluator.card.rules, **chosen}
    start = tengen.new(game or USUAL, **chosen)
    console = Console(highlight=False, soft_wrap=True)
    opponent, who = opponent_for(evaluator, simulations, seed)
    console.print(f"You are {colour}, against {who}. Type {WORDS}.")
    converse(console, start, BLACK if colour == "black" else WHITE, opponent)


def opponent_for(
    evaluator: "NetworkEvaluator | None", simulations: int, seed: int | None
) -> tuple["Player", str]:
    """Somebody to play against, and what to call them."""
    import numpy as np

    from tengen.engine.opponent import Opponent
    from tengen.play.player import Tactician

    if evaluator is None:
        return Tactician(np.random.default_rng(seed)), "somebody who has not learnt this, but sees fours"
    return Opponent(evaluator, simulations), f"{evaluator.name} with {simulations} simulations"


def converse(console: "Console", position: "Position", you: int, opponent: "Player") -> None:
    """Play until the game is over or the person has had enough."""
    from tengen.games.grid import COLOUR_NAMES

    console.print(coloured(position))
    while not position.over:
        if position.to_move == you:
            after = ask(console, position, you, opponent)
            if after is None:
                return
        else:
            action = opponent.choose(position)
            console.print(f"{COLOUR_NAMES[-you]} plays {position.name(action)}.")
            after = position.play(action)
        position = after
        console.print(coloured(position))
    console.print(verdict(position, you))


def ask(console: "Console", position: "Position", you: int, opponent: "Player") -> "Position | None":
    """The position after the person's turn, which may be an earlier one; None if the person leaves."""
    while True:
        try:
            word = console.input("Your move: ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            word = "quit"
        if not console.is_terminal:
            console.line()  # where nobody typed a line break
        if word in ("quit", "resign"):
            console.print("You resign." if word == "resign" else "Good-bye.")
            return None
        if word == "hint":
            console.print(f"Perhaps {position.name(opponent.choose(position))}.")
            continue
        try:
            return before_last_turn(position, you) if word == "undo" else position.play(word)
        except ValueError as error:
            console.print(f"{error} (type {WORDS})")


def before_last_turn(position: "Position", you: int) -> "Position":
    """The position in which the person chose last."""
    earlier = position.previous
    while earlier is not None and earlier.to_move != you:
        earlier = earlier.previous
    if earlier is None:
        raise ValueError("there is nothing to undo yet")
    return earlier


def coloured(position: "Position") -> "Text":
    """The board as text, with colours where the terminal has them."""
    from rich.text import Text

    headline, *rows = str(position).splitlines()
    board = Text(headline + "\n", style="default")
    for row in rows:
        for mark in row + "\n":
            board.append(mark, STYLES.get(mark))
    board.rstrip()
    return board


def verdict(position: "Position", you: int) -> str:
    """How the game ended, seen from the person's chair."""
    if position.result == 0:
        return "The game is drawn."
    row = " ".join(position.name(action) for action in position.winning_line)
    points = f" by {abs(position.score):g}" if position.score else ""
    return ("You win" if position.result == you else "You lose") + points + (f": {row}." if row else ".")
