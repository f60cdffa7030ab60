"""Networks by name: those that come with tengen, named after game and size, and any file."""

import re
from pathlib import Path

from tengen.network.card import BadNetwork
from tengen.network.evaluator import NetworkEvaluator

SHIPPED = Path(__file__).parent / "models"  # one ONNX file each


def names() -> list[str]:
    """The networks that come with tengen."""
    return sorted(file.stem for file in SHIPPED.glob("*.onnx"))


def playing(game: str, size: int | None = None) -> str:
    """The network that comes with tengen for a game on boards of this size, or of its largest; or nothing."""
    sizes = [int(found[1]) for name in names() if (found := re.fullmatch(rf"{game}(\d+)", name))]
    fitting = [each for each in sizes if size in (None, each)]
    return f"{game}{max(fitting)}" if fitting else ""


def find(name: str | Path) -> Path:
    """The file of a network, given its name or its path."""
    shipped = SHIPPED / f"{name}.onnx"
    if str(name) in names():
        return shipped
    path = Path(name)
    if path.is_file():
        return path
    known = ", ".join(names()) or "none"
    raise BadNetwork(
        f"no network {str(name)!r}: there is no such file, and those that come with tengen are: {known}"
    )


def load(name: str | Path, game: str | None = None, precision: str = "auto") -> NetworkEvaluator:
    """A network ready to play; a game asks for one that plays it: `load("my.onnx", game="go")`."""
    path = find(name)
    evaluator = NetworkEvaluator(path, name=str(name), precision=precision)
    if game is not None:
        must_play(evaluator, game)
    return evaluator


def must_play(evaluator: NetworkEvaluator, game: str) -> None:
    """Refuse a network of another game."""
    plays = evaluator.card.shape.game
    if plays != game:
        raise BadNetwork(f"{evaluator.name} plays {plays}, not {game}: give a network of {game}")
