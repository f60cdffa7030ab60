"""The learner: batches in, better weights out.

    figures = learner.step(batch)      one step of descent; what it found, as plain numbers
    learner.averaged                   the network to play with: a moving average of the weights
    learner.state(), .restore(...)     everything there is to know, to go on bit for bit

A step reads top to bottom in `Learner.step`. What cannot be right (a loss or a gradient that is no number, a
loss that has risen for long) raises `Diverged` before the averaged weights have seen it.
"""

import contextlib
import copy
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tengen.config import Learner as Settings
from tengen.network.evaluator import best_precision
from tengen.network.model import Network
from tengen.training.batch import Batch
from tengen.training.losses import Counts, Targets, figures, losses, total
from tengen.training.memory import keep_freed
from tengen.training.optimizer import Arrays, memory_of, optimizer_for, recall
from tengen.training.rates import rate_at
from tengen.training.replicas import Replicas
from tengen.training.weights import arrays_of, check, fill, numbers_of

Figures = dict[str, float]

PACE = 0.99  # of the running mean that a loss is compared with
RISEN, PATIENCE = 2.0, 50  # a loss so many times its mean, so many steps in a row, comes to no good


class Diverged(ArithmeticError):
    """Learning has gone wrong; the message says what and at which step. Go back, and halve the rate."""


class Learner:
    """A network that learns, its optimiser, and the average of its weights.

    On a CPU it works with as many threads as torch was told to use (torch.set_num_threads).
    """

    def __init__(self, network: Network, settings: Settings, *, device: str = "auto") -> None:
        self.settings = settings
        self.device = torch.device(_best_device() if device == "auto" else device)
        on_cpu = self.device.type == "cpu"
        self.precision = _best_precision(self.device) if settings.precision == "auto" else settings.precision
        if on_cpu:
            keep_freed()
        self.network = in_channel_order(network.to(self.device)).train()
        self.average: Network = copy.deepcopy(self.network).eval()
        self.replicas = Replicas(self.network, torch.get_num_threads() if on_cpu else 1)
        self.optimizer = optimizer_for(self.network, settings)
        self.steps, self.factor = 0, 1.0
        self.usual, self.risen = math.nan, 0  # the loss as it usually is; steps in a row far above

    @property
    def averaged(self) -> Network:
        """The network to publish, ready to be asked; it moves on with the next step."""
        return self.average

    @property
    def rate(self) -> float:
        """The learning rate of the next step."""
        return self.factor * rate_at(self.steps, self.settings)

    def step(self, batch: Batch) -> Figures:
        """Learn from one batch; the figures are those from before the weights moved."""
        self.replicas.clear_gradients()
        found = self.replicas.run(self._gradient, batch)
        found["rate"] = self.rate
        found["gradient"] = self.replicas.alone(self._gathered_norm)
        self._watch(found)
        self.replicas.alone(lambda: self._descend(found["gradient"]))
        self.steps += 1
        return found

    def learn(self, batches: Iterable[Batch], on_step: Callable[[Figures], None] | None = None) -> Figures:
        """A step for each batch; the mean of what they found."""
        found = []
        for batch in batches:
            found.append(self.step(batch))
            if on_step is not None:
                on_step(found[-1])
        self._check_weights()  # each step saw what the one before had done; nobody has seen the last one
        return mean_of(found)

    def validate(self, batches: Iterable[Batch]) -> Figures:
        """How well the averaged weights do on batches that nothing is learnt from."""
        judges = Replicas(self.average, len(self.replicas.twins))
        found, sizes = [], []
        for batch in batches:
            found.append(judges.run(self._judged, batch))
            sizes.append(len(batch.planes))
        return mean_of(found, sizes)

    def halve_rate(self) -> None:
        """Learn half as fast from now on."""
        self.factor /= 2

    def reset_optimizer(self) -> None:
        """Forget what the optimiser remembers of earlier steps."""
        self.optimizer = optimizer_for(self.network, self.settings)

    def go_back(self, network: Network) -> None:
        """Start again from the weights of another network, as if nothing had been learnt since."""
        for mine in (self.network, self.average):
            fill(mine, arrays_of(network))
        self.replicas.share()
        self.reset_optimizer()
        self.usual, self.risen = math.nan, 0

    def state(self) -> tuple[Arrays, dict[str, Any]]:
        """Everything: arrays, and plain numbers."""
        parts = {
            "network": arrays_of(self.network),
            "average": arrays_of(self.average),
            "optimizer": memory_of(self.optimizer, self.network),
        }
        arrays = {f"{part}/{name}": array for part, found in parts.items() for name, array in found.items()}
        usual = None if math.isnan(self.usual) else self.usual
        notes = {"steps": self.steps, "factor": self.factor, "usual": usual, "risen": self.risen}
        return arrays, notes | {"optimizer": self.settings.optimizer}

    def restore(self, arrays: Mapping[str, NDArray[Any]], notes: Mapping[str, Any]) -> None:
        """Go on from a state as if nothing had been between; a state that does not fit changes nothing."""
        parts: dict[str, Arrays] = {"network": {}, "average": {}, "optimizer": {}}
        for name, array in arrays.items():
            part, _, inner = name.partition("/")
            parts[part][inner] = array
        for part in ("network", "average"):
            check(self.network, parts[part])
        if notes["optimizer"] != self.settings.optimizer:
            raise ValueError(
                f"the state is of {notes['optimizer']}, the settings want {self.settings.optimizer}: "
                "go on with the same optimizer"
            )
        fill(self.network, parts["network"])
        fill(self.average, parts["average"])
        self.replicas.share()
        self.reset_optimizer()
        recall(self.optimizer, self.network, parts["optimizer"])
        self.steps, self.factor, self.risen = int(notes["steps"]), float(notes["factor"]), int(notes["risen"])
        self.usual = math.nan if notes["usual"] is None else float(notes["usual"])

    def _gradient(self, network: Network, batch: Batch, counts: Counts) -> dict[str, Tensor]:
        """The gradient of one piece of the batch, and its part of the losses."""
        heads, targets = self._answers(network, batch)
        parts = losses(heads, targets, counts)
        loss = total(parts, self.settings)
        loss.backward()  # type: ignore[no-untyped-call]
        return {"loss": loss, **parts, **figures(heads, targets, counts)}

    @torch.no_grad()
    def _judged(self, network: Network, batch: Batch, counts: Counts) -> dict[str, Tensor]:
        """The same without a gradient."""
        heads, targets = self._answers(network, batch)
        parts = losses(heads, targets, counts)
        return {"loss": total(parts, self.settings), **parts, **figures(heads, targets, counts)}

    def _answers(self, network: Network, batch: Batch) -> tuple[dict[str, Tensor], Targets]:
        """What a network says about a batch, and what it should have said."""
        bf16 = self.precision == "bf16"
        planes = torch.from_numpy(batch.planes).to(
            self.device, torch.bfloat16 if bf16 else torch.float32, memory_format=torch.channels_last
        )
        with torch.autocast(self.device.type, torch.bfloat16) if bf16 else contextlib.nullcontext():
            heads = network(planes)
        return heads, Targets(*(torch.from_numpy(field).to(self.device) for field in batch[1:]))

    def _gathered_norm(self) -> float:
        """Add up what the threads found; how long the gradient is."""
        self.replicas.gather()
        gradients = [weight.grad for weight in self.network.parameters() if weight.grad is not None]
        return float(nn.utils.get_total_norm(gradients))

    def _watch(self, found: Figures) -> None:
        """Raise where something is no number, or far above what it was for long."""
        wrong = [name for name, value in found.items() if not math.isfinite(value)]
        if wrong:
            raise Diverged(f"step {self.steps}: NaN or infinity in {', '.join(wrong)}")
        loss = found["policy"] + found["value"]  # neither can be below zero
        if math.isnan(self.usual):
            self.usual = loss
        if loss <= RISEN * self.usual:
            self.usual, self.risen = PACE * self.usual + (1 - PACE) * loss, 0
            return
        self.risen += 1
        if self.risen >= PATIENCE:
            raise Diverged(
                f"step {self.steps}: the losses of policy and value have been above {RISEN:g} times their "
                f"usual {self.usual:.3g} for {PATIENCE} steps, now {loss:.3g}"
            )

    def _check_weights(self) -> None:
        """Raise where the network to publish is no network any more."""
        if not all(bool(torch.isfinite(value).all()) for value in numbers_of(self.average)):
            raise Diverged(f"step {self.steps}: NaN or infinity in the weights")

    @torch.no_grad()
    def _descend(self, norm: float) -> None:
        """Move the weights, and let the average follow."""
        if 0 < self.settings.clip < norm:
            gradients = [weight.grad for weight in self.network.parameters() if weight.grad is not None]
            torch._foreach_mul_(gradients, self.settings.clip / norm)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate
        self.optimizer.step()
        pace = min(self.settings.average, (1 + self.steps) / (10 + self.steps))
        torch._foreach_lerp_(numbers_of(self.average), numbers_of(self.network), 1 - pace)


def mean_of(found: list[Figures], sizes: list[int] | None = None) -> Figures:
    """The mean of each figure, weighted by sizes; nothing of nothing."""
    if not found:
        return {}
    return {name: float(np.average([figures[name] for figures in found], weights=sizes)) for name in found[0]}


def in_channel_order(network: Network) -> Network:
    """The same network, its weights as the processor likes them: all channels of a point side by side."""
    for weight in network.parameters():
        if weight.dim() == 4:
            weight.data = weight.data.contiguous(memory_format=torch.channels_last)
    return network


def _best_device() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"


def _best_precision(device: torch.device) -> str:
    """Bf16 where the device computes fast with it."""
    if device.type == "cuda":
        return "bf16" if torch.cuda.is_bf16_supported(including_emulation=False) else "f32"
    return best_precision() if device.type == "cpu" else "f32"
