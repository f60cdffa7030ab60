"""Networks are found by name or by path, or not, with a clear line."""

import shutil
from pathlib import Path

import pytest

from tengen.network import zoo
from tengen.network.card import BadNetwork


@pytest.fixture
def shipped(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that brings one network of Go."""
    shutil.copy(data / "go_1x8.onnx", tmp_path / "go-small.onnx")
    monkeypatch.setattr(zoo, "SHIPPED", tmp_path)
    return tmp_path


def test_by_name(shipped: Path) -> None:
    assert zoo.names() == ["go-small"]
    assert zoo.find("go-small") == shipped / "go-small.onnx"
    network = zoo.load("go-small", game="go", precision="f32")
    assert (network.name, network.card.shape.game, network.precision) == ("go-small", "go", "f32")


def test_by_game_and_size(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("go7", "go13", "go9", "gomoku19", "go"):
        shutil.copy(data / "go_1x8.onnx", tmp_path / f"{name}.onnx")
    monkeypatch.setattr(zoo, "SHIPPED", tmp_path)
    assert (zoo.playing("go"), zoo.playing("go", 9), zoo.playing("go", 8)) == ("go13", "go9", "")
    assert (zoo.playing("gomoku"), zoo.playing("reversi")) == ("gomoku19", "")


def test_by_path(data: Path) -> None:
    assert zoo.load(data / "gomoku_1x8.onnx").card.shape.game == "gomoku"


def test_unknown_name(shipped: Path) -> None:
    with pytest.raises(
        BadNetwork, match=r"no network 'nobody': there is no such file, .* tengen are: go-small"
    ):
        zoo.load("nobody")


def test_another_game(shipped: Path) -> None:
    with pytest.raises(BadNetwork, match="go-small plays go, not gomoku: give a network of gomoku"):
        zoo.load("go-small", game="gomoku")


def test_not_a_network(tmp_path: Path) -> None:
    path = tmp_path / "notes.onnx"
    path.write_text("buy milk")
    with pytest.raises(BadNetwork, match=r"notes\.onnx is not a whole ONNX file \(8 bytes\)"):
        zoo.load(path)


def test_a_folder_is_no_network(tmp_path: Path) -> None:
    with pytest.raises(BadNetwork, match="there is no such file"):
        zoo.load(tmp_path)
