"""Random batches and small networks with every head, and learners of both."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.config import Learner as Settings
from tengen.games.position import new
from tengen.network.model import Network, new_network
from tengen.network.shape import Shape
from tengen.training.batch import Batch
from tengen.training.learner import Learner
from tests.network.networks import every_head, random_planes

Weights = dict[str, NDArray[Any]]
SIZE = 5
SETTINGS: dict[str, Any] = {"precision": "f32", "warm_up": 0}


def settings(**knobs: Any) -> Settings:
    """Knobs of a learner that computes alike on every processor and does not warm up."""
    return Settings(**{**SETTINGS, **knobs})


def small_shape(**choices: Any) -> Shape:
    """A shape with every head there is."""
    return every_head(new("go", size=SIZE), blocks=2, channels=8, **{"pooling": "global", **choices})


def small_network(seed: int = 0, **choices: Any) -> Network:
    """A network of this shape, untrained."""
    return new_network(small_shape(**choices), seed)


def random_batch(samples: int, seed: int = 0, shape: Shape | None = None) -> Batch:
    """Samples that mean nothing; what nobody knows of them is zero, as in a real batch."""
    shape = shape or small_shape()
    draw = np.random.default_rng(seed)
    actions = SIZE * SIZE + shape.has_pass
    known, reply_known = (draw.random((2, samples)) < 0.7).astype(np.float32)
    owners = draw.choice([-1.0, 1.0], (samples, SIZE, SIZE)) * known[:, None, None]
    fields = (
        random_planes(shape, samples, SIZE, seed),
        draw.dirichlet(np.full(actions, 0.3), samples),
        draw.dirichlet(np.full(actions, 0.3), samples) * reply_known[:, None],
        reply_known,
        draw.dirichlet(np.full(3, 0.5), samples),
        owners,
        draw.normal(0, 15, samples) * known,
        known,
    )
    return Batch(*(field.astype(np.float32) for field in fields))


def learner(network: Network | None = None, **knobs: Any) -> Learner:
    """A learner of a small network, on the processor."""
    return Learner(network or small_network(), settings(**knobs), device="cpu")


def same(one: Weights, other: Weights) -> bool:
    """Whether arrays are the same bit for bit."""
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


def parameters(network: Network) -> Weights:
    """What the optimiser moves; a look at a batch moves the statistics of the normalisation too."""
    return {name: weight.detach().numpy().copy() for name, weight in network.named_parameters()}
