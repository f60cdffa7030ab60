"""Weights move by the formulas, decay only where it belongs, and nothing that is remembered gets lost."""

from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import nn

from tengen.config import Learner as Settings
from tengen.training.learner import in_channel_order
from tengen.training.optimizer import memory_of, optimizer_for, recall
from tengen.training.weights import arrays_of
from tests.training.random_batches import small_network

RATE, DECAY, MOMENTUM = 0.01, 0.1, 0.8
RULES = [{"optimizer": "adamw"}, {"optimizer": "sgd"}, {"optimizer": "sgd", "momentum": 0.0}]
Array = NDArray[np.float64]


def chosen(**knobs: Any) -> Settings:
    return Settings(**{"rate": RATE, "decay": DECAY, "momentum": MOMENTUM, **knobs})


def push(network: nn.Module, seed: int) -> None:
    """Give every weight a random gradient, which lies in memory as the weight does."""
    draw = torch.Generator().manual_seed(seed)
    for weight in network.parameters():
        weight.grad = torch.empty_like(weight).copy_(torch.randn(weight.shape, generator=draw))


def gradients_of(network: nn.Module) -> dict[str, Array]:
    found = {name: weight.grad for name, weight in network.named_parameters()}
    return {name: grad.double().numpy() for name, grad in found.items() if grad is not None}


def sgd(weight: Array, gradients: list[Array], decay: float) -> Array:
    speed = np.zeros_like(weight)
    for gradient in gradients:
        speed = MOMENTUM * speed + gradient + decay * weight
        weight = weight - RATE * speed
    return weight


def adamw(weight: Array, gradients: list[Array], decay: float) -> Array:
    """Loshchilov and Hutter 2019, with the usual 0.9, 0.999 and 1e-8."""
    mean, square = np.zeros_like(weight), np.zeros_like(weight)
    for step, gradient in enumerate(gradients, start=1):
        mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
        weight = weight - RATE * decay * weight
        weight = weight - RATE * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weight


@pytest.mark.parametrize(("rule", "formula"), [("sgd", sgd), ("adamw", adamw)])
def test_weights_move_by_the_formula(rule: str, formula: Any) -> None:
    network = in_channel_order(small_network())
    optimizer = optimizer_for(network, chosen(optimizer=rule))
    before = arrays_of(network)
    gradients: list[dict[str, Array]] = []
    for seed in range(4):
        push(network, seed)
        gradients.append(gradients_of(network))
        optimizer.step()
    for name, weight in network.named_parameters():
        decay = DECAY if name.endswith("weight") and ".norm." not in name else 0.0
        expected = formula(before[name].astype(np.float64), [found[name] for found in gradients], decay)
        np.testing.assert_allclose(weight.detach().numpy(), expected, rtol=1e-4, atol=1e-6, err_msg=name)


@pytest.mark.parametrize("rule", ["sgd", "adamw"])
def test_without_a_gradient_only_what_multiplies_shrinks(rule: str) -> None:
    network = small_network()
    with torch.no_grad():
        for weight in network.parameters():
            weight.fill_(1.0)
            weight.grad = torch.zeros_like(weight)
    optimizer_for(network, chosen(optimizer=rule)).step()
    found = {name: weight.detach().numpy() for name, weight in network.named_parameters()}
    still = {name for name, weight in found.items() if (weight == 1).all()}
    assert still == {name for name in arrays_of(network) if name.endswith(".bias") or ".norm.weight" in name}
    for name in found.keys() - still:
        np.testing.assert_allclose(found[name], 1 - RATE * DECAY, rtol=1e-6, err_msg=name)


@pytest.mark.parametrize("rule", RULES)
def test_a_new_one_goes_on_where_the_old_one_stopped(rule: dict[str, Any]) -> None:
    """In all orders that weights may lie in memory."""
    whole, stopped, resumed = (in_channel_order(small_network()) for _ in range(3))
    before, after = (optimizer_for(network, chosen(**rule)) for network in (whole, stopped))
    for seed in range(5):
        if seed == 3:
            memory = memory_of(after, stopped)
            resumed.load_state_dict(stopped.state_dict())
            stopped, after = resumed, optimizer_for(resumed, chosen(**rule))
            recall(after, resumed, memory)
        for network, optimizer in ((whole, before), (stopped, after)):
            push(network, seed)
            optimizer.step()
    for name, array in arrays_of(whole).items():
        assert np.array_equal(arrays_of(stopped)[name], array), name


def test_what_is_remembered_is_named_after_the_weights() -> None:
    network = small_network()
    names = {name for name, _ in network.named_parameters()}
    slots = {"adamw": {"step", "exp_avg", "exp_avg_sq"}, "sgd": {"momentum_buffer"}}
    for rule, remembered in slots.items():
        optimizer = optimizer_for(network, chosen(optimizer=rule))
        assert memory_of(optimizer, network) == {}
        push(network, 0)
        optimizer.step()
        assert memory_of(optimizer, network).keys() == {
            f"{name}/{slot}" for name in names for slot in remembered
        }


def test_a_memory_is_a_copy() -> None:
    network = small_network()
    optimizer = optimizer_for(network, chosen())
    push(network, 0)
    optimizer.step()
    memory = memory_of(optimizer, network)
    kept = {name: array.copy() for name, array in memory.items()}
    recall(optimizer, network, memory)
    push(network, 1)
    optimizer.step()
    assert all(np.array_equal(memory[name], array) for name, array in kept.items())
    assert not all(np.array_equal(memory_of(optimizer, network)[name], array) for name, array in kept.items())
