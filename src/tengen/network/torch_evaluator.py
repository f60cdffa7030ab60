"""The same answers through torch, on a graphics processor or wherever torch computes.

The processor works while the caller goes on: `start` begins with a batch, and what it gives back waits for
the answers. The tests run this on the CPU, where nothing is gained, and on CUDA where there is one: last seen
to pass on an NVIDIA H200 with torch 2.11. Apple's MPS is untested.
"""

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from tengen.network.card import BadNetwork
from tengen.network.evaluator import Answers, Floats
from tengen.network.export import load
from tengen.network.model import Network, Player, folded

NUMBERS = {"f32": torch.float32, "bf16": torch.bfloat16}


class _Current(NamedTuple):
    """The network that answers now."""

    name: str
    version: int
    player: Player


class TorchEvaluator:
    """A network in torch, given as its file or as it is being trained; asked by any number of threads."""

    def __init__(
        self, source: Path | Network, *, name: str = "", device: str = "", precision: str = "f32"
    ) -> None:
        if precision not in NUMBERS:
            raise ValueError(f"precision cannot be {precision!r}: it must be {', '.join(NUMBERS)}")
        self.device = torch.device(device or best_device())
        self.precision = precision
        self._threads = threading.local()
        self._current = self._read(source, name, version=1)

    @property
    def name(self) -> str:
        """What an error message calls the network that answers now."""
        return self._current.name

    @property
    def version(self) -> int:
        """Counts the networks that have answered here: 1, and one more after each swap."""
        return self._current.version

    def swap(self, source: Path | Network, *, name: str = "") -> None:
        """Put another network in place; a batch under way still ends with the one before."""
        self._current = self._read(source, name, self.version + 1)

    def __call__(self, planes: Floats) -> Answers:
        """Logits and values of a batch of planes, float32[batch, channels, size, size]."""
        return self.start(planes)()

    def start(self, planes: Floats) -> Callable[[], Answers]:
        """Begin with a batch; the function that comes back waits for the answers."""
        name, _, player = self._current
        shown = torch.tensor(planes, dtype=torch.float32)  # a copy: the caller may fill the planes anew
        cuda = self.device.type == "cuda"
        with torch.inference_mode(), self._stream():
            shown = shown.pin_memory() if cuda else shown
            heads = player(shown.to(self.device, NUMBERS[self.precision], non_blocking=cuda))
            answers = [heads[head].float().to("cpu", non_blocking=cuda) for head in ("policy", "value")]
            done = torch.cuda.current_stream().record_event() if cuda else None

        def finish() -> Answers:
            if done is not None:
                done.synchronize()
            logits, values = (answer.numpy() for answer in answers)
            if not (np.isfinite(logits).all() and np.isfinite(values).all()):
                raise BadNetwork(
                    f"{name} answers NaN or infinity: its weights are damaged; use another network"
                )
            return logits, values

        return finish

    def _stream(self) -> contextlib.AbstractContextManager[Any]:
        """Each thread has its own queue on CUDA, so that threads do not wait for each other."""
        if self.device.type != "cuda":
            return contextlib.nullcontext()
        if not hasattr(self._threads, "stream"):
            self._threads.stream = torch.cuda.Stream(self.device)  # type: ignore[no-untyped-call]
        return torch.cuda.stream(self._threads.stream)

    def _read(self, source: Path | Network, name: str, version: int) -> _Current:
        name = name or (source.name if isinstance(source, Path) else "the network")
        network = load(source)[0] if isinstance(source, Path) else folded(source)
        player = Player(network).eval().to(self.device, NUMBERS[self.precision])
        for weight in player.parameters():
            if weight.dim() == 4:
                weight.data = weight.data.contiguous(memory_format=torch.channels_last)
        return _Current(name, version, player)


def best_device() -> str:
    """CUDA or MPS where there is one, else the CPU."""
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"
