"""A configuration gets the board and the network it asks for."""

import pytest
import torch

from tengen import config
from tengen.games.position import new
from tengen.network.shape import SYSTEMS, system_shape
from tengen.training.networks import configured_shape, first_position, network_for

GO = """
game = { name = "go", sizes = [5, 9, 7], options = { komi = 9, limit = 98 } }
network = { blocks = 2, channels = 8, ownership = true, score = true, reply = true }
"""


def test_the_first_position_is_the_largest_board_by_the_rules_given() -> None:
    position = first_position(config.read(GO))
    assert (position.game, position.size) == ("go", 9)
    assert position.options == new("go", size=9, komi=9, limit=98).options
    assert position.ply == 0


@pytest.mark.parametrize("size", [5, 7, 9])
def test_any_other_size_is_there_when_asked_for(size: int) -> None:
    position = first_position(config.read(GO), size)
    assert position.size == size
    assert position.options == new("go", size=size, komi=9, limit=98).options


def test_every_knob_of_the_network_is_turned() -> None:
    """Each away from its default, so that none can be forgotten."""
    wanted = {
        "planes": "history",
        "pooling": "squeeze",
        "value": "scalar",
        "ownership": True,
        "score": True,
        "reply": True,
    }
    assert config.Network.model_fields.keys() - wanted == {"blocks", "channels", "system"}
    assert all(getattr(config.Network(), name) != value for name, value in wanted.items())
    turned = config.Config(
        game=config.Game(name="go", sizes=(5,)),
        network=config.Network(blocks=3, channels=12, **wanted),  # type: ignore[arg-type]
    )
    shape = configured_shape(turned, first_position(turned))
    assert (shape.game, shape.widths, shape.has_pass) == ("go", (12, 12, 12), True)
    assert {name: getattr(shape, name) for name in wanted} == wanted


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_earlier_system_goes_before_the_knobs(system: str) -> None:
    named = config.read(GO, [f"network.system={system}"])
    position = first_position(named)
    assert configured_shape(named, position) == system_shape(system, position)


def test_planes_follow_the_rules() -> None:
    rules = [config.read("", [f'game.options={{ rule = "{rule}" }}']) for rule in ("freestyle", "renju")]
    counts = [configured_shape(each, first_position(each)).channels_in for each in rules]
    assert counts == [len(new("gomoku", size=9, rule=rule).planes()) for rule in ("freestyle", "renju")]
    assert counts[0] < counts[1]


@pytest.mark.parametrize("preset", config.preset_names())
def test_every_preset_gets_the_network_it_names(preset: str) -> None:
    chosen = config.read(config.preset(preset))
    position = first_position(chosen)
    network = network_for(chosen, position, seed=1)
    assert network.shape == configured_shape(chosen, position)
    assert network.shape.game == chosen.game.name
    policy = network(torch.from_numpy(position.planes(network.shape.planes))[None].repeat(2, 1, 1, 1))[
        "policy"
    ]
    assert policy.shape == (2, position.size**2 + network.shape.has_pass)


def test_the_seed_makes_the_network() -> None:
    chosen = config.read(GO)
    position = first_position(chosen)
    one, same, other = (network_for(chosen, position, seed).state_dict() for seed in (5, 5, 6))
    assert all(torch.equal(value, same[name]) for name, value in one.items())
    assert not torch.equal(one["first.conv.weight"], other["first.conv.weight"])
