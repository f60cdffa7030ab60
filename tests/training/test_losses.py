"""Each part of the loss is what a plain computation gives, and pieces add up to the whole."""

from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor

from tengen.config import Learner as Settings
from tengen.training.batch import Batch
from tengen.training.losses import (
    FAR,
    WEIGHTED,
    Counts,
    Targets,
    counts_of,
    figures,
    losses,
    plain_value,
    total,
)
from tests.training.random_batches import SIZE, random_batch

SAMPLES = 23
BATCH = random_batch(SAMPLES)
ACTIONS = BATCH.policy.shape[1]
Floats = NDArray[np.float64]


def random_heads(value: int = 3, seed: int = 0) -> dict[str, Tensor]:
    """Answers of a network that has opinions."""
    draw = torch.Generator().manual_seed(seed)
    shapes = {"policy": (ACTIONS,), "reply": (ACTIONS,), "value": (value,), "score": ()}
    heads = {name: 3 * torch.randn(SAMPLES, *shape, generator=draw) for name, shape in shapes.items()}
    heads["score"] = 5 * heads["score"]
    heads["ownership"] = torch.tanh(torch.randn(SAMPLES, SIZE, SIZE, generator=draw))
    return {name: head.requires_grad_() for name, head in heads.items()}


def targets(batch: Batch) -> Targets:
    return Targets(*(torch.from_numpy(field) for field in batch[1:]))


def plain(heads: dict[str, Tensor]) -> dict[str, Floats]:
    return {name: head.detach().numpy().astype(np.float64) for name, head in heads.items()}


def numbers(parts: dict[str, Tensor]) -> dict[str, float]:
    return {name: float(part.detach()) for name, part in parts.items()}


def softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum())


def twin(heads: dict[str, Floats], batch: Batch) -> dict[str, float]:
    """Every part and every figure, sample by sample; a part is a mean over those that know about it."""
    found: dict[str, list[float]] = {}

    def note(**parts: Any) -> None:
        for name, value in parts.items():
            found.setdefault(name, []).append(float(value))

    for row, sample in enumerate(zip(*batch, strict=True)):
        _, policy, reply, reply_known, outcome, ownership, score, known = sample
        mine = softmax(heads["policy"][row])
        note(policy=-(policy * np.log(mine)).sum(), entropy=-(mine * np.log(mine)).sum())
        note(kl=(policy * (np.log(np.maximum(policy, 1e-300)) - np.log(mine))).sum())
        note(accuracy=mine.argmax() == policy.argmax())
        wanted = outcome[0] - outcome[2]  # win less loss
        if heads["value"].shape[1] == 3:
            win, draw, loss = softmax(heads["value"][row])
            note(value=-(outcome * np.log([win, draw, loss])).sum(), value_error=(win - loss - wanted) ** 2)
        else:
            off = (np.tanh(heads["value"][row, 0]) - wanted) ** 2
            note(value=off, value_error=off)
        if known:
            points = zip(heads["ownership"][row].ravel(), ownership.ravel(), strict=True)
            note(ownership=np.mean([(said - true) ** 2 for said, true in points]))
            far = abs(heads["score"][row] - score)
            note(score=far**2 / 2 / FAR if far <= FAR else far - FAR / 2)
        if reply_known:
            note(reply=-(reply * np.log(softmax(heads["reply"][row]))).sum())
    return {name: float(np.mean(values)) for name, values in found.items()}


@pytest.mark.parametrize("value", [3, 1])
def test_every_part_is_what_a_plain_computation_gives(value: int) -> None:
    heads, counts = random_heads(value), counts_of(BATCH)
    found = losses(heads, targets(BATCH), counts) | figures(heads, targets(BATCH), counts)
    assert numbers(found) == pytest.approx(twin(plain(heads), BATCH), rel=1e-5)
    assert 0 < counts.known < SAMPLES
    assert 0 < counts.reply_known < SAMPLES


def test_pieces_add_up_to_the_whole() -> None:
    heads, counts = random_heads(), counts_of(BATCH)
    whole = losses(heads, targets(BATCH), counts) | figures(heads, targets(BATCH), counts)
    sums = dict.fromkeys(whole, 0.0)
    for rows in (slice(0, 4), slice(4, 5), slice(5, SAMPLES)):
        piece = targets(Batch(*(field[rows] for field in BATCH)))
        said = {name: head[rows] for name, head in heads.items()}
        for name, part in numbers(losses(said, piece, counts) | figures(said, piece, counts)).items():
            sums[name] += part
    assert sums == pytest.approx(numbers(whole), rel=1e-5)


def test_only_heads_that_there_are_count() -> None:
    heads = random_heads()
    few = {name: heads[name] for name in ("policy", "value")}
    parts = losses(few, targets(BATCH), counts_of(BATCH))
    assert parts.keys() == {"policy", "value", "entropy"}
    whole = total(parts, Settings(policy=2.0, value=0.5))
    assert torch.allclose(whole, 2 * parts["policy"] + parts["value"] / 2)


def test_what_nobody_knows_teaches_nothing() -> None:
    unknown, no_reply = BATCH.known == 0, BATCH.reply_known == 0
    rubbish = BATCH._replace(
        ownership=np.where(unknown[:, None, None], 7, BATCH.ownership).astype(np.float32),
        score=np.where(unknown, 99, BATCH.score).astype(np.float32),
        reply=np.where(no_reply[:, None], 1, BATCH.reply).astype(np.float32),
    )
    heads, counts = random_heads(), counts_of(BATCH)
    one, other = (losses(heads, targets(batch), counts) for batch in (BATCH, rubbish))
    assert numbers(one) == numbers(other)
    torch.stack([other[name] for name in ("ownership", "score", "reply")]).sum().backward()  # type: ignore[no-untyped-call]
    for name, mask in (("ownership", unknown), ("score", unknown), ("reply", no_reply)):
        gradient = heads[name].grad
        assert gradient is not None
        assert not gradient[torch.from_numpy(mask)].any()
        assert gradient[torch.from_numpy(~mask)].any()


def test_a_batch_that_knows_nothing_has_parts_of_zero() -> None:
    nobody = BATCH._replace(known=np.zeros_like(BATCH.known), reply_known=np.zeros_like(BATCH.known))
    counts = counts_of(nobody)
    assert counts == Counts(SAMPLES, 1, 1)
    parts = losses(random_heads(), targets(nobody), counts)
    assert [numbers(parts)[name] for name in ("ownership", "score", "reply")] == [0, 0, 0]


def test_each_answer_is_pulled_to_its_target() -> None:
    """The gradients by hand: of a cross-entropy, the answer less the target."""
    heads, target, counts = random_heads(), targets(BATCH), counts_of(BATCH)
    parts = losses(heads, target, counts)
    sum(parts[name] for name in WEIGHTED).backward()  # type: ignore[union-attr]
    known, reply_known = target.known / counts.known, target.reply_known / counts.reply_known
    off = {
        "policy": (torch.softmax(heads["policy"], 1) - target.policy) / SAMPLES,
        "value": (torch.softmax(heads["value"], 1) - target.outcome) / SAMPLES,
        "reply": (torch.softmax(heads["reply"], 1) - target.reply) * reply_known[:, None],
        "ownership": 2 / SIZE**2 * (heads["ownership"] - target.ownership) * known[:, None, None],
        "score": ((heads["score"] - target.score) / FAR).clamp(-1, 1) * known,  # no harder than that
    }
    for name, expected in off.items():
        gradient = heads[name].grad
        assert gradient is not None
        assert torch.allclose(gradient, expected, atol=1e-6), name
    assert ((heads["score"] - target.score).abs() > FAR).any()


def test_the_total_is_the_weighted_sum_less_the_entropy() -> None:
    weights = {"policy": 2.0, "value": 3.0, "ownership": 5.0, "score": 7.0, "reply": 11.0, "entropy": 0.5}
    parts = {name: torch.tensor(10.0**index) for index, name in enumerate(weights)}
    assert float(total(parts, Settings(**weights))) == 2 + 30 + 500 + 7_000 + 110_000 - 50_000  # type: ignore[arg-type]


def test_a_perfect_answer_is_seen_as_one() -> None:
    heads = {"policy": torch.log(targets(BATCH).policy), "value": torch.log(targets(BATCH).outcome)}
    found = figures(heads, targets(BATCH), counts_of(BATCH))
    assert float(found["kl"]) == pytest.approx(0, abs=1e-5)
    assert float(found["accuracy"]) == 1
    assert float(found["value_error"]) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("outcome", "value"), [((1, 0, 0), 1), ((0, 1, 0), 0), ((0, 0, 1), -1)])
def test_a_win_is_worth_one(outcome: tuple[int, ...], value: int) -> None:
    assert float(plain_value(torch.log(torch.tensor([outcome], dtype=torch.float32)))) == value
    assert float(plain_value(torch.full((1, 1), 100.0 * value))) == value


def test_losses_are_summed_up_exactly_whatever_the_heads_are_made_of() -> None:
    coarse = {name: head.detach().bfloat16() for name, head in random_heads().items()}
    exact = {name: head.float() for name, head in coarse.items()}
    target, counts = targets(BATCH), counts_of(BATCH)
    found = losses(coarse, target, counts) | figures(coarse, target, counts)
    expected = losses(exact, target, counts) | figures(exact, target, counts)
    assert found == expected
    assert {part.dtype for part in found.values()} == {torch.float32}
