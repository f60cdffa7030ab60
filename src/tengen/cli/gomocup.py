"""`tengen gomocup`: an engine for Piskvork, Yixin-Board and the managers of Gomocup."""

from typing import Annotated

import typer

from tengen.cli._options import Network


def gomocup(
    network: Network = "",
    simulations: Annotated[
        int, typer.Option(min=1, max=100_000_000, help="How deep to look where no time is given.")
    ] = 1000,
) -> None:
    """Speak the protocol of Gomocup on standard input and output.

    Example: tengen gomocup --network gomoku15
    """
    from tengen.cli._wire import open_wire, remark
    from tengen.engine.evaluators import Evaluators, name_of
    from tengen.engine.gomocup import Gomocup, is_urgent
    from tengen.engine.lines import Lines
    from tengen.engine.session import Session

    stream, send = open_wire()
    lines = Lines(stream, is_urgent)
    session = Session(Evaluators(network), "gomoku", simulations=simulations)
    remark(f"gomoku, {name_of(session.evaluator)}; ready")
    Gomocup(session, lines, send).obey_all(lines)
