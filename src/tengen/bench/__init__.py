"""Benchmarks: one module each, one table each, run by `tengen bench NAME`.

A benchmark is a module of this package with a function `rows()` that measures and returns its table.
"""

import pkgutil
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a benchmark's table: what was measured, and what was hoped for."""

    case: str
    value: float
    unit: str
    target: float | None = None

    @property
    def met(self) -> bool:
        """Whether the target is reached: a rate or a share wants to be high, a time or a size low."""
        if self.target is None:
            return True
        wants_to_be_high = self.unit.endswith("/s") or self.unit in ("share", "times")
        return self.value >= self.target if wants_to_be_high else self.value <= self.target


def names() -> list[str]:
    """Every benchmark there is, in alphabetical order."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def run(name: str) -> list[Row]:
    """Measure the benchmark of this name."""
    if name not in names():
        raise ValueError(f"no benchmark is named {name!r}; there are: {', '.join(names())}")
    rows: list[Row] = import_module(f"{__name__}.{name}").rows()
    return rows
