"""The pipes of a program that speaks a protocol: nothing but the protocol ever goes out."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.engine.lines import Readable

INPUT, OUTPUT, ERRORS = 0, 1, 2


def open_wire() -> tuple["Readable", Callable[[str], None]]:
    """What comes in, and a function that sends out at once.

    From now on whatever else is printed, by whichever library, goes to standard error.
    """
    private = os.dup(OUTPUT)
    os.dup2(ERRORS, OUTPUT)

    def send(text: str) -> None:
        rest = text.encode()
        while rest:
            rest = rest[os.write(private, rest) :]

    return open(INPUT, "rb", buffering=0, closefd=False), send  # open as long as we are


def remark(text: str) -> None:
    """Say something to people, who read standard error."""
    os.write(ERRORS, f"tengen: {text}\n".encode())
