"""tengen: AlphaZero for Gomoku and Go, trained from nothing on the machine you have.

>>> import tengen
>>> position = tengen.new("gomoku", size=15, rule="renju")
>>> position = position.play(112)
>>> print(position)  # doctest: +SKIP

Names are loaded when they are first used, so that importing tengen is instant.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.engine.analysis import analyze
    from tengen.games.position import Position, new
    from tengen.games.text import read

__version__ = "0.1.0"

__all__ = ["Position", "__version__", "analyze", "new", "read"]

_HOMES = {
    "Position": "tengen.games.position",
    "analyze": "tengen.engine.analysis",
    "new": "tengen.games.position",
    "read": "tengen.games.text",
}

if not TYPE_CHECKING:  # a type checker that saw this would believe in any name

    def __getattr__(name: str) -> object:
        """Fetch a public name from the module it lives in, on first use."""
        if name not in _HOMES:
            raise AttributeError(f"module 'tengen' has no attribute {name!r}")
        return globals().setdefault(name, getattr(import_module(_HOMES[name]), name))


def __dir__() -> list[str]:
    """The public names, for completion."""
    return __all__
