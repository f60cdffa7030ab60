"""Words are what they are, or refused."""

import pytest

from tengen.engine.gtp_words import (
    Refusal,
    colour_in,
    moves_in,
    number_in,
    take,
    vertex_in,
    vertex_name,
    whole_in,
)
from tengen.games.grid import BLACK, WHITE


def test_colours_and_vertices_in_any_case() -> None:
    assert [colour_in(word) for word in ("b", "WHITE", "Black")] == [BLACK, WHITE, BLACK]
    assert vertex_in("a1", 9) == 72
    assert vertex_in("J9", 9) == 8  # there is no I
    assert vertex_in("PASS", 9) == 81
    assert vertex_in("u20", 20) == 19
    assert [vertex_name(action, 20) for action in (19, 0, 400)] == ["U20", "A20", "pass"]
    assert moves_in(["b", "A1", "w", "pass"], 3) == [(BLACK, 6), (WHITE, 9)]


def test_numbers() -> None:
    assert whole_in("-3") == -3
    assert number_in("1e3") == 1000


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: colour_in("red"),
        lambda: vertex_in("i3", 9),
        lambda: vertex_in("k1", 9),
        lambda: vertex_in("", 9),
        lambda: whole_in("1.5"),
        lambda: number_in("nan"),
        lambda: number_in("inf"),
        lambda: number_in("1,5"),
        lambda: take(["a"], 2),
        lambda: moves_in(["b"], 9),
    ],
)
def test_what_makes_no_sense(wrong) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Refusal, match=r"^syntax error$"):
        wrong()
