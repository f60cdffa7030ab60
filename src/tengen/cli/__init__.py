"""The command line: each file here is one command and does little more than call one function.

A file NAME.py holds the function NAME, or a typer app NAME when the command has sub-commands. It is found
by being here; a file _NAME.py is no command. Heavy libraries are imported inside the functions, so that
`tengen --help` answers at once.
"""

import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

import tengen


def app(arguments: Sequence[str] | None = None) -> None:
    """Run a command line; what goes wrong for a reason a user can mend is one line and exit code 1.

    A mistake in the program itself shows its traceback, and `python -X dev -m tengen` shows all of them.
    """
    try:
        commands()(args=arguments, prog_name="tengen")
    except (ValueError, OSError, MemoryError) as error:
        if sys.flags.dev_mode:
            raise
        print("tengen:", one_line(error), file=sys.stderr)
        sys.exit(1)


def commands() -> typer.Typer:
    """The tree of all commands."""
    tree = typer.Typer(
        no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, callback=_tengen
    )
    for module in pkgutil.iter_modules(__path__):
        if module.name.startswith("_"):
            continue
        command = getattr(import_module(f"{__name__}.{module.name}"), module.name)
        if isinstance(command, typer.Typer):
            tree.add_typer(command, name=module.name)
        else:
            tree.command(module.name)(command)
    return tree


def one_line(error: Exception) -> str:
    """What went wrong, without line breaks; a file is named before its trouble."""
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split()) or type(error).__name__


def _print_version(wanted: bool) -> None:
    if wanted:
        print("tengen", tengen.__version__)
        raise typer.Exit


def _tengen(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Say which version this is."),
    ] = False,
) -> None:
    """Train AlphaZero players for Gomoku and Go from nothing, and play them.

    Example: tengen bench rules
    """
