"""What a network is made of: one frozen record that can be written into a file and read back."""

from dataclasses import asdict, dataclass
from typing import Any

from tengen.games import base
from tengen.games.position import Position

POOLINGS = ("none", "global", "squeeze")
ACTIVATIONS = ("relu", "elu")
VALUES = ("outcome", "scalar")
KERNELS = (3, 5, 7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Everything that must be known to build a network; nothing in it depends on the size of the board."""

    game: str
    planes: str  # the choice of input planes (tengen.games.planes)
    channels_in: int  # how many planes that is
    has_pass: bool  # whether the policy ends with a pass
    widths: tuple[int, ...] = (64,) * 6  # channels of each residual block
    first_width: int = 0  # channels of the first convolution, 0: those of the first block
    first_kernel: int = 3  # and how far it sees
    activation: str = "relu"
    norm: bool = True  # batch normalisation after each convolution; folded away in a published network
    pooling: str = "none"  # what tells a block about the whole board: global pooling, squeeze-excitation
    policy_widths: tuple[int, ...] = ()  # residual blocks that only the policy sees
    policy_channels: int = 16
    value_widths: tuple[int, ...] = ()  # residual blocks that only the value sees
    value_channels: int = 16
    value_hidden: int = 64
    value: str = "outcome"  # win, draw and loss as three probabilities, or one scalar
    ownership: bool = False  # who will own each point
    score: bool = False  # by how many points the side to move will win
    reply: bool = False  # the policy of the opponent's reply, to learn from

    def __post_init__(self) -> None:
        _choice("activation", self.activation, ACTIVATIONS)
        _choice("pooling", self.pooling, POOLINGS)
        _choice("value", self.value, VALUES)
        _choice("first_kernel", self.first_kernel, KERNELS)
        sizes = (self.channels_in, self.policy_channels, self.value_channels, self.value_hidden)
        if min(self.all_widths + sizes) < 1 or not self.widths:
            raise ValueError("a network needs at least one block, and at least one channel everywhere")

    @property
    def all_widths(self) -> tuple[int, ...]:
        """The channels of every block there is, in the tower and in the heads."""
        return self.widths + self.policy_widths + self.value_widths

    @property
    def blocks(self) -> int:
        """How many residual blocks every answer passes through."""
        return len(self.widths)

    @property
    def channels(self) -> int:
        """How many channels leave the tower."""
        return self.widths[-1]

    @property
    def adds_edge(self) -> bool:
        """Whether the network adds a plane of ones to its input.

        Beyond the edge a convolution reads zeros, in a plane of ones as anywhere, so the ones show where the
        board ends. A game's own planes bring them; the planes of other systems do not.
        """
        return self.planes != "tengen"

    def to_json(self) -> dict[str, Any]:
        """This record as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Shape":
        """The record that `to_json` wrote, lists turned back into tuples."""
        fields: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        return cls(**fields)


def shape_for(position: Position, blocks: int = 6, channels: int = 64, **choices: Any) -> Shape:
    """The shape of a network for the game and the rules of this position: `shape_for(position, 4, 32)`."""
    planes = choices.pop("planes", "tengen")
    return Shape(
        game=position.game,
        planes=planes,
        channels_in=len(position.planes(planes)),
        has_pass=base.action_count(position.state) > position.size**2,
        **{"widths": (channels,) * blocks, **choices},
    )


# The networks of four earlier systems. Their fully connected heads knew one size of board, ours know all.
SYSTEMS: dict[str, dict[str, Any]] = {
    "alphafive": {
        "planes": "last",
        "first_width": 32,
        "first_kernel": 5,
        "widths": (64, 128),
        "activation": "elu",
        "norm": False,
        "policy_widths": (64,),
        "policy_channels": 32,
        "value_widths": (32,),
        "value": "scalar",
    },
    "cody7": {"planes": "turns", "widths": (128,) * 5, "value": "scalar"},
    "guide15": {"planes": "last", "widths": (64,) * 3, "value": "scalar"},
    "dlgo9": {
        "planes": "history",
        "widths": (64,) * 2,
        "policy_channels": 8,
        "value_channels": 4,
        "value": "scalar",
    },
}


def system_shape(name: str, position: Position, **changes: Any) -> Shape:
    """The shape of an earlier system's network: `system_shape("dlgo9", position, pooling="squeeze")`."""
    if name not in SYSTEMS:
        raise ValueError(f"no system called {name!r}: there are {', '.join(SYSTEMS)}")
    return shape_for(position, **{**SYSTEMS[name], **changes})


def _choice(field: str, value: Any, allowed: tuple[Any, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{field} cannot be {value!r}: it must be {', '.join(map(str, allowed))}")
