"""One network plays every size; its parts do what the papers say."""

from typing import Any

import numpy as np
import pytest
import torch

from tengen.games.grid import SYMMETRIES, turned_board, turned_policy
from tengen.games.position import new
from tengen.network.model import GlobalPooling, Network, Player, SqueezeExcitation, folded, new_network
from tengen.network.shape import SYSTEMS, shape_for, system_shape
from tests.network.networks import every_head, lively, random_planes

POOLINGS = ("none", "global", "squeeze")


@pytest.mark.parametrize("pooling", POOLINGS)
@pytest.mark.parametrize("game", ["gomoku", "go"])
def test_the_same_weights_play_every_size(game: str, pooling: str) -> None:
    shape = every_head(new(game, size=9), pooling=pooling)
    player = Player(lively(shape)).eval()
    for size in (2, 3, 7, 9, 15, 19):
        heads = player(torch.from_numpy(random_planes(shape, 5, size)))
        actions = size * size + shape.has_pass
        assert {name: tuple(head.shape) for name, head in heads.items()} == {
            "policy": (5, actions),
            "reply": (5, actions),
            "value": (5,),
            "outcome": (5, 3),
            "ownership": (5, size, size),
            "score": (5,),
        }
        assert heads["value"].abs().max() <= 1


def test_value_is_win_minus_loss() -> None:
    shape = every_head(new("go", size=9))
    heads = Player(lively(shape)).eval()(torch.from_numpy(random_planes(shape, 6, 9)))
    assert torch.allclose(heads["value"], heads["outcome"][:, 0] - heads["outcome"][:, 2], atol=1e-6)
    assert torch.allclose(heads["outcome"].sum(1), torch.ones(6))


@pytest.mark.parametrize("pooling", POOLINGS)
def test_folding_changes_no_answer(pooling: str) -> None:
    shape = every_head(new("go", size=9), blocks=4, pooling=pooling, planes="last")
    network = lively(shape)
    planes = torch.from_numpy(random_planes(shape, 6, 9))
    plain = folded(network)
    assert not plain.shape.norm
    assert not any(isinstance(layer, torch.nn.BatchNorm2d) for layer in plain.modules())
    for name, head in network(planes).items():
        assert torch.allclose(plain(planes)[name], head, atol=1e-3, rtol=1e-4), name


def test_folding_draws_no_random_numbers() -> None:
    network = new_network(shape_for(new("gomoku"), 1, 8), seed=3)
    before = torch.random.get_rng_state()
    folded(network)
    assert torch.equal(torch.random.get_rng_state(), before)


def test_first_weights_depend_on_the_seed_alone() -> None:
    shape = shape_for(new("gomoku"), 1, 8)
    one, same, other = (new_network(shape, seed).first.conv.weight for seed in (5, 5, 6))
    assert torch.equal(one, same)
    assert not torch.equal(one, other)


@pytest.mark.parametrize(
    ("system", "parameters"),
    # The first is about 440,000 in its author's own count, without the layers that know one board size.
    [("alphafive", 464_594), ("cody7", 1_488_338), ("guide15", 228_690), ("dlgo9", 160_482)],
)
def test_earlier_systems(system: str, parameters: int) -> None:
    network = Network(system_shape(system, new("gomoku", size=11)))
    assert sum(weight.numel() for weight in network.parameters()) == parameters


def test_alphafive_has_no_normalisation() -> None:
    network = Network(system_shape("alphafive", new("gomoku", size=11)))
    kinds = {type(layer) for layer in network.modules()}
    assert torch.nn.ELU in kinds
    assert not kinds & {torch.nn.BatchNorm2d, torch.nn.ReLU}
    assert network.first.conv.weight.shape == (32, 4, 5, 5)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_edge_is_seen(system: str) -> None:
    """On an empty board an inner point and a corner get different answers, though the planes are alike."""
    position = new("gomoku", size=9)
    shape = system_shape(system, position)
    planes = torch.from_numpy(position.planes(shape.planes))[None]
    logits = Player(lively(shape)).eval()(planes)["policy"].reshape(9, 9)
    assert abs(logits[0, 0] - logits[4, 4]) > 1e-3


def test_every_symmetry_of_a_symmetric_network_is_equal() -> None:
    """With kernels that are symmetric themselves, turned planes give turned answers."""
    shape = every_head(new("go", size=9), pooling="global")
    network = lively(shape)
    for layer in network.modules():
        if isinstance(layer, torch.nn.Conv2d):
            kernel = layer.weight.detach().numpy()
            mean = sum(turned_board(symmetry, kernel) for symmetry in range(SYMMETRIES)) / SYMMETRIES
            layer.weight.data = torch.from_numpy(np.asarray(mean, np.float32))
    player, planes = Player(network).eval(), random_planes(shape, 2, 9)
    straight = {name: head.detach().numpy() for name, head in player(torch.from_numpy(planes)).items()}
    for symmetry in range(SYMMETRIES):
        turned = player(torch.from_numpy(turned_board(symmetry, planes)))
        for name, head in straight.items():
            wanted: Any = head
            if name in ("policy", "reply"):
                wanted = turned_policy(symmetry, head, 9)
            elif name == "ownership":
                wanted = turned_board(symmetry, head)
            np.testing.assert_allclose(turned[name].detach().numpy(), wanted, rtol=1e-3, atol=1e-4)


def test_global_pooling_adds_the_same_to_every_point() -> None:
    x = torch.rand(2, 4, 5, 5)
    added = GlobalPooling(4)(x) - x
    assert torch.allclose(added, added[:, :, :1, :1].expand_as(added), atol=1e-6)
    assert added.abs().max() > 0.01


def test_squeeze_excitation_scales_whole_channels() -> None:
    x = torch.rand(2, 8, 5, 5) + 1
    factor = SqueezeExcitation(8)(x) / x
    assert torch.allclose(factor, factor[:, :, :1, :1].expand_as(factor), atol=1e-6)
    assert bool(((factor > 0) & (factor < 1)).all())
