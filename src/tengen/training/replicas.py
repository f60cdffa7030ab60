"""One step of learning on all cores: each computes the gradient of a piece of the batch.

A piece is computed by one thread on one core, and the threads meet once, when the gradients are added up.
Torch's own way, many threads for one operation, lets them meet hundreds of times in a step; as soon as
another program wants a core, they mostly wait for each other (docs/decisions/0009).
"""

import copy
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from tengen.network.model import Network
from tengen.training.batch import Batch
from tengen.training.losses import Counts, counts_of

SMALLEST_PIECE = 32  # samples; below, a core is busier with beginning than with computing

Work = Callable[[Network, Batch, Counts], dict[str, Tensor]]


class Replicas:
    """A network and its twins, one for each thread: they share its weights, not its gradients."""

    def __init__(self, network: Network, threads: int) -> None:
        self.network = network
        self.twins = [network, *(_twin(network) for _ in range(threads - 1))]
        self._pool = ThreadPoolExecutor(threads, "learner", torch.set_num_threads, (1,))

    def alone(self, work: Callable[[], Any]) -> Any:
        """Let one thread do what is too small to be shared."""
        return self._pool.submit(work).result()

    def run(self, work: Work, batch: Batch) -> dict[str, float]:
        """Let each thread work on a piece; what they find adds up, in the same order every time."""
        count = max(1, min(len(self.twins), len(batch.planes) // SMALLEST_PIECE))
        pieces = (
            Batch(*fields) for fields in zip(*(np.array_split(field, count) for field in batch), strict=True)
        )
        counts = counts_of(batch)
        jobs = [
            self._pool.submit(_figures, work, twin, piece, counts)
            for twin, piece in zip(self.twins, pieces, strict=False)
        ]
        found = [job.result() for job in jobs]
        return {name: sum(figures[name] for figures in found) for name in found[0]}

    def clear_gradients(self) -> None:
        """Forget the gradients of the step before."""
        for twin in self.twins:
            twin.zero_grad()

    def gather(self) -> None:
        """Add up the gradients in the network, and let all normalise by the mean of what each has seen."""
        busy = [twin for twin in self.twins if next(twin.parameters()).grad is not None]
        gradients = [
            [weight.grad for weight in twin.parameters() if weight.grad is not None] for twin in busy
        ]
        for others in gradients[1:]:
            torch._foreach_add_(gradients[0], others)
        seen = [_statistics(twin) for twin in self.twins]
        if not seen[0]:
            return
        for others in seen[1 : len(busy)]:
            torch._foreach_add_(seen[0], others)
        torch._foreach_div_(seen[0], len(busy))
        self.share()

    def share(self) -> None:
        """Give the twins the network's statistics; its weights they have."""
        mine = _statistics(self.network)
        for twin in self.twins[1:]:
            if mine:
                torch._foreach_copy_(_statistics(twin), mine)


def _twin(network: Network) -> Network:
    """A copy that reads the very same weights."""
    twin = copy.deepcopy(network)
    for own, shared in zip(twin.parameters(), network.parameters(), strict=True):
        own.data = shared.data
    return twin


def _statistics(network: nn.Module) -> list[Tensor]:
    """The running means and variances of the normalisation."""
    return [buffer for buffer in network.buffers() if buffer.is_floating_point()]


def _figures(work: Work, network: Network, piece: Batch, counts: Counts) -> dict[str, float]:
    """What one thread found, as plain numbers, read from the device in one go."""
    found = work(network, piece, counts)
    return dict(zip(found, torch.stack([value.detach() for value in found.values()]).tolist(), strict=True))
