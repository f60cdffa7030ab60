"""The card of a network: what its file says about it, readable without the libraries that train."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.games.position import Position, new
from tengen.network.shape import Shape

FORMAT = 1  # raised when older programs could not read a file any more
PREFIX = "tengen."


class BadNetwork(ValueError):
    """A network that cannot be used here; the message names it and says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """Who a network is: its shape, the rules it was trained for, how long, and how strong that made it."""

    shape: Shape
    rules: Mapping[str, Any] = field(default_factory=dict)  # options of the game, such as size and rule
    steps: int = 0  # of training
    strength: Mapping[str, Any] = field(default_factory=dict)  # what was measured, such as {"elo": 900}
    name: str = field(default="the network", compare=False)  # what error messages call it

    def to_metadata(self) -> dict[str, str]:
        """The card as names and texts, as the file keeps it; some lines are there for people only."""
        shape = self.shape
        heads = [
            "policy",
            "value",
            *(name for name in ("ownership", "score", "reply") if getattr(shape, name)),
        ]
        lines = {
            "format": FORMAT,
            "game": shape.game,
            "rules": dict(self.rules),
            "planes": shape.planes,
            "blocks": shape.blocks,
            "channels": shape.channels,
            "heads": heads,
            "steps": self.steps,
            "strength": dict(self.strength),
            "shape": shape.to_json(),
        }
        return {PREFIX + name: json.dumps(value) for name, value in lines.items()}

    @classmethod
    def from_metadata(cls, name: str, metadata: Mapping[str, str]) -> "Card":
        """The card of the network called `name`, checked."""
        if PREFIX + "format" not in metadata:
            raise BadNetwork(f"{name} is not a network of tengen: its file has no tengen metadata")
        own = [(key, text) for key, text in metadata.items() if key.startswith(PREFIX)]
        try:
            lines = {key.removeprefix(PREFIX): json.loads(text) for key, text in own}
            if lines["format"] > FORMAT:
                raise BadNetwork(
                    f"{name} has format {lines['format']}, this tengen reads up to {FORMAT}: upgrade tengen"
                )
            return cls(
                shape=Shape.from_json(lines["shape"]),
                rules=dict(lines["rules"]),
                steps=int(lines["steps"]),
                strength=dict(lines["strength"]),
                name=name,
            )
        except BadNetwork:
            raise
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise BadNetwork(f"{name} has damaged metadata ({error}): get the file again") from None

    def empty_position(self) -> Position:
        """The first position of the network's game, by the rules it was trained for."""
        try:
            return new(self.shape.game, **self.rules)
        except ValueError as error:
            raise BadNetwork(f"{self.name} was made for rules that do not exist here: {error}") from None

    def planes(self, position: Position) -> NDArray[np.float32]:
        """A position as the network sees it, float32[channels, size, size]."""
        try:
            return position.planes(self.shape.planes)
        except ValueError as error:
            raise BadNetwork(f"{self.name} sees what is not known here: {error}") from None
