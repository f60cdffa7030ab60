"""What a file says about its network is read back, or refused in one line."""

import json

import pytest

from tengen.games.position import new
from tengen.network.card import FORMAT, BadNetwork, Card
from tengen.network.shape import shape_for

CARD = Card(
    shape=shape_for(new("gomoku", rule="renju"), 4, 32, pooling="global"),
    rules={"size": 15, "rule": "renju"},
    steps=12_000,
    strength={"elo": 850.5, "against": "random"},
)


def test_a_card_survives_its_metadata() -> None:
    assert Card.from_metadata("x", CARD.to_metadata()) == CARD


def test_people_can_read_the_metadata() -> None:
    lines = CARD.to_metadata()
    assert lines["tengen.game"] == '"gomoku"'
    assert lines["tengen.blocks"] == "4"
    assert lines["tengen.channels"] == "32"
    assert json.loads(lines["tengen.heads"]) == ["policy", "value"]


def test_the_empty_position_follows_the_rules() -> None:
    assert CARD.empty_position().options == {"size": 15, "rule": "renju", "line": 5}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tengen.format": str(FORMAT + 1)}, f"x has format {FORMAT + 1}, this tengen reads up to {FORMAT}"),
        ({"tengen.shape": "{}"}, "x has damaged metadata"),
        ({"tengen.shape": "{"}, "x has damaged metadata"),
        ({"tengen.format": '"new"'}, "x has damaged metadata"),
        ({"tengen.shape": json.dumps(CARD.shape.to_json() | {"pooling": "?"})}, "x has damaged metadata"),
        ({"tengen.rules": '["renju"]'}, "x has damaged metadata"),
        ({"tengen.shape": "[1, 2]"}, "x has damaged metadata"),
        ({"tengen.rules": '{"rule": "chess"}'}, "x was made for rules that do not exist here"),
    ],
)
def test_bad_metadata(change: dict[str, str], message: str) -> None:
    with pytest.raises(BadNetwork, match=message) as caught:
        Card.from_metadata("x", CARD.to_metadata() | change).empty_position()
    assert "\n" not in str(caught.value)


def test_no_metadata() -> None:
    with pytest.raises(BadNetwork, match="x is not a network of tengen"):
        Card.from_metadata("x", {"producer": "someone"})


def test_a_game_of_a_newer_version() -> None:
    data = CARD.shape.to_json() | {"game": "hex"}
    with pytest.raises(BadNetwork, match="no game called 'hex'"):
        Card.from_metadata("x", CARD.to_metadata() | {"tengen.shape": json.dumps(data)}).empty_position()
