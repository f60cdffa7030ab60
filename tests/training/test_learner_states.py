"""A learner stops before harm is done, goes back, and goes on from what was written down, bit for bit."""

import json
import math
from typing import Any

import numpy as np
import pytest
import torch

from tengen.training.batch import Batch
from tengen.training.learner import PATIENCE, RISEN, Diverged, Learner
from tengen.training.rates import rate_at
from tengen.training.weights import arrays_of
from tests.training.random_batches import learner, parameters, random_batch, same, settings, small_network

BATCH, SMALL = random_batch(64), random_batch(8)
STILL = 1e-12  # a rate at which nothing is learnt


def times(factor: float) -> Batch:
    """The small batch with losses of policy and value so many times as high."""
    return SMALL._replace(
        policy=np.float32(factor) * SMALL.policy, outcome=np.float32(factor) * SMALL.outcome
    )


def refused(mine: Learner, batch: Batch, message: str) -> None:
    """Neither the averaged weights nor those that learn have moved when it is found out."""
    average, weights = arrays_of(mine.averaged), parameters(mine.network)
    with pytest.raises(Diverged, match=message):
        mine.step(batch)
    assert same(arrays_of(mine.averaged), average)
    for name, array in parameters(mine.network).items():
        assert np.array_equal(array, weights[name], equal_nan=True), name
    assert mine.steps == 0


@pytest.mark.parametrize("field", Batch._fields)
def test_a_batch_that_is_no_number_is_refused(field: str) -> None:
    spoilt = getattr(BATCH, field).copy()
    spoilt.flat[0] = np.nan
    refused(learner(), BATCH._replace(**{field: spoilt}), "^step 0: NaN or infinity in .*loss")


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_weights_that_are_no_number_are_refused(value: float) -> None:
    mine = learner()
    with torch.no_grad():
        mine.network.value.hidden.weight[0, 0] = value
    refused(mine, BATCH, "^step 0: NaN or infinity in .*value")


def test_a_gradient_that_is_no_number_is_refused() -> None:
    """Though every loss is one."""
    mine = learner()
    mine.network.first.conv.weight.register_hook(  # type: ignore[no-untyped-call]
        lambda gradient: gradient * math.inf
    )
    refused(mine, BATCH, "^step 0: NaN or infinity in gradient$")


def test_a_loss_far_above_usual_is_borne_for_a_while() -> None:
    mine = learner(rate=STILL)
    found = mine.step(SMALL)
    usual = found["policy"] + found["value"]
    for _ in range(PATIENCE - 1):
        mine.step(times(1.1 * RISEN))
    mine.step(SMALL)  # that was close
    for _ in range(PATIENCE - 1):
        mine.step(times(1.1 * RISEN))
    average = arrays_of(mine.averaged)
    with pytest.raises(Diverged) as trouble:
        mine.step(times(1.1 * RISEN))
    assert str(trouble.value) == (
        "step 100: the losses of policy and value have been above 2 times their usual "
        f"{usual:.3g} for 50 steps, now {2.2 * usual:.3g}"
    )
    assert same(arrays_of(mine.averaged), average)


def test_a_loss_that_rises_slowly_becomes_usual() -> None:
    mine = learner(rate=STILL)
    usual = math.nan
    for factor in np.concatenate(
        [np.geomspace(1.0, 1.5 * RISEN, 3 * PATIENCE), np.full(PATIENCE, 1.5 * RISEN)]
    ):
        found = mine.step(times(factor))
        loss = found["policy"] + found["value"]
        usual = loss if math.isnan(usual) else 0.99 * usual + 0.01 * loss
        assert mine.usual == pytest.approx(usual)


@pytest.mark.parametrize("rule", ["adamw", "sgd"])
@pytest.mark.parametrize("value", ["outcome", "scalar"])
def test_it_goes_on_bit_for_bit(rule: str, value: str) -> None:
    """Through a state as it is written down, in a learner that has been elsewhere."""
    batches = [random_batch(32, seed) for seed in range(8)]
    knobs: dict[str, Any] = {"optimizer": rule, "warm_up": 6, "rate": 0.01}
    whole = learner(small_network(value=value), **knobs)
    for batch in batches[:4]:
        whole.step(batch)
    whole.halve_rate()
    arrays, notes = whole.state()
    written = json.loads(json.dumps(notes, allow_nan=False))
    expected = [whole.step(batch) for batch in batches[4:]]
    other = learner(small_network(seed=9, value=value), **knobs)
    other.step(BATCH)
    other.restore(arrays, written)
    assert same(other.state()[0], arrays)
    assert other.state()[1] == notes
    assert [other.step(batch) for batch in batches[4:]] == expected
    assert same(other.state()[0], whole.state()[0])
    assert other.state()[1] == whole.state()[1]
    assert other.averaged(torch.from_numpy(BATCH.planes))["value"].equal(
        whole.averaged(torch.from_numpy(BATCH.planes))["value"]
    )


def test_a_learner_goes_on_before_its_first_step() -> None:
    arrays, notes = learner().state()
    assert not [name for name in arrays if name.startswith("optimizer/")]
    other = learner(small_network(seed=9))
    other.step(BATCH)
    other.restore(arrays, notes)
    assert other.step(BATCH) == learner().step(BATCH)


def test_a_state_does_not_move_on_with_its_learner() -> None:
    mine = learner()
    mine.step(BATCH)
    arrays, _ = mine.state()
    kept = {name: array.copy() for name, array in arrays.items()}
    mine.step(BATCH)
    assert same(arrays, kept)


def test_patience_is_written_down_too() -> None:
    mine, other = learner(rate=STILL), learner(rate=STILL)
    mine.step(SMALL)
    for _ in range(PATIENCE - 1):
        mine.step(times(3))
    other.restore(*mine.state())
    with pytest.raises(Diverged):
        other.step(times(3))


@pytest.mark.parametrize(
    ("foreign", "message"),
    [
        (lambda: learner(small_network(value="scalar")), r"value.value.bias is \[1\] in the training state"),
        (lambda: learner(small_network(reply=False)), "policy.passes.1.bias is none in the training state"),
        (
            lambda: learner(optimizer="sgd"),
            "the state is of sgd, the settings want adamw: go on with the same",
        ),
    ],
)
def test_a_foreign_state_changes_nothing(foreign: Any, message: str) -> None:
    theirs, mine = foreign(), learner()
    for each in (theirs, mine):
        each.step(BATCH)
    arrays, notes = mine.state()
    with pytest.raises(ValueError, match=message) as refusal:
        mine.restore(*theirs.state())
    assert "\n" not in str(refusal.value)
    assert same(mine.state()[0], arrays)
    assert mine.state()[1] == notes


def test_a_foreign_average_changes_nothing() -> None:
    mine, theirs = learner(), learner(small_network(value="scalar"))
    arrays, notes = mine.state()
    mixed = arrays | {name: value for name, value in theirs.state()[0].items() if name.startswith("average")}
    mine.step(BATCH)
    kept, _ = mine.state()
    with pytest.raises(ValueError, match="in the training state"):
        mine.restore(mixed, notes)
    assert same(mine.state()[0], kept)


def test_going_back_forgets_all_but_how_long_it_has_been() -> None:
    """The weights of the best, a new optimiser: nothing of a refused network is kept."""
    best = learner(small_network(seed=3)).averaged
    mine = learner(warm_up=10, rate=0.01)
    mine.step(SMALL)
    for _ in range(3):
        mine.step(times(3))  # high, but not for long
    mine.go_back(best)
    assert same(arrays_of(mine.network), arrays_of(best))
    assert same(arrays_of(mine.averaged), arrays_of(best))
    assert not [name for name in mine.state()[0] if name.startswith("optimizer/")]
    assert mine.steps == 4
    assert mine.rate == rate_at(4, settings(warm_up=10, rate=0.01))
    fresh = learner(small_network(seed=3), warm_up=10, rate=0.01)
    fresh.steps = 4
    assert mine.step(BATCH) == fresh.step(BATCH)
    assert same(arrays_of(mine.network), arrays_of(fresh.network))
    assert mine.state()[1] == fresh.state()[1]  # nor is what was usual


@pytest.mark.parametrize("way", ["go back", "restore"])
def test_every_thread_goes_back(way: str) -> None:
    torch.set_num_threads(2)
    start, mine = learner(), learner()
    state = mine.state()
    for _ in range(3):
        mine.step(BATCH)
    if way == "go back":
        mine.go_back(start.averaged)
    else:
        mine.restore(*state)
    for twin in mine.replicas.twins:
        for name, value in arrays_of(start.network).items():
            if not name.endswith("num_batches_tracked"):
                assert np.array_equal(arrays_of(twin)[name], value), name


def test_the_best_is_not_moved_by_who_went_back_to_it() -> None:
    best = small_network(seed=3)
    kept = arrays_of(best)
    mine = learner()
    mine.go_back(best)
    mine.step(BATCH)
    assert same(arrays_of(best), kept)


def test_halving_holds_through_a_state() -> None:
    mine, other = learner(), learner()
    mine.halve_rate()
    mine.halve_rate()
    assert mine.rate == learner().rate / 4
    other.restore(*mine.state())
    assert other.rate == mine.rate
