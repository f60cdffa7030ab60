"""Torch answers like the file; on the CPU here, on CUDA where there is one."""

from pathlib import Path

import numpy as np
import pytest
import torch

from tengen.games.position import new
from tengen.network.card import BadNetwork, Card
from tengen.network.evaluator import AsynchronousEvaluator, NetworkEvaluator
from tengen.network.export import save
from tengen.network.model import Network
from tengen.network.torch_evaluator import TorchEvaluator, best_device
from tests.network.networks import every_head, lively, random_planes

SHAPE = every_head(new("go", size=9), pooling="global")
DEVICES = [
    "cpu",
    pytest.param("cuda", marks=pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA")),
]


@pytest.fixture(scope="module")
def network() -> Network:
    return lively(SHAPE)


@pytest.mark.parametrize("device", DEVICES)
def test_answers_like_the_file(network: Network, device: str, tmp_path: Path) -> None:
    path = tmp_path / "go.onnx"
    save(network, Card(shape=SHAPE), path)
    planes = random_planes(SHAPE, 6, 9)
    wanted = NetworkEvaluator(path, precision="f32")(planes)
    for source in (path, network):
        found = TorchEvaluator(source, device=device)(planes)
        np.testing.assert_allclose(found[0], wanted[0], rtol=1e-2, atol=1e-2)
        np.testing.assert_allclose(found[1], wanted[1], atol=1e-2)


@pytest.mark.parametrize("device", DEVICES)
def test_bf16_is_near(network: Network, device: str) -> None:
    planes = random_planes(SHAPE, 6, 9)
    wanted = TorchEvaluator(network, device=device)(planes)
    found = TorchEvaluator(network, device=device, precision="bf16")(planes)
    assert found[0].dtype == found[1].dtype == np.float32
    np.testing.assert_allclose(found[0], wanted[0], atol=0.2)
    np.testing.assert_allclose(found[1], wanted[1], atol=0.05)


@pytest.mark.parametrize("device", DEVICES)
def test_two_batches_under_way(network: Network, device: str) -> None:
    """Each gets its own answers, though the planes are filled anew in between."""
    evaluator = TorchEvaluator(network, device=device)
    assert isinstance(evaluator, AsynchronousEvaluator)
    first, second = (random_planes(SHAPE, 4, 9, seed) for seed in (1, 2))
    wanted = [evaluator(planes)[0] for planes in (first, second)]
    planes = first.copy()
    finish_first = evaluator.start(planes)
    planes[:] = second
    finish_second = evaluator.start(planes)
    planes[:] = 0
    np.testing.assert_allclose(finish_second()[0], wanted[1], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(finish_first()[0], wanted[0], rtol=1e-4, atol=1e-4)


def test_swap(network: Network) -> None:
    evaluator = TorchEvaluator(network, device="cpu", name="old")
    planes = random_planes(SHAPE, 4, 9)
    under_way, old = evaluator.start(planes), evaluator(planes)
    evaluator.swap(lively(SHAPE, seed=5), name="new")
    assert (evaluator.name, evaluator.version) == ("new", 2)
    np.testing.assert_array_equal(under_way()[0], old[0])
    assert not np.allclose(evaluator(planes)[0], old[0])


def test_training_goes_on_untouched(network: Network) -> None:
    """The evaluator's network is a copy: what the learner changes later is not played yet."""
    learner = lively(SHAPE)
    evaluator = TorchEvaluator(learner, device="cpu")
    planes = random_planes(SHAPE, 2, 9)
    before = evaluator(planes)
    with torch.no_grad():
        for weight in learner.parameters():
            weight.zero_()
    np.testing.assert_array_equal(evaluator(planes)[0], before[0])


def test_nan_names_the_network() -> None:
    sick = lively(SHAPE)
    sick.policy.points[0].weight.data.fill_(torch.nan)  # type: ignore[operator]
    with pytest.raises(BadNetwork, match="sick answers NaN or infinity"):
        TorchEvaluator(sick, device="cpu", name="sick")(random_planes(SHAPE, 1, 9))


def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "half.onnx"
    path.write_bytes(b"\x08\x0a\x12")
    with pytest.raises(BadNetwork, match=r"half\.onnx is not a whole ONNX file"):
        TorchEvaluator(path, device="cpu")


def test_unknown_precision(network: Network) -> None:
    with pytest.raises(ValueError, match="precision cannot be 'f16': it must be f32, bf16"):
        TorchEvaluator(network, device="cpu", precision="f16")


def test_best_device_exists() -> None:
    assert torch.zeros(1, device=best_device()).sum() == 0
