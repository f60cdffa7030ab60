"""Shapes describe networks completely, and survive being written down."""

import json
from typing import Any

import pytest

from tengen.games.position import new
from tengen.network.shape import SYSTEMS, Shape, shape_for, system_shape


def test_a_shape_takes_game_and_planes_from_a_position() -> None:
    shape = shape_for(new("gomoku", size=9, rule="renju"), 4, 32, planes="last")
    assert (shape.game, shape.planes, shape.channels_in, shape.has_pass) == ("gomoku", "last", 5, False)
    assert (shape.blocks, shape.channels, shape.widths) == (4, 32, (32, 32, 32, 32))


def test_go_has_a_pass() -> None:
    assert shape_for(new("go", size=9)).has_pass


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_shape_survives_json(system: str) -> None:
    shape = system_shape(system, new("gomoku", size=11))
    assert Shape.from_json(json.loads(json.dumps(shape.to_json()))) == shape


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"pooling": "max"}, "pooling cannot be 'max': it must be none, global, squeeze"),
        ({"activation": "gelu"}, "activation cannot be 'gelu'"),
        ({"value": "both"}, "value cannot be 'both'"),
        ({"first_kernel": 4}, "first_kernel cannot be 4: it must be 3, 5, 7"),
        ({"widths": ()}, "at least one block"),
        ({"widths": (32, 0)}, "at least one channel"),
    ],
)
def test_what_cannot_be_built_is_refused(choice: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        shape_for(new("gomoku"), **choice)


def test_unknown_system_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="no system called 'alphago': there are alphafive, cody7"):
        system_shape("alphago", new("go", size=9))
