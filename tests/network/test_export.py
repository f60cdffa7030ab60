"""What a file says is what the network said, and the file is read back whole."""

from pathlib import Path

import numpy as np
import onnx
import onnx.reference
import pytest
import torch

from tengen.games.position import new
from tengen.network.card import BadNetwork, Card
from tengen.network.evaluator import NetworkEvaluator
from tengen.network.export import Graph, load, save, to_onnx
from tengen.network.model import Network, Player, folded
from tengen.network.shape import SYSTEMS, shape_for, system_shape
from tests.network.networks import every_head, lively, published, random_planes

GO = every_head(new("go", size=9), pooling="global")
SHAPES = {
    "plain": every_head(new("gomoku", size=9), pooling="none"),
    "global": GO,
    "squeeze, no ones": every_head(new("go", size=9), pooling="squeeze", planes="last"),
    "elu, scalar": every_head(new("gomoku", size=9), activation="elu", value="scalar", norm=False),
    **{name: system_shape(name, new("gomoku", size=9)) for name in SYSTEMS},
}


def told_by_torch(network: Network, planes: np.ndarray) -> dict[str, np.ndarray]:
    with torch.no_grad():
        return {name: head.numpy() for name, head in Player(network).eval()(torch.from_numpy(planes)).items()}


@pytest.mark.parametrize("name", SHAPES)
def test_the_file_answers_like_the_network(name: str) -> None:
    """Asked through ONNX's own slow reference, so that no fast runtime hides a mistake of ours."""
    shape = SHAPES[name]
    network = lively(shape)
    model = onnx.load_from_string(to_onnx(network, Card(shape=shape)))
    onnx.checker.check_model(model, full_check=True)
    planes = random_planes(shape, 2, 5)
    wanted = told_by_torch(network, planes)
    names = [output.name for output in model.graph.output]
    found = dict(
        zip(names, onnx.reference.ReferenceEvaluator(model).run(None, {"planes": planes}), strict=True)
    )
    assert set(found) == set(wanted)
    for head, answer in wanted.items():
        assert found[head].shape == answer.shape
        np.testing.assert_allclose(found[head], answer, rtol=1e-3, atol=1e-3, err_msg=head)


@pytest.mark.parametrize("name", SHAPES)
def test_one_file_serves_every_batch_and_size(name: str) -> None:
    shape = SHAPES[name]
    network = lively(shape)
    evaluator = NetworkEvaluator(to_onnx(network, Card(shape=shape)), precision="f32")
    for batch, size in ((1, 3), (5, 9), (2, 19)):
        planes = random_planes(shape, batch, size)
        wanted = told_by_torch(network, planes)
        logits, values = evaluator(planes)
        np.testing.assert_allclose(logits, wanted["policy"], rtol=1e-3, atol=1e-3)
        np.testing.assert_allclose(values, wanted["value"], rtol=1e-3, atol=1e-3)


def test_the_same_network_gives_the_same_bytes() -> None:
    assert published(GO, seed=2) == published(GO, seed=2)
    assert published(GO, seed=2) != published(GO, seed=3)


def test_save_and_load(tmp_path: Path) -> None:
    card = Card(shape=GO, rules={"size": 9}, steps=77, strength={"elo": 12})
    network, path = lively(GO), tmp_path / "new" / "go.onnx"
    save(network, card, path)
    again, card_again = load(path)
    assert card_again == card
    assert [file.name for file in path.parent.iterdir()] == ["go.onnx"]
    planes = random_planes(GO, 3, 7)
    wanted = told_by_torch(network, planes)
    for name, answer in told_by_torch(again, planes).items():
        np.testing.assert_allclose(answer, wanted[name], rtol=1e-3, atol=1e-3, err_msg=name)
    assert to_onnx(again, card_again) == path.read_bytes()


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "go.onnx"
    save(lively(GO), Card(shape=GO), path)
    before = path.read_bytes()
    with pytest.raises(TypeError, match="JSON"):
        save(lively(GO, seed=1), Card(shape=GO, strength={"elo": object()}), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_with_other_weights_than_its_card(tmp_path: Path) -> None:
    path = tmp_path / "go.onnx"
    path.write_bytes(to_onnx(lively(GO), Card(shape=every_head(new("go", size=9), blocks=3))))
    with pytest.raises(BadNetwork, match="has other weights than its card says"):
        load(path)


def test_loading_what_is_no_network(tmp_path: Path) -> None:
    path = tmp_path / "go.onnx"
    path.write_bytes(b"\xff\xff not a network")
    with pytest.raises(BadNetwork, match=r"go\.onnx is not a whole ONNX file"):
        load(path)


def test_a_step_without_a_twin_is_named() -> None:
    network = folded(lively(shape_for(new("gomoku"), 1, 8)))
    network.activate = torch.nn.SiLU()
    with pytest.raises(NotImplementedError, match="twin of 'SiLU' is unknown"):
        Graph(Player(network))


@pytest.mark.parametrize("game", ["gomoku", "go"])
def test_golden_files_are_read_and_written_as_ever(game: str, data: Path) -> None:
    """Written once by `golden`: a file of today must be read tomorrow."""
    path = data / f"{game}_1x8.onnx"
    network, card = load(path)
    assert card.shape.game == game
    assert to_onnx(network, card) == path.read_bytes()
