"""How far a network's answers are from what its samples say, part by part.

Each part is a sum over samples, divided by how many samples of the whole batch know about it. So a batch may
be cut into pieces that are learnt from side by side: the parts of the pieces add up to those of the batch.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from tengen.config import Learner
from tengen.training.batch import Batch

Heads = Mapping[str, Tensor]
Parts = dict[str, Tensor]

WEIGHTED = ("policy", "value", "ownership", "score", "reply")
FAR = 10.0  # points; a score that is further off than that pulls no harder


class Targets(NamedTuple):
    """The tensors of a batch, without its planes; tengen.training.batch says what they are."""

    policy: Tensor
    reply: Tensor
    reply_known: Tensor
    outcome: Tensor
    ownership: Tensor
    score: Tensor
    known: Tensor


class Counts(NamedTuple):
    """Samples that each part of the loss is a mean over."""

    all: float
    known: float
    reply_known: float


def counts_of(batch: Batch) -> Counts:
    """How many samples know what; at least one, so that a part without any is zero."""
    known, reply_known = (max(1.0, float(np.sum(mask))) for mask in (batch.known, batch.reply_known))
    return Counts(len(batch.planes), known, reply_known)


def losses(heads: Heads, target: Targets, counts: Counts) -> Parts:
    """The unweighted parts of the loss, for the heads that there are."""
    log_policy = torch.log_softmax(heads["policy"].float(), 1)
    parts = {
        "policy": -(target.policy * log_policy).sum() / counts.all,
        "value": value_loss(heads["value"].float(), target.outcome) / counts.all,
        "entropy": -(log_policy.exp() * log_policy).sum() / counts.all,
    }
    if "ownership" in heads:
        # The squared error has a bounded pull, whatever bf16 makes of a tanh near 1, where a cross-entropy is
        # infinite; and its answer for a point that nobody can be sure of is the mean, as a score wants it.
        errors = (heads["ownership"].float() - target.ownership).square().mean((1, 2))
        parts["ownership"] = (errors * target.known).sum() / counts.known
    if "score" in heads:
        errors = (
            functional.huber_loss(heads["score"].float(), target.score, reduction="none", delta=FAR) / FAR
        )
        parts["score"] = (errors * target.known).sum() / counts.known
    if "reply" in heads:
        errors = -(target.reply * torch.log_softmax(heads["reply"].float(), 1)).sum(1)
        parts["reply"] = (errors * target.reply_known).sum() / counts.reply_known
    return parts


def value_loss(value: Tensor, outcome: Tensor) -> Tensor:
    """Summed over samples: cross-entropy of win, draw and loss, or the squared error of one number."""
    if value.shape[1] == 3:
        return -(outcome * torch.log_softmax(value, 1)).sum()
    return (plain_value(value) - worth(outcome)).square().sum()


def total(parts: Mapping[str, Tensor], settings: Learner) -> Tensor:
    """What is made small: the weighted sum of the parts, less the policy's entropy."""
    weighted = [getattr(settings, name) * parts[name] for name in WEIGHTED if name in parts]
    return torch.stack(weighted).sum() - settings.entropy * parts["entropy"]


@torch.no_grad()
def figures(heads: Heads, target: Targets, counts: Counts) -> Parts:
    """What people want to see beside the losses: no gradient comes from these."""
    policy, outcome = target.policy, target.outcome
    logits = heads["policy"].float()
    divergence = torch.xlogy(policy, policy) - policy * torch.log_softmax(logits, 1)
    error = (plain_value(heads["value"].float()) - worth(outcome)).square()
    return {
        "kl": divergence.sum() / counts.all,
        "accuracy": (logits.argmax(1) == policy.argmax(1)).float().sum() / counts.all,
        "value_error": error.sum() / counts.all,
    }


def plain_value(value: Tensor) -> Tensor:
    """The value head's answer as one number in [-1, 1]."""
    if value.shape[1] == 3:
        return worth(torch.softmax(value, 1))
    return torch.tanh(value[:, 0])


def worth(outcome: Tensor) -> Tensor:
    """Win minus loss."""
    return outcome[:, 0] - outcome[:, 2]
