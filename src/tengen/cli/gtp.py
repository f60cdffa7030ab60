"""`tengen gtp`: an engine for Sabaki, GoGui, Lizzie and all other programs that speak GTP."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tengen.cli._options import Network

if TYPE_CHECKING:
    from tengen.engine.session import Session


def gtp(
    game: Annotated[str, typer.Option(help="Which game; the network's, or Go.")] = "",
    network: Network = "",
    simulations: Annotated[
        int, typer.Option(min=1, max=100_000_000, help="How deep to look where no clock runs.")
    ] = 200,
    seconds: Annotated[
        float | None, typer.Option(min=0.0, help="Think so long about each move, until a clock is set.")
    ] = None,
    resign: Annotated[
        float, typer.Option(min=0.0, max=0.5, help="Resign below this chance to win; 0: never.")
    ] = 0.0,
    memory: Annotated[int, typer.Option(min=1, help="Megabytes for the search tree.")] = 256,
    compat: Annotated[
        Literal["plain", "lizzie", "lizzieyzy"], typer.Option(help="For programs that know only KataGo.")
    ] = "plain",
    rule: Annotated[str | None, typer.Option(help="Gomoku: freestyle, exact or renju.")] = None,
) -> None:
    """Speak GTP on standard input and output.

    Example: tengen gtp --network go7 --simulations 400
    """
    from tengen.cli._wire import open_wire, remark
    from tengen.engine.evaluators import name_of
    from tengen.engine.gtp import Gtp, is_interrupt
    from tengen.engine.lines import Lines

    stream, send = open_wire()
    lines = Lines(stream, is_interrupt)
    options = {} if rule is None else {"rule": rule}
    session = session_for(game, network, simulations, memory, options)
    if seconds is not None:
        from tengen.engine.clock import per_move

        session.set_control(per_move(seconds))
    remark(f"{session.position.game}, {name_of(session.evaluator)}; ready")
    Gtp(session, lines, send, compat, resign).obey_all(lines)


def session_for(game: str, network: str, simulations: int, memory: int, options: dict[str, Any]) -> "Session":
    """A session with a network, by the rules that the network knows best."""
    from tengen.engine.evaluators import Evaluators
    from tengen.engine.session import Session

    evaluators = Evaluators(network)
    if evaluators.asked is not None:
        card = evaluators.asked.card
        game = game or card.shape.game
        options = {**card.rules, **options}
    return Session(evaluators, game or "go", simulations=simulations, memory=memory * 1_000_000, **options)
