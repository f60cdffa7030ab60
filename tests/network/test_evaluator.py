"""The evaluator answers as torch does, the same row always alike, and networks are swapped while it works."""

import itertools
import threading
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from onnx import numpy_helper

from tengen.games.position import new
from tengen.network import evaluator
from tengen.network.card import BadNetwork, Card
from tengen.network.evaluator import (
    AsynchronousEvaluator,
    Evaluator,
    Floats,
    NetworkEvaluator,
    best_precision,
)
from tengen.network.export import to_onnx
from tengen.network.model import Network, Player
from tengen.network.shape import Shape, shape_for
from tests.network.networks import every_head, published, random_planes, student

needs_bf16 = pytest.mark.skipif(best_precision() != "bf16", reason="this CPU does not compute with bf16")
PRECISIONS = [pytest.param("bf16", marks=needs_bf16), "f32"]


@pytest.fixture
def go(data: Path) -> NetworkEvaluator:
    """The tiny network of Go, with ownership and score."""
    return NetworkEvaluator(data / "go_1x8.onnx")


def test_shapes_and_kinds_of_answers(go: NetworkEvaluator) -> None:
    logits, values = go(random_planes(go.card.shape, 5, 7))
    assert (logits.shape, values.shape) == ((5, 50), (5,))
    assert logits.dtype == values.dtype == np.float32
    assert isinstance(go, Evaluator)
    assert not isinstance(go, AsynchronousEvaluator)


def test_answers_are_the_callers_to_keep(go: NetworkEvaluator) -> None:
    first, second = (random_planes(go.card.shape, 4, 9, seed) for seed in (1, 2))
    logits, values = go(first)
    kept = logits.copy(), values.copy()
    go(second)
    np.testing.assert_array_equal(logits, kept[0])
    np.testing.assert_array_equal(values, kept[1])


def test_planes_of_any_layout(go: NetworkEvaluator) -> None:
    planes = random_planes(go.card.shape, 4, 9)
    backwards: Any = planes[:, :, ::-1].astype(np.float64)[:, :, ::-1]
    np.testing.assert_array_equal(go(backwards)[0], go(planes)[0])


def test_everything_for_analysis(go: NetworkEvaluator) -> None:
    planes = random_planes(go.card.shape, 3, 9)
    found = go.evaluate_fully(planes)
    logits, values = go(planes)
    np.testing.assert_allclose(found.logits, logits, atol=0.05)
    np.testing.assert_allclose(found.values, values, atol=0.01)
    assert found.outcome is not None
    assert found.ownership is not None
    assert found.score is not None
    np.testing.assert_allclose(found.outcome.sum(1), 1, atol=1e-5)
    assert found.ownership.shape == (3, 9, 9)
    assert found.score.shape == (3,)
    assert found.reply is None


def kl(wanted: Floats, found: Floats) -> float:
    """The mean divergence of two batches of logits."""
    p, q = (torch.log_softmax(torch.from_numpy(logits).double(), 1) for logits in (wanted, found))
    return float((p.exp() * (p - q)).sum(1).mean())


@pytest.fixture(scope="module")
def pupil() -> Network:
    """A network with firm opinions: rounding shows where it matters."""
    return student(shape_for(new("gomoku", size=9), 4, 32, pooling="global"), size=9)


@pytest.mark.parametrize("precision", PRECISIONS)
def test_agrees_with_torch(pupil: Network, precision: str) -> None:
    fast = NetworkEvaluator(to_onnx(pupil, Card(shape=pupil.shape)), precision=precision)
    size = 15 if pupil.shape.channels == 64 else 9
    planes = random_planes(pupil.shape, 256, size, seed=99)
    with torch.no_grad():
        wanted = Player(pupil).eval()(torch.from_numpy(planes))
    logits, values = fast(planes)
    policy, value = wanted["policy"].numpy(), wanted["value"].numpy()
    assert np.abs(value).mean() > 0.5, "the network should have opinions"
    divergence, worst = kl(policy, logits), float(np.abs(values - value).max())
    mean = float(np.abs(values - value).mean())
    print(f"{precision}: KL {divergence:.2e}, value off by {mean:.4f} in the mean, {worst:.4f} at most")
    assert divergence < (1e-4 if precision == "bf16" else 1e-9)
    # A row on the edge between win and loss may move further than the mean.
    assert mean < (0.01 if precision == "bf16" else 1e-5)


def differing_rows(fast: NetworkEvaluator, planes: Floats, batches: tuple[int, ...]) -> dict[int, int]:
    """For each batch size, how many rows get another answer than in the largest batch, by a single bit."""
    logits, values = fast(planes)
    found = {}
    for batch in batches:
        parts = [fast(planes[i : i + batch]) for i in range(0, len(planes), batch)]
        same = (np.concatenate([part[0] for part in parts]) == logits).all(1)
        same &= np.concatenate([part[1] for part in parts]) == values
        if not same.all():
            found[batch] = int((~same).sum())
    return found


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize(("blocks", "channels", "size"), [(6, 64, 15), (4, 32, 9), (4, 32, 7), (2, 32, 3)])
def test_a_row_is_answered_alike_in_every_batch(
    precision: str, blocks: int, channels: int, size: int
) -> None:
    shape = shape_for(new("go", size=9), blocks, channels, pooling="global")
    fast = NetworkEvaluator(published(shape), precision=precision)
    assert not differing_rows(fast, random_planes(shape, 64, size), (1, 2, 3, 8, 13))


def test_the_smallest_boards_too(go: NetworkEvaluator) -> None:
    assert not differing_rows(go, random_planes(go.card.shape, 64, 2), (1, 2, 3, 8, 13))


@pytest.mark.prove
@needs_bf16
def test_a_large_network_agrees_with_torch() -> None:
    network = student(shape_for(new("gomoku", size=15), 6, 64, pooling="global"), size=15)
    test_agrees_with_torch(network, "bf16")


@pytest.mark.prove
@pytest.mark.parametrize("pooling", ["none", "global", "squeeze"])
def test_a_thousand_rows_are_answered_alike_everywhere(pooling: str) -> None:
    for (blocks, channels), size in itertools.product([(6, 64), (4, 32), (2, 128), (3, 16)], range(2, 20)):
        shape = every_head(new("go", size=9), blocks, channels, pooling=pooling)
        fast = NetworkEvaluator(published(shape))
        rows = 1024 if size < 10 else 256
        differing = differing_rows(fast, random_planes(shape, rows, size), (1, 2, 3, 4, 7, 8, 16, 31, 64))
        print(
            f"{pooling:8} {blocks}x{channels:<4} {size}x{size}: {rows} rows, differing: {differing or 'none'}"
        )
        assert not differing


def test_threads_get_the_same_answers(go: NetworkEvaluator) -> None:
    planes = random_planes(go.card.shape, 48, 9)
    wanted = go(planes)
    found: list[bool] = []

    def ask(batch: int) -> None:
        for i in range(0, 48, batch):
            logits, values = go(planes[i : i + batch])
            same = np.array_equal(logits, wanted[0][i : i + batch])
            found.append(same and np.array_equal(values, wanted[1][i : i + batch]))

    threads = [threading.Thread(target=ask, args=(batch,)) for batch in (1, 8, 16, 48)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 48 + 6 + 3 + 1
    assert all(found)


def test_swap_while_threads_evaluate() -> None:
    """Every answer is the old network's or the new one's, never a mixture, and the new one's in the end."""
    shape = shape_for(new("gomoku", size=9), 1, 8)
    files = [published(shape, seed) for seed in range(4)]
    planes = random_planes(shape, 8, 9)
    wanted = [NetworkEvaluator(file)(planes) for file in files]
    fast = NetworkEvaluator(files[0], name="first")
    stop, seen = threading.Event(), [set[int]() for _ in range(2)]

    def games(who: int) -> None:
        last = False
        while not last:
            last = stop.is_set()  # once more after the last swap
            logits, values = fast(planes)
            matching = [i for i in range(4) if np.array_equal(logits, wanted[i][0])]
            assert len(matching) == 1
            assert np.array_equal(values, wanted[matching[0]][1])
            seen[who].add(matching[0])

    threads = [threading.Thread(target=games, args=(who,)) for who in range(2)]
    for thread in threads:
        thread.start()
    for number in (1, 2, 3):
        fast.swap(files[number], name=f"number {number}")
        assert (fast.name, fast.version) == (f"number {number}", number + 1)
    stop.set()
    for thread in threads:
        thread.join()
    assert all(3 in answers for answers in seen)


def test_a_network_of_another_kind_does_not_get_in(data: Path) -> None:
    fast = NetworkEvaluator(data / "gomoku_1x8.onnx")
    planes = random_planes(fast.card.shape, 2, 9)
    before = fast(planes)
    with pytest.raises(
        BadNetwork, match=r"go_1x8\.onnx \(go, 12 planes 'tengen'\) cannot take the place of gomoku"
    ):
        fast.swap(data / "go_1x8.onnx")
    assert fast.version == 1
    np.testing.assert_array_equal(fast(planes)[0], before[0])


@pytest.mark.parametrize("kept", [0, 1, 100, 5_000, -1])
def test_truncated_files(data: Path, kept: int) -> None:
    whole = (data / "gomoku_1x8.onnx").read_bytes()
    with pytest.raises(BadNetwork, match="t is not a whole ONNX file") as caught:
        NetworkEvaluator(whole[:kept], name="t")
    assert "\n" not in str(caught.value)


def test_a_foreign_onnx_file(data: Path) -> None:
    model = onnx.load(data / "gomoku_1x8.onnx")
    del model.metadata_props[:]
    with pytest.raises(BadNetwork, match="foreign is not a network of tengen"):
        NetworkEvaluator(model.SerializeToString(), name="foreign")


def test_nan_weights_are_found_when_loading(data: Path) -> None:
    model = onnx.load(data / "gomoku_1x8.onnx")
    weight = next(
        tensor for tensor in model.graph.initializer if tensor.name == "network.policy.features.conv.bias"
    )
    weight.CopyFrom(numpy_helper.from_array(np.full(8, np.nan, np.float32), weight.name))
    with pytest.raises(BadNetwork, match="sick has weights that are NaN or infinite"):
        NetworkEvaluator(model.SerializeToString(), name="sick")


def test_nan_during_play_names_the_network(go: NetworkEvaluator) -> None:
    planes = random_planes(go.card.shape, 3, 9)
    planes[1, :, 4, 4] = 3e38  # the sums inside overflow
    for ask in (go, go.evaluate_fully):
        with pytest.raises(BadNetwork, match=r"go_1x8\.onnx answers NaN or infinity"):
            ask(planes)


def test_wrong_planes(data: Path) -> None:
    """The card promises other planes than the game has."""
    shape = Shape.from_json(NetworkEvaluator(data / "go_1x8.onnx").card.shape.to_json() | {"planes": "last"})
    model = onnx.load(data / "go_1x8.onnx")
    del model.metadata_props[:]
    onnx.helper.set_model_props(model, Card(shape=shape).to_metadata())
    with pytest.raises(BadNetwork, match="odd wants 12 planes, but 'last' of go are 4 here"):
        NetworkEvaluator(model.SerializeToString(), name="odd")


def test_a_foreign_network_that_bears_our_metadata(data: Path) -> None:
    shown, doubled = (onnx.helper.make_tensor_value_info(name, 1, [1, 3]) for name in ("shown", "doubled"))
    node = onnx.helper.make_node("Add", ["shown", "shown"], ["doubled"])
    model = onnx.helper.make_model(onnx.helper.make_graph([node], "foreign", [shown], [doubled]))
    model.metadata_props.extend(onnx.load(data / "go_1x8.onnx").metadata_props)
    with pytest.raises(BadNetwork, match=r"^foreign is not made as its metadata say: get it again$"):
        NetworkEvaluator(model.SerializeToString(), name="foreign")


def test_planes_that_nobody_knows(data: Path) -> None:
    shape = Shape.from_json(NetworkEvaluator(data / "go_1x8.onnx").card.shape.to_json() | {"planes": "odd"})
    model = onnx.load(data / "go_1x8.onnx")
    del model.metadata_props[:]
    onnx.helper.set_model_props(model, Card(shape=shape).to_metadata())
    with pytest.raises(BadNetwork, match="odd one sees what is not known here: no planes called 'odd'"):
        NetworkEvaluator(model.SerializeToString(), name="odd one")


def test_planes_that_do_not_fit(go: NetworkEvaluator) -> None:
    with pytest.raises(
        ValueError, match=r"go_1x8\.onnx reads \[batch, 12, size, size\], got planes \[2, 4, 9, 9\]"
    ):
        go(np.zeros((2, 4, 9, 9), np.float32))


def test_the_path_without_bf16(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class OldProcessor:
        def get_property(self, *_: str) -> list[str]:
            return ["FP32", "INT8"]

    library = evaluator._openvino()[0]
    monkeypatch.setattr(evaluator, "_openvino", lambda: (library, OldProcessor()))
    assert best_precision() == "f32"
    monkeypatch.undo()
    slow = NetworkEvaluator(data / "go_1x8.onnx", precision="f32")
    assert slow.precision == "f32"
    found = slow._network._compiled(slow._network._lean).get_property("INFERENCE_PRECISION_HINT")
    assert found.to_string() == "f32"


def test_unknown_precision(data: Path) -> None:
    with pytest.raises(ValueError, match="precision cannot be 'fp16': it must be auto, bf16, f32"):
        NetworkEvaluator(data / "go_1x8.onnx", precision="fp16")
