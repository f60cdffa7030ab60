"""`tengen demo`: two short matches between players that need no network, to see that everything works."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.play import coloured

if TYPE_CHECKING:
    import numpy as np
    from rich.console import Console
    from rich.text import Text

    from tengen.games.position import Position
    from tengen.play.player import Player

PAUSE = 0.1  # seconds that a move stays on the screen
WHAT_NEXT = "Now you: make play (or tengen play)."


def demo(
    games: Annotated[int, typer.Option(min=1, help="Games of each match.")] = 3,
    seed: Annotated[int, typer.Option(min=0, help="The same seed, the same games.")] = 1,
) -> None:
    """Watch a player that sees fours, against chance and against itself.

    Example: tengen demo --games 2
    """
    import numpy as np
    from rich.console import Console

    from tengen.play.player import Random, Tactician

    console = Console(highlight=False, soft_wrap=True)
    generator = np.random.default_rng(seed)
    tactician = Tactician(generator)
    match(console, {"Tactician": tactician, "Random": Random(generator)}, games, generator)
    match(console, {"Tactician": tactician, "its twin": tactician}, games, generator)
    console.print(WHAT_NEXT)


def match(
    console: "Console", players: "dict[str, Player]", games: int, generator: "np.random.Generator"
) -> None:
    """Play some games on 9x9, colours changing, with the board and the score in view."""
    from rich.live import Live

    from tengen.games.grid import BLACK, WHITE
    from tengen.play.game import positions

    names, score = list(players), dict.fromkeys([*players, "drawn"], 0)
    with Live(console=console, auto_refresh=False) as live:
        for _ in range(games):
            black, white = names
            for position in positions(opening(generator), players[black], players[white]):
                live.update(picture(position, black, white, score), refresh=True)
                time.sleep(PAUSE if console.is_terminal else 0)
            winner = {BLACK: black, WHITE: white}.get(position.result or 0, "drawn")
            score[winner] += 1
            outcome = "drawn" if winner == "drawn" else f"{winner} wins"
            live.console.print(f"{black} (Black) - {white} (White): {outcome} after {position.ply} plies")
            live.update(picture(position, black, white, score), refresh=True)
            names.reverse()
    if not console.is_terminal:
        console.line()  # which a live display leaves out there


def opening(generator: "np.random.Generator") -> "Position":
    """A random beginning on 9x9, so that no two games are alike."""
    import tengen
    from tengen.games.openings import random_opening

    position = tengen.new("gomoku", size=9)
    for action in random_opening(position, generator, stones=4):
        position = position.play(action)
    return position


def picture(position: "Position", black: str, white: str, score: dict[str, int]) -> "Text":
    """The board, who plays, and the score so far."""
    from rich.text import Text

    running = ", ".join(f"{name} {count}" for name, count in score.items())
    return Text("\n").join([coloured(position), Text(f"X {black}   O {white}   score: {running}", "bold")])
