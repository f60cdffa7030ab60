"""A trained network becomes one ONNX file, and comes back from it.

torch.fx follows the network's `forward` and lists what it does; each entry is written as its ONNX twin. So
the file says what model.py says, step by step, and a new kind of step asks for one function here.
"""

import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from onnx import TensorProto, helper, numpy_helper
from torch import fx, nn

from tengen.network.card import BadNetwork, Card
from tengen.network.model import Network, Player, folded, with_weights

OPSET, IR_VERSION = 18, 10
Step = Any  # an fx.Node: what was done, and to what

# The sizes of the answers; batch and size are whatever is asked.
OUTPUTS: dict[str, list[int | str]] = {
    "policy": ["batch", "actions"],
    "value": ["batch"],
    "outcome": ["batch", 3],
    "ownership": ["batch", "size", "size"],
    "score": ["batch"],
    "reply": ["batch", "actions"],
}


def save(network: Network, card: Card, path: Path) -> None:
    """Publish a network: the file is there complete, or as it was before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(to_onnx(network, card))
            file.flush()
            os.fsync(file.fileno())
        Path(unfinished).replace(path)
    except BaseException:
        Path(unfinished).unlink()
        raise


def to_onnx(network: Network, card: Card) -> bytes:
    """The contents of a network's file; the same network gives the same bytes."""
    graph = Graph(Player(folded(network)))
    opset = helper.make_opsetid("", OPSET)
    model = helper.make_model(
        graph.finished(network.shape.channels_in),
        producer_name="tengen",
        opset_imports=[opset],
        ir_version=IR_VERSION,
    )
    helper.set_model_props(model, card.to_metadata())
    return bytes(model.SerializeToString(deterministic=True))


def load(path: Path) -> tuple[Network, Card]:
    """A published network as torch knows it, its normalisation folded, and its card."""
    try:
        model = onnx.load_from_string(path.read_bytes())
    except DecodeError:
        raise BadNetwork(f"{path.name} is not a whole ONNX file: get it again") from None
    card = Card.from_metadata(path.name, {line.key: line.value for line in model.metadata_props})
    weights = {
        tensor.name.removeprefix("network."): torch.from_numpy(numpy_helper.to_array(tensor).copy())
        for tensor in model.graph.initializer
        if tensor.name.startswith("network.")
    }
    try:
        return with_weights(replace(card.shape, norm=False), weights), card
    except RuntimeError:
        raise BadNetwork(f"{path.name} has other weights than its card says: get it again") from None


class Graph:
    """An ONNX graph in the making, filled by following a network step by step."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.nodes: list[onnx.NodeProto] = []
        self.weights: dict[str, onnx.TensorProto] = {}
        self.outputs: dict[str, str] = {}
        for step in fx.symbolic_trace(player).graph.nodes:
            self.follow(step)

    def finished(self, channels: int) -> onnx.GraphProto:
        """The graph with its input and its outputs."""
        shown = helper.make_tensor_value_info(
            "planes", TensorProto.FLOAT, ["batch", channels, "size", "size"]
        )
        answers = [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
            for name, shape in OUTPUTS.items()
            if name in self.outputs
        ]
        return helper.make_graph(self.nodes, "tengen", [shown], answers, list(self.weights.values()))

    def follow(self, step: Step) -> None:
        """Write down one step of the network."""
        if step.op == "call_module":
            self.layer(step)
        elif step.op in ("call_function", "call_method"):
            name = step.target if isinstance(step.target, str) else step.target.__name__
            if name not in OPERATIONS:
                raise NotImplementedError(
                    f"the ONNX twin of {name!r} is unknown: add it to export.OPERATIONS"
                )
            OPERATIONS[name](self, step)
        elif step.op == "get_attr":
            self.weight(step.name, self.player.get_buffer(str(step.target)))
        elif step.op == "output":
            for name, answer in step.args[0].items():
                self.add("Identity", name, answer.name)
                self.outputs[name] = answer.name

    def layer(self, step: Step) -> None:
        """A convolution with its weights, or an activation."""
        target, source = str(step.target), step.args[0].name
        module = self.player.get_submodule(target)
        if isinstance(module, nn.Conv2d):
            kernel, padding = module.kernel_size[0], int(module.padding[0])
            names = [self.weight(f"{target}.{name}", value) for name, value in module.named_parameters()]
            self.add("Conv", step, source, *names, kernel_shape=[kernel] * 2, pads=[padding] * 4)
        elif isinstance(module, nn.Linear):
            self.linear(step, target, source, module)
        else:
            name = type(module).__name__
            if name not in ACTIVATIONS:
                raise NotImplementedError(
                    f"the ONNX twin of {name!r} is unknown: add it to export.ACTIVATIONS"
                )
            self.add(ACTIVATIONS[name], step, source)

    def linear(self, step: Step, target: str, source: str, module: nn.Linear) -> None:
        """A dense layer, written as a convolution: one point, padded to a board of 3x3, and cut out again.

        A row has to get the same answer at every batch size, bit for bit. OpenVINO's bf16 kernels for matrix
        products, and for boards of one point, round differently in small batches; from 3x3 on they do not.
        """
        weight, bias = (self.weight(f"{target}.{name}", value) for name, value in module.named_parameters())
        self.add("Unsqueeze", f"{step}_kernel", weight, self.constant(2, 3))
        self.add("Unsqueeze", f"{step}_point", source, self.constant(2, 3))
        layer = [f"{step}_point", f"{step}_kernel", bias]
        self.add("Conv", f"{step}_board", *layer, kernel_shape=[1, 1], pads=[1] * 4)
        middle = [f"{step}_board", self.constant(1, 1), self.constant(2, 2), self.constant(2, 3)]
        self.add("Slice", f"{step}_middle", *middle)
        self.add("Squeeze", step, f"{step}_middle", self.constant(2, 3))

    def add(self, operation: str, step: Step | str, *inputs: Any, **attributes: Any) -> None:
        """One ONNX node; its output is named after the step."""
        name = str(step)
        names = [str(value) for value in inputs]
        self.nodes.append(helper.make_node(operation, names, [name], name, **attributes))

    def weight(self, name: str, value: torch.Tensor) -> str:
        """A tensor of the network, under the name that it has there."""
        self.weights[name] = numpy_helper.from_array(value.detach().cpu().float().numpy(), name)
        return name

    def constant(self, *numbers: int) -> str:
        """A few whole numbers, such as axes."""
        name = "_".join(["numbers", *map(str, numbers)])
        self.weights[name] = numpy_helper.from_array(np.array(numbers, np.int64), name)
        return name


def _plain(operation: str) -> Callable[[Graph, Step], None]:
    """A step whose arguments are all tensors."""
    return lambda graph, step: graph.add(operation, step, *step.args)


def _reduction(operation: str) -> Callable[[Graph, Step], None]:
    """A step that sums up over some axes."""

    def write(graph: Graph, step: Step) -> None:
        source, axes = step.args
        axes = axes if isinstance(axes, tuple) else (axes,)
        graph.add(
            operation, step, source, graph.constant(*axes), keepdims=int(step.kwargs.get("keepdim", False))
        )

    return write


def _over_the_board(operation: str) -> Callable[[Graph, Step], None]:
    """A step that makes one number of a board."""
    return lambda graph, step: graph.add(operation, step, *step.args, graph.constant(2, 3), keepdims=0)


def _along_axis(operation: str) -> Callable[[Graph, Step], None]:
    """A step along one axis."""

    def write(graph: Graph, step: Step) -> None:
        source, axis = step.args
        sources = source if isinstance(source, (list, tuple)) else [source]
        graph.add(operation, step, *sources, axis=axis)

    return write


def _one_more_or_less(operation: str) -> Callable[[Graph, Step], None]:
    """A step that adds or drops an axis of length one."""

    def write(graph: Graph, step: Step) -> None:
        source, axis = step.args
        graph.add(operation, step, source, graph.constant(axis))

    return write


def _pad(graph: Graph, step: Step) -> None:
    """Torch counts axes from the last, a pair each; ONNX from the first, beginnings and then ends."""
    source, pairs = step.args
    begins, ends = pairs[-2::-2], pairs[::-2]
    value = graph.weight(f"{step}_value", torch.tensor(step.kwargs["value"]))
    graph.add("Pad", step, source, graph.constant(*begins, *ends), value)


ACTIVATIONS = {"ReLU": "Relu", "ELU": "Elu"}
OPERATIONS: dict[str, Callable[[Graph, Step], None]] = {
    "add": _plain("Add"),
    "mul": _plain("Mul"),
    "relu": _plain("Relu"),
    "sigmoid": _plain("Sigmoid"),
    "tanh": _plain("Tanh"),
    "mean": _over_the_board("ReduceMean"),
    "amax": _over_the_board("ReduceMax"),
    "sum": _reduction("ReduceSum"),
    "cat": _along_axis("Concat"),
    "flatten": _along_axis("Flatten"),
    "softmax": _along_axis("Softmax"),
    "squeeze": _one_more_or_less("Squeeze"),
    "unsqueeze": _one_more_or_less("Unsqueeze"),
    "pad": _pad,
}
