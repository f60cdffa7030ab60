"""Planes in, policy and value out: the seam between search and networks, and its fast form on a CPU.

An evaluator answers a batch of positions, each seen by the side to move:

    logits, values = evaluator(planes)    planes  float32[batch, channels, size, size]
                                          logits  float32[batch, actions], a pass last
                                          values  float32[batch], in [-1, 1]
"""

import functools
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from tengen.network.card import BadNetwork, Card

Floats = NDArray[np.float32]
Answers = tuple[Floats, Floats]  # logits, values

PRECISIONS = ("auto", "bf16", "f32")
SETTINGS = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": 1, "ENABLE_CPU_PINNING": False}
SMALLEST_STEADY = 3  # below 3x3 points OpenVINO's bf16 kernels round a row differently in larger batches


@runtime_checkable
class Evaluator(Protocol):
    """Whatever can answer a batch of positions."""

    @property
    def name(self) -> str:
        """What an error message calls it."""

    def __call__(self, planes: Floats) -> Answers:
        """Logits and values of a batch; they are the caller's to keep."""


@runtime_checkable
class AsynchronousEvaluator(Evaluator, Protocol):
    """An evaluator that computes elsewhere: the caller may go on, and ask for another batch, meanwhile."""

    def start(self, planes: Floats) -> Callable[[], Answers]:
        """Begin with a batch; the function that comes back waits for the answers."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All that a network says about a batch of positions; None where it has no such head."""

    logits: Floats  # [batch, actions]
    values: Floats  # [batch]
    outcome: Floats | None  # [batch, 3]: probabilities of win, draw and loss
    ownership: Floats | None  # [batch, size, size]: +1 own, -1 the opponent's
    score: Floats | None  # [batch]: points by which the side to move will win
    reply: Floats | None  # [batch, actions]: logits of the opponent's reply


class NetworkEvaluator:
    """A published network on this machine's CPU, asked by any number of threads, one core each.

    Every thread has a copy of the network compiled for itself: OpenVINO lets one thread at a time into each.
    """

    def __init__(self, file: Path | str | bytes, *, name: str = "", precision: str = "auto") -> None:
        if precision not in PRECISIONS:
            raise ValueError(f"precision cannot be {precision!r}: it must be {', '.join(PRECISIONS)}")
        self.precision = best_precision() if precision == "auto" else precision
        self._seats = threading.local()
        self._seated: weakref.WeakSet[_Seat] = weakref.WeakSet()
        self._network = _read(file, name, self.precision, version=1)

    @property
    def name(self) -> str:
        """What an error message calls the network that answers now."""
        return self._network.name

    @property
    def card(self) -> Card:
        """What the file of the network that answers now says about it."""
        return self._network.card

    @property
    def version(self) -> int:
        """Counts the networks that have answered here: 1, and one more after each swap."""
        return self._network.version

    def __call__(self, planes: Floats) -> Answers:
        """Logits and values of a batch of planes, float32[batch, channels, size, size]."""
        if planes.shape[-1] < SMALLEST_STEADY and len(planes) > 1:
            rows = [self(planes[i : i + 1]) for i in range(len(planes))]
            return np.concatenate([row[0] for row in rows]), np.concatenate([row[1] for row in rows])
        seat: _Seat | None = getattr(self._seats, "here", None)
        if seat is None:
            seat = self._seats.here = _Seat()
            self._seated.add(seat)
        return seat.infer(self._network, planes)

    def evaluate_fully(self, planes: Floats) -> Evaluation:
        """Everything the network knows about a batch, for analysis: the heads that games leave out too."""
        return self._network.infer_fully(planes)

    def swap(self, file: Path | str | bytes, *, name: str = "") -> None:
        """Put another network of the same kind in place; a call under way still ends with the one before."""
        before = self._network
        after = _read(file, name, self.precision, before.version + 1)
        if after.kind != before.kind:
            raise BadNetwork(
                f"{after.name} ({after.kind}) cannot take the place of {before.name} ({before.kind}): "
                "give a network of the same game and planes"
            )
        after.prepare(len(self._seated))
        self._network = after


def planes_of(evaluator: object) -> str:
    """What an evaluator wants to see; those without a card see the game's own planes."""
    return evaluator.card.shape.planes if isinstance(evaluator, NetworkEvaluator) else "tengen"


class _Seat:
    """What one thread holds: the network that it asked last, a way to ask it, and room for its planes."""

    def __init__(self) -> None:
        self.network: _Network | None = None
        self.request: Any = None
        self.shown = np.empty(0, np.float32)

    def infer(self, network: "_Network", planes: Floats) -> Answers:
        """Logits and values of a batch."""
        if network is not self.network or planes.shape != self.shown.shape:
            self._prepare(network, planes)
        np.copyto(self.shown, planes)
        self.request.infer()
        logits, values = (self.request.get_output_tensor(i).data.copy() for i in (0, 1))
        network.check(logits, values)
        return logits, values

    def _prepare(self, network: "_Network", planes: Floats) -> None:
        network.check_planes(planes)
        if network is not self.network:
            self.network, self.request = network, network.request()
        self.shown = np.empty(planes.shape, np.float32)
        self.request.set_input_tensor(_openvino()[0].Tensor(self.shown, shared_memory=True))


class _Network:
    """One network as read from its file."""

    def __init__(self, model: Any, name: str, card: Card, precision: str, version: int) -> None:
        self.name, self.card, self.version = name, card, version
        self._model = model
        # Games need two answers: the heads that only training or analysis asks for are cut off.
        two = [model.output(answer).node for answer in ("policy", "value")]
        self._lean = _openvino()[0].Model(two, model.get_parameters())
        self._settings = SETTINGS | {"INFERENCE_PRECISION_HINT": precision}
        self._spare: list[Any] = []

    @property
    def kind(self) -> str:
        """The game and the input: what must stay the same from one network to the next."""
        shape = self.card.shape
        return f"{shape.game}, {shape.channels_in} planes {shape.planes!r}"

    def _compiled(self, model: Any) -> Any:
        return _openvino()[1].compile_model(model, "CPU", self._settings)

    def prepare(self, copies: int) -> None:
        """Compile ahead, so that threads do not have to while games wait."""
        while len(self._spare) < copies:
            self._spare.append(self._compiled(self._lean).create_infer_request())

    def request(self) -> Any:
        """A copy of the network for one thread."""
        try:
            return self._spare.pop()
        except IndexError:
            return self._compiled(self._lean).create_infer_request()

    def check_planes(self, planes: Floats) -> None:
        """Refuse what was made for another network."""
        wanted = self.card.shape.channels_in
        if planes.ndim != 4 or planes.shape[1] != wanted:
            raise ValueError(
                f"{self.name} reads [batch, {wanted}, size, size], got planes {list(planes.shape)}"
            )

    def check(self, *answers: Floats) -> None:
        """Refuse what is no number."""
        if not all(np.isfinite(answer).all() for answer in answers):
            raise BadNetwork(
                f"{self.name} answers NaN or infinity: its weights are damaged; use another network"
            )

    @functools.cached_property
    def _full(self) -> Any:
        return self._compiled(self._model)

    def infer_fully(self, planes: Floats) -> Evaluation:
        """Ask for every answer."""
        self.check_planes(planes)
        found = self._full.create_infer_request().infer(np.ascontiguousarray(planes, np.float32))
        heads = {name: np.array(found[name]) for output in self._model.outputs for name in output.names}
        self.check(*heads.values())
        rest = (heads.get(name) for name in ("outcome", "ownership", "score", "reply"))
        return Evaluation(heads["policy"], heads["value"], *rest)

    def try_out(self) -> None:
        """Ask about an empty board, so that what is wrong comes to light before a game begins."""
        position, shape = self.card.empty_position(), self.card.shape
        planes = self.card.planes(position)[None]
        if planes.shape[1] != shape.channels_in:
            raise BadNetwork(
                f"{self.name} wants {shape.channels_in} planes, but {shape.planes!r} of {position.game} are "
                f"{planes.shape[1]} here: it was made for other rules or by another version of tengen"
            )
        # Seen in the weights: an activation can turn NaN into zero, and hide it from the answers.
        weights = (node.data for node in self._model.get_ops() if node.get_type_name() == "Constant")
        if not all(np.isfinite(weight).all() for weight in weights):
            raise BadNetwork(f"{self.name} has weights that are NaN or infinite: use another network")
        self.prepare(1)
        seat = _Seat()
        seat.infer(self, planes)
        self._spare.append(seat.request)


def _read(file: Path | str | bytes, name: str, precision: str, version: int) -> _Network:
    """The network in a file, tried out: what comes back can play."""
    name = name or ("the network" if isinstance(file, bytes) else Path(file).name)
    content = file if isinstance(file, bytes) else Path(file).read_bytes()
    try:
        model = _openvino()[1].read_model(content)
    except RuntimeError:
        raise BadNetwork(f"{name} is not a whole ONNX file ({len(content):,} bytes): get it again") from None
    info = model.get_rt_info()
    metadata = {key: value.value for key, value in info["framework"].items()} if "framework" in info else {}
    card = Card.from_metadata(name, metadata)
    try:
        network = _Network(model, name, card, precision, version)
        network.try_out()
    except RuntimeError:  # OpenVINO's, over many lines
        raise BadNetwork(f"{name} is not made as its metadata say: get it again") from None
    return network


def best_precision() -> str:
    """Bf16 where this CPU computes with it, else f32."""
    return "bf16" if "BF16" in _openvino()[1].get_property("CPU", "OPTIMIZATION_CAPABILITIES") else "f32"


@functools.cache
def _openvino() -> tuple[Any, Any]:
    """The library and its core, loaded when the first network is."""
    import openvino

    return openvino, openvino.Core()
