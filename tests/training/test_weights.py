"""Weights become arrays and come back, and those of another network are refused in one line."""

from typing import Any

import numpy as np
import pytest
import torch

from tengen.training.learner import in_channel_order
from tengen.training.weights import arrays_of, check, fill, numbers_of
from tests.training.random_batches import random_batch, small_network


def test_weights_come_back() -> None:
    one, other = in_channel_order(small_network(seed=1)), small_network(seed=2)
    planes = torch.from_numpy(random_batch(8).planes)
    one(planes)  # its normalisation has seen something
    fill(other, arrays_of(one))
    for mine, theirs in zip(other.state_dict().values(), one.state_dict().values(), strict=True):
        assert torch.equal(mine, theirs)
    assert torch.allclose(other.eval()(planes)["policy"], one.eval()(planes)["policy"], atol=1e-5)


def test_who_shares_a_weight_sees_it_filled() -> None:
    network = small_network(seed=1)
    shared = {name: value.data for name, value in network.named_parameters()}
    fill(network, arrays_of(small_network(seed=2)))
    for name, value in small_network(seed=2).named_parameters():
        assert torch.equal(shared[name], value)


def test_arrays_are_copies() -> None:
    network = small_network(seed=1)
    arrays = arrays_of(network)
    fill(network, arrays_of(small_network(seed=2)))
    for name, array in arrays_of(small_network(seed=1)).items():
        assert np.array_equal(arrays[name], array), name
    fill(network, arrays)
    arrays["first.conv.weight"][:] = 0
    assert network.first.conv.weight.any()


def test_an_average_is_taken_of_all_but_counts() -> None:
    network = small_network()
    names = [name for name in network.state_dict() if not name.endswith("num_batches_tracked")]
    assert "first.norm.running_var" in names
    found = numbers_of(network)
    assert len(found) == len(names)
    for name, value in zip(names, found, strict=True):
        assert value.data_ptr() == network.state_dict()[name].data_ptr()  # the thing itself, to be moved


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"value": "scalar"}, r"value.value.bias is \[1\] in the training state, \[3\] in this network"),
        ({"norm": False}, r"first.conv.bias is \[8\] in the training state, none in this network"),
        ({"reply": False}, r"policy.passes.1.bias is none in the training state, \[1\] in this network"),
    ],
)
def test_what_another_network_has_learnt_is_refused(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as refusal:
        check(small_network(), arrays_of(small_network(**choices)))
    assert "\n" not in str(refusal.value)


def test_what_a_network_of_the_same_shape_has_learnt_fits() -> None:
    check(small_network(seed=1), arrays_of(small_network(seed=2)))
