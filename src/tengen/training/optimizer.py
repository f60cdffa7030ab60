"""The rule of descent, and how what it remembers is written down."""

from collections.abc import Iterator, Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tengen.config import Learner

Arrays = dict[str, NDArray[np.generic]]

SLOTS = {"adamw": ("step", "exp_avg", "exp_avg_sq"), "sgd": ("momentum_buffer",)}


def optimizer_for(network: nn.Module, settings: Learner) -> torch.optim.Optimizer:
    """A new optimiser that remembers nothing."""
    groups = [
        {
            "params": [weight for weight in network.parameters() if decays(weight)],
            "weight_decay": settings.decay,
        },
        {"params": [weight for weight in network.parameters() if not decays(weight)], "weight_decay": 0.0},
    ]
    if settings.optimizer == "adamw":
        return torch.optim.AdamW(groups, settings.rate, fused=True)
    return torch.optim.SGD(groups, settings.rate, settings.momentum, fused=True)


def decays(weight: Tensor) -> bool:
    """Whether decay applies: to what multiplies, not to biases and to what normalisation scales by."""
    return weight.dim() > 1


def memory_of(optimizer: torch.optim.Optimizer, network: nn.Module) -> Arrays:
    """What the optimiser remembers, by the names of the weights; nothing before its first step."""
    return {
        f"{name}/{slot}": value.detach().cpu().numpy().copy()
        for name, weight in network.named_parameters()
        for slot, value in optimizer.state.get(weight, {}).items()
        if value is not None
    }


def recall(
    optimizer: torch.optim.Optimizer, network: nn.Module, memory: Mapping[str, NDArray[np.generic]]
) -> None:
    """Give a new optimiser what another one remembered."""
    for name, weight in network.named_parameters():
        slots = dict(_slots(name, memory))
        if slots:
            optimizer.state[weight] = {slot: _like(weight, value) for slot, value in slots.items()}


def _slots(name: str, memory: Mapping[str, NDArray[np.generic]]) -> Iterator[tuple[str, NDArray[np.generic]]]:
    """What is remembered about one weight."""
    for slots in SLOTS.values():
        for slot in slots:
            if f"{name}/{slot}" in memory:
                yield slot, memory[f"{name}/{slot}"]


def _like(weight: Tensor, value: NDArray[np.generic]) -> Tensor:
    """A tensor that lies in memory as the weight does: the fused step reads both from end to end."""
    tensor = torch.from_numpy(value.copy()).to(weight.device)
    return tensor if tensor.dim() == 0 else torch.empty_like(weight).copy_(tensor)
