"""`tengen katago`: KataGo's analysis engine, for KaTrain and whoever else speaks to it."""

from typing import Annotated

import typer

from tengen.cli._options import Network


def katago(
    network: Network = "",
    visits: Annotated[
        int, typer.Option(min=1, max=100_000_000, help="How deep to look where no query says.")
    ] = 200,
) -> None:
    """Answer KataGo's analysis queries, JSON on standard input and output.

    Example: tengen katago --network go9
    """
    import time

    from tengen.cli._wire import open_wire, remark
    from tengen.engine.evaluators import Evaluators
    from tengen.engine.katago import Katago
    from tengen.engine.lines import Lines

    stream, send = open_wire()
    lines = Lines(stream)
    engine = Katago(Evaluators(network), send, time.monotonic, visits)
    remark("ready")
    engine.obey_all(lines)
