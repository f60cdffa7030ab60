"""Settings by name: what is unknown or absurd is refused in one line."""

import re
from typing import Any

import pytest

from tengen.search.method import METHODS, method_of, settings_for


@pytest.mark.parametrize("name", METHODS)
def test_defaults_are_kept_unless_told_otherwise(name: str) -> None:
    defaults = method_of(settings_for(name)).DEFAULTS
    settings = settings_for(name, simulations=7)
    assert settings.simulations == 7
    assert all(
        settings[key] == pytest.approx(value) for key, value in defaults.items() if key != "simulations"
    )


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("alphabeta", {}, "no search called 'alphabeta': there are gumbel, puct"),
        ("puct", {"cpuct": 1.0}, "puct has no option 'cpuct'; did you mean c_puct?"),
        ("puct", {"simulations": 0}, "simulations cannot be 0: a search needs at least 1"),
        ("gumbel", {"simulations": 2.5}, "simulations cannot be 2.5: it must be a whole number"),
        ("gumbel", {"c_scale": float("nan")}, "c_scale cannot be nan: it must be a finite number"),
        ("puct", {"noise": "much"}, "noise cannot be 'much': it must be a finite number"),
    ],
)
def test_nonsense_gets_one_line(name: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        settings_for(name, **options)
