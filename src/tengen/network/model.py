"""A residual policy-value network, the whole of it.

    planes -> first convolution -> residual blocks -> policy head     a logit for each action
                                                   -> value head      who wins; who owns what, by how much

Read it from `Network.forward` at the end. Convolutions do not care how large the board is, and what looks at
the whole board takes a mean or a maximum over it: so the same weights play every size.
"""

from dataclasses import replace
from typing import cast

import torch
from torch import Tensor, fx, nn

from tengen.network.shape import Shape

Heads = dict[str, Tensor]


class Convolution(nn.Module):
    """A convolution that keeps the size of the board, and a batch normalisation where the shape has one."""

    def __init__(self, shape: Shape, inputs: int, outputs: int, kernel: int = 3) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2, bias=not shape.norm)
        self.norm = nn.BatchNorm2d(outputs) if shape.norm else None
        nn.init.kaiming_normal_(self.conv.weight, nonlinearity="relu")
        if self.conv.bias is not None:
            nn.init.zeros_(self.conv.bias)

    def forward(self, x: Tensor) -> Tensor:
        """From [batch, inputs, size, size] to [batch, outputs, size, size]."""
        x = self.conv(x)
        return x if self.norm is None else cast(Tensor, self.norm(x))


class GlobalPooling(nn.Module):
    """Adds to every point what the whole board looks like: the mean and the maximum of each channel."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.mix = nn.Linear(2 * channels, channels)

    def forward(self, x: Tensor) -> Tensor:
        """Shaped as it came."""
        return x + over_the_board(self.mix(pooled(x)))


class SqueezeExcitation(nn.Module):
    """Scales each channel by a factor between 0 and 1 that depends on the whole board (Hu et al. 2018)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        hidden = max(channels // 4, 4)
        self.squeeze = nn.Linear(channels, hidden)
        self.excite = nn.Linear(hidden, channels)

    def forward(self, x: Tensor) -> Tensor:
        """Shaped as it came."""
        hidden = torch.relu(self.squeeze(mean(x)))
        return x * over_the_board(torch.sigmoid(self.excite(hidden)))


class Block(nn.Module):
    """Two convolutions that learn what to add to their input (He et al. 2015)."""

    def __init__(self, shape: Shape, inputs: int, outputs: int, pools: bool = False) -> None:
        super().__init__()
        self.first = Convolution(shape, inputs, outputs)
        self.second = Convolution(shape, outputs, outputs)
        # The way around the convolutions is free, except where the number of channels changes.
        self.around = None if inputs == outputs else Convolution(shape, inputs, outputs, kernel=1)
        self.pooling = GlobalPooling(outputs) if pools and shape.pooling == "global" else None
        self.excitation = SqueezeExcitation(outputs) if shape.pooling == "squeeze" else None
        self.activate = activation(shape)

    def forward(self, x: Tensor) -> Tensor:
        """From [batch, inputs, size, size] to [batch, outputs, size, size]."""
        y = self.activate(self.first(x))
        if self.pooling is not None:
            y = self.pooling(y)
        y = self.second(y)
        if self.excitation is not None:
            y = self.excitation(y)
        return cast(Tensor, self.activate(y + (x if self.around is None else self.around(x))))


class PolicyHead(nn.Module):
    """A logit for every point, and for the pass one that looks at the whole board."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        answers = 1 + shape.reply  # one's own policy, and the opponent's reply
        self.blocks = tower(shape, shape.channels, shape.policy_widths)
        self.features = Convolution(shape, (shape.widths + shape.policy_widths)[-1], shape.policy_channels, 1)
        self.points = nn.ModuleList(nn.Conv2d(shape.policy_channels, 1, 1) for _ in range(answers))
        passes = answers if shape.has_pass else 0
        self.passes = nn.ModuleList(nn.Linear(2 * shape.policy_channels, 1) for _ in range(passes))
        self.activate = activation(shape)

    def forward(self, x: Tensor) -> list[Tensor]:
        """One's own policy, and the reply where the shape has it: each [batch, actions]."""
        x = self.activate(self.features(self.blocks(x)))
        logits = [points(x).flatten(1) for points in self.points]
        if not self.passes:
            return logits
        board = pooled(x)
        return [torch.cat([own, passing(board)], 1) for own, passing in zip(logits, self.passes, strict=True)]


class ValueHead(nn.Module):
    """Who will win; in Go also who will own each point, and by how much."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.blocks = tower(shape, shape.channels, shape.value_widths)
        self.features = Convolution(shape, (shape.widths + shape.value_widths)[-1], shape.value_channels, 1)
        self.hidden = nn.Linear(2 * shape.value_channels, shape.value_hidden)
        self.value = nn.Linear(shape.value_hidden, 3 if shape.value == "outcome" else 1)
        self.ownership = nn.Conv2d(shape.value_channels, 1, 1) if shape.ownership else None
        self.points = nn.Conv2d(shape.value_channels, 1, 1) if shape.score else None
        self.komi = nn.Linear(shape.value_hidden, 1) if shape.score else None
        self.activate = activation(shape)

    def forward(self, x: Tensor) -> Heads:
        """The value [batch, 3 or 1], ownership [batch, size, size] and score [batch]."""
        x = self.activate(self.features(self.blocks(x)))
        hidden = self.activate(self.hidden(pooled(x)))
        heads = {"value": self.value(hidden)}
        if self.ownership is not None:
            heads["ownership"] = torch.tanh(self.ownership(x)).squeeze(1)
        if self.points is not None and self.komi is not None:  # a score is a sum over points, and the komi
            heads["score"] = (self.points(x).sum((2, 3)) + self.komi(hidden)).squeeze(1)
        return heads


class Network(nn.Module):
    """The network of a shape, with new weights: what is trained.

    Its heads are named policy and value, and ownership, score and reply where the shape has them. The value
    is as a loss wants it: the logits of win, draw and loss, or one number that tanh will squash.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        width = shape.first_width or shape.widths[0]
        self.first = Convolution(shape, shape.channels_in + shape.adds_edge, width, shape.first_kernel)
        self.blocks = tower(shape, width, shape.widths)
        self.policy = PolicyHead(shape)
        self.value = ValueHead(shape)
        self.activate = activation(shape)

    def forward(self, planes: Tensor) -> Heads:
        """Every head's answer to planes [batch, channels, size, size]."""
        if self.shape.adds_edge:
            planes = nn.functional.pad(planes, (0, 0, 0, 0, 0, 1, 0, 0), value=1.0)  # one more plane, of ones
        x = self.blocks(self.activate(self.first(planes)))
        policies = dict(zip(("policy", "reply"), self.policy(x), strict=False))
        return policies | cast(Heads, self.value(x))


class Player(nn.Module):
    """A network as players ask it: the value is one number in [-1, 1], win minus loss."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network
        self.worth: Tensor
        self.register_buffer("worth", torch.tensor([1.0, 0.0, -1.0]))  # of win, draw and loss

    def forward(self, planes: Tensor) -> Heads:
        """The same with the value [batch] made plain, and the outcome [batch, 3] as probabilities."""
        heads = cast(Heads, self.network(planes))
        if self.network.shape.value == "scalar":
            return heads | {"value": torch.tanh(heads["value"]).squeeze(1)}
        outcome = torch.softmax(heads["value"], 1)
        return heads | {"value": (outcome * self.worth).sum(1), "outcome": outcome}


def new_network(shape: Shape, seed: int) -> Network:
    """A network whose first weights depend on the seed alone."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Network(shape)


def tower(shape: Shape, inputs: int, widths: tuple[int, ...]) -> nn.Sequential:
    """Residual blocks of these widths; global pooling is in every second one."""
    before = (inputs, *widths)
    return nn.Sequential(*(Block(shape, before[i], width, i % 2 == 1) for i, width in enumerate(widths)))


def pooled(x: Tensor) -> Tensor:
    """The mean and the maximum of each channel over the board: [batch, 2 x channels]."""
    return torch.cat([mean(x), amax(x)], 1)


def mean(x: Tensor) -> Tensor:
    """The mean of each channel over the board: [batch, channels].

    It asks for a window as large as the board, and `amax` too, because their gradients lie in memory as the
    board does. Those of torch.mean and torch.amax do not, which made a step of training a third longer.
    """
    return nn.functional.avg_pool2d(x, x.shape[2:]).flatten(1)


def amax(x: Tensor) -> Tensor:
    """The maximum of each channel over the board: [batch, channels]."""
    return nn.functional.adaptive_max_pool2d(x, 1).flatten(1)


fx.wrap("mean")  # one step each to whoever follows a network (tengen.network.export)
fx.wrap("amax")


def over_the_board(x: Tensor) -> Tensor:
    """[batch, channels] as [batch, channels, 1, 1], the same for every point."""
    return x.unsqueeze(2).unsqueeze(3)


def activation(shape: Shape) -> nn.Module:
    """The non-linear step between layers."""
    return nn.ReLU() if shape.activation == "relu" else nn.ELU()


def folded(network: Network) -> Network:
    """The same function without batch normalisation: scale and shift go into the convolutions before it."""
    weights = {
        name: value.detach().to("cpu", torch.float32, copy=True)
        for name, value in network.state_dict().items()
    }
    for name in [key.removesuffix(".norm.weight") for key in weights if key.endswith(".norm.weight")]:
        scale, shift, mean, variance = (
            weights.pop(f"{name}.norm.{part}") for part in ("weight", "bias", "running_mean", "running_var")
        )
        weights.pop(f"{name}.norm.num_batches_tracked")
        factor = scale / torch.sqrt(variance + nn.BatchNorm2d(1).eps)
        weights[f"{name}.conv.weight"] = weights[f"{name}.conv.weight"] * factor[:, None, None, None]
        weights[f"{name}.conv.bias"] = shift - mean * factor
    return with_weights(replace(network.shape, norm=False), weights)


def with_weights(shape: Shape, weights: dict[str, Tensor]) -> Network:
    """The network of a shape with these weights, ready to be asked."""
    network = new_network(shape, seed=0)
    network.load_state_dict(weights, assign=True)
    return network.eval()
