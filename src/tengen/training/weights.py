"""The weights of a network as arrays, and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

Arrays = dict[str, NDArray[Any]]


def numbers_of(network: nn.Module) -> list[Tensor]:
    """All that an average can be taken of: weights, and the statistics of the normalisation."""
    return [value for value in network.state_dict().values() if value.is_floating_point()]


def arrays_of(network: nn.Module) -> Arrays:
    """A copy of everything that a network has learnt."""
    return {name: value.detach().cpu().numpy().copy() for name, value in network.state_dict().items()}


def check(network: nn.Module, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Refuse what another network has learnt."""
    wanted = {name: tuple(value.shape) for name, value in network.state_dict().items()}
    found = {name: tuple(array.shape) for name, array in arrays.items()}
    odd = sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))
    if odd:
        given, here = (list(shapes.get(odd[0], ())) or "none" for shapes in (found, wanted))
        raise ValueError(
            f"{odd[0]} is {given} in the training state, {here} in this network: it belongs to another one"
        )


@torch.no_grad()
def fill(network: nn.Module, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Give a network these weights in place, so that all who share its weights see it."""
    for name, value in network.state_dict().items():
        value.copy_(torch.from_numpy(np.array(arrays[name])))
