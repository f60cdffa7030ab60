"""Networks for tests: made at once, but with the habits of a trained one."""

from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import nn

from tengen.games.position import Position, new
from tengen.network.card import Card
from tengen.network.export import to_onnx
from tengen.network.model import Network, new_network
from tengen.network.shape import Shape, shape_for


def lively(shape: Shape, seed: int = 0) -> Network:
    """An untrained network whose normalisation is not what it begins with."""
    network = new_network(shape, seed)
    draw = torch.Generator().manual_seed(seed)
    for layer in network.modules():
        if isinstance(layer, nn.BatchNorm2d):
            for values, low, high in (
                (layer.weight, 0.5, 1.0),
                (layer.bias, -0.3, 0.3),
                (layer.running_mean, -0.3, 0.3),
                (layer.running_var, 0.5, 2.0),
            ):
                assert values is not None
                nn.init.uniform_(values, low, high, generator=draw)
    return network.eval()


def published(shape: Shape, seed: int = 0, **card: Any) -> bytes:
    """The file of a lively network."""
    return to_onnx(lively(shape, seed), Card(shape=shape, **card))


def every_head(position: Position, blocks: int = 2, channels: int = 16, **choices: Any) -> Shape:
    """A shape with all the heads there are."""
    heads = {"ownership": True, "score": True, "reply": True}
    return shape_for(position, blocks, channels, **{**heads, **choices})


def random_planes(
    shape: Shape, batch: int, size: int, seed: int = 0
) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Planes as sparse as those of real positions."""
    draw = np.random.default_rng(seed)
    return (draw.random((batch, shape.channels_in, size, size)) < 0.25).astype(np.float32)


def student(shape: Shape, size: int, steps: int = 100) -> Network:
    """A network that has learned a simple teacher, so that it has firm opinions.

    The teacher likes to play beside own stones, and counts who has more neighbours of his own colour.
    """
    network = new_network(shape, seed=1).train()
    optimizer = torch.optim.Adam(network.parameters(), 5e-3)
    for step in range(steps):
        planes = torch.from_numpy(random_planes(shape, 32, size, seed=step))
        wish = nn.functional.avg_pool2d(planes[:, :2], 3, 1, 1) * 9
        policy = torch.softmax(3 * wish[:, 0].flatten(1), 1)
        balance = (planes[:, :2] * wish).sum((2, 3))
        outcome = torch.where(balance[:, 0] > balance[:, 1], 0, 2)
        heads = network(planes)
        loss = nn.functional.cross_entropy(heads["policy"], policy)
        loss = loss + nn.functional.cross_entropy(heads["value"], outcome)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    return network.eval()


def golden(game: str) -> bytes:
    """The tiny networks in tests/network/data, for tests that do without torch."""
    position = new(game, size=9)
    shape = shape_for(position, 1, 8, policy_channels=8, value_channels=8, value_hidden=16)
    if game == "go":
        shape = replace(shape, pooling="squeeze", ownership=True, score=True)
    return to_onnx(lively(shape, seed=7), Card(shape=shape, steps=0, strength={"note": "untrained"}))
