"""Options that several commands have, so that they mean the same everywhere."""

from typing import Annotated

import typer

Network = Annotated[
    str, typer.Option(help="A network by name, an ONNX file, or the folder of a run: its newest one.")
]
