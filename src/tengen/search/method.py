"""What a search method is: a module with a settings record and four functions over a tree.

    DEFAULTS, SETTINGS              what it can be told, `simulations` first; the record type of that
    prepare(settings, tree, node)   a node was just expanded: noise, candidates, whatever it needs
    choose(settings, tree, node)    the edge to follow next from a node
    target(settings, tree, policy)  what the search thinks of the root's actions: what is learnt from
    best(settings, tree)            the action to play for strength

As with games, compiled code finds the functions by the type of the settings.
"""

import difflib
import importlib
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import generic
from tengen.search.tree import NONE, Tree

METHODS = {"puct": "tengen.search.puct", "gumbel": "tengen.search.gumbel"}  # one line per method

Settings = Any  # one np.record of a method's SETTINGS type


def settings_type(method: str, defaults: dict[str, Any]) -> np.dtype[Any]:
    """The record type of a method's settings; the first field is named after it, as in a game's state."""
    kinds = {int: np.int32, float: np.float64}
    return np.dtype([(method, np.uint8), *((name, kinds[type(value)]) for name, value in defaults.items())])


def method_of(settings: Any) -> Any:
    """The module of a method, by its settings or by Numba's type of them."""
    names = settings.dtype.names if hasattr(settings, "dtype") else tuple(settings.fields)
    return importlib.import_module(METHODS[names[0]])


def settings_for(method: str, **options: float) -> Settings:
    """The settings of a method: its defaults, changed by options."""
    if method not in METHODS:
        raise ValueError(f"no search called {method!r}: there are {', '.join(sorted(METHODS))}")
    module = importlib.import_module(METHODS[method])
    settings = np.zeros(1, module.SETTINGS).view(np.recarray)[0]
    for name, value in {**module.DEFAULTS, **options}.items():
        if name not in module.DEFAULTS:
            close = difflib.get_close_matches(name, module.DEFAULTS, 1)
            hint = f"; did you mean {close[0]}?" if close else f": there are {', '.join(module.DEFAULTS)}"
            raise ValueError(f"{method} has no option {name!r}{hint}")
        _check(name, value, type(module.DEFAULTS[name]))
        settings[name] = value
    if settings.simulations < 1:
        raise ValueError(f"simulations cannot be {settings.simulations}: a search needs at least 1")
    return settings


def _check(name: str, value: Any, kind: type) -> None:
    if kind is int and type(value) is not int:
        raise ValueError(f"{name} cannot be {value!r}: it must be a whole number")
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{name} cannot be {value!r}: it must be a finite number")


by_method = generic(method_of)


@by_method
def prepare(settings: Settings, tree: Tree, index: int) -> None:
    """A node was just expanded."""


@by_method
def choose(settings: Settings, tree: Tree, index: int) -> int:
    """The edge to follow from an expanded node that is not over; every method has its own."""
    return NONE


@by_method
def target(settings: Settings, tree: Tree, policy: NDArray[np.float32]) -> None:
    """Write what the search recommends at the root, float32[actions], zero before."""


@by_method
def best(settings: Settings, tree: Tree) -> int:
    """The root action to play for strength; every method has its own."""
    return NONE
