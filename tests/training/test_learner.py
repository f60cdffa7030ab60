"""A learner learns what games taught: steps by their formulas, figures as computed by hand."""

import copy
import math
from typing import Any

import numpy as np
import pytest
import torch

from tengen.games import planes
from tengen.games.policies import ENTRY, TURN, write_policy
from tengen.network.evaluator import best_precision
from tengen.network.model import Network, Player, new_network
from tengen.network.shape import shape_for
from tengen.records.lesson import Lesson
from tengen.records.record import Record, positions
from tengen.records.shelf import shelf_of
from tengen.training.batch import Batch, batch_of
from tengen.training.draw import Drawn
from tengen.training.learner import Figures, mean_of
from tengen.training.losses import Targets, counts_of, figures, losses, total
from tengen.training.rates import rate_at
from tengen.training.weights import arrays_of
from tengen.training.window import Window
from tests.training.random_batches import learner, parameters, random_batch, same, settings, small_network

BATCH = random_batch(64)


def judged(network: Network, batch: Batch, **knobs: Any) -> Figures:
    """What a network has to hear about a batch, computed by hand."""
    targets, counts = Targets(*map(torch.from_numpy, batch[1:])), counts_of(batch)
    with torch.no_grad():
        heads = network(torch.from_numpy(batch.planes))
    parts = losses(heads, targets, counts)
    whole = {"loss": total(parts, settings(**knobs)), **parts, **figures(heads, targets, counts)}
    return {name: float(value) for name, value in whole.items()}


@pytest.mark.parametrize("rule", [{"optimizer": "adamw"}, {"optimizer": "sgd", "rate": 0.1}])
@pytest.mark.parametrize("value", ["outcome", "scalar"])
def test_the_losses_fall_on_a_batch_seen_again_and_again(rule: dict[str, Any], value: str) -> None:
    mine = learner(small_network(value=value), ownership=1.0, score=1.0, reply=1.0, **rule)
    found = [mine.step(BATCH) for _ in range(30)]
    for name in ("loss", "policy", "value", "ownership", "score", "reply", "kl", "value_error"):
        assert found[-1][name] < 0.99 * found[0][name], name
    assert found[-1]["accuracy"] > found[0]["accuracy"]
    assert mine.steps == len(found)


def test_figures_are_from_before_the_weights_moved() -> None:
    mine = learner(policy=2.0, entropy=0.1)
    before = copy.deepcopy(mine.network)
    found = mine.step(BATCH)
    expected = judged(before, BATCH, policy=2.0, entropy=0.1)
    assert found.keys() == expected.keys() | {"rate", "gradient"}
    assert {name: found[name] for name in expected} == pytest.approx(expected, rel=1e-5)


def test_it_learns_who_won_and_what_was_played() -> None:
    """Seen by who is to move: what a wrong sign or the policy of another turn would spoil."""
    lesson = tic_tac_toe()
    seen = list(positions(lesson.record))[:-1]
    shape = shape_for(seen[0], 2, 16, reply=True)
    window = Window()
    window.extend(shelf_of([lesson]))
    plies = np.arange(len(seen), dtype=np.int32)
    drawn = Drawn(np.zeros_like(plies), plies, np.zeros(len(plies), np.int8))
    batch = batch_of(window.contents(), drawn, planes.kind_named(shape.planes), 0.0)
    mine = learner(new_network(shape, seed=0), rate=0.01, average=0.9)
    for _ in range(60):
        mine.step(batch)
    heads = Player(mine.averaged)(torch.from_numpy(np.stack([position.planes() for position in seen])))
    actions = lesson.record.actions.tolist()
    assert heads["value"].sign().tolist() == [1, -1, 1, -1, 1]  # the first player wins
    assert heads["value"].abs().min() > 0.8
    assert heads["policy"].argmax(1).tolist() == actions
    assert heads["reply"].argmax(1).tolist()[:-1] == actions[1:]


def test_learning_takes_a_step_for_each_batch() -> None:
    batches = [random_batch(32, seed) for seed in range(3)]
    one, other = learner(), learner()
    told: list[Figures] = []
    found = one.learn(iter(batches), told.append)
    assert told == [other.step(batch) for batch in batches]
    assert found == mean_of(told)
    assert found["loss"] == pytest.approx(sum(step["loss"] for step in told) / 3)
    assert one.learn([]) == {}


def test_bf16_learns_nearly_the_same() -> None:
    coarse, exact = learner(precision="bf16"), learner()
    assert coarse.step(BATCH) == pytest.approx(exact.step(BATCH), rel=0.05, abs=0.05)
    assert {weight.dtype for weight in coarse.network.parameters()} == {torch.float32}


def test_the_best_precision_is_the_processors() -> None:
    assert learner(precision="auto").precision == best_precision()


def test_two_threads_learn_what_one_does() -> None:
    alone = learner(small_network(norm=False), optimizer="sgd")
    torch.set_num_threads(2)
    together = learner(small_network(norm=False), optimizer="sgd")
    assert (len(alone.replicas.twins), len(together.replicas.twins)) == (1, 2)
    for _ in range(3):
        assert together.step(BATCH) == pytest.approx(alone.step(BATCH), rel=1e-4, abs=1e-6)
    for name, array in arrays_of(alone.averaged).items():
        np.testing.assert_allclose(arrays_of(together.averaged)[name], array, atol=1e-5, err_msg=name)


def tic_tac_toe() -> Lesson:
    """Five plies, each sure of itself; Black wins."""
    actions = np.array([4, 1, 0, 2, 8], np.int16)
    turns, entries = np.zeros(len(actions), TURN), np.zeros(len(actions), ENTRY).view(np.recarray)
    for ply, action in enumerate(actions):
        turns[ply]["action"], turns[ply]["colour"] = action, (1, -1)[ply % 2]
        turns[ply]["count"] = write_policy(np.eye(9, dtype=np.float32)[action], entries[ply : ply + 1])
    record = Record(
        game="gomoku",
        options={"size": 3, "line": 3},
        actions=actions,
        colours=turns["colour"].astype(np.int8),
        result=1,
    )
    return Lesson(record=record, turns=turns, entries=entries)


def test_the_rate_follows_the_schedule() -> None:
    knobs: dict[str, Any] = {"warm_up": 3, "rate_final": 1e-4, "rate_steps": 6}
    mine = learner(**knobs)
    found = [mine.step(BATCH)["rate"] for _ in range(8)]
    assert found == [rate_at(step, settings(**knobs)) for step in range(8)]
    mine.halve_rate()
    assert mine.rate == mine.step(BATCH)["rate"] == rate_at(8, settings(**knobs)) / 2


@pytest.mark.parametrize("clip", [0.0, 0.01, 1000.0])
def test_a_long_gradient_is_cut(clip: float) -> None:
    mine = learner(optimizer="sgd", rate=0.5, momentum=0.0, decay=0.0, clip=clip)
    mine.halve_rate()
    before = parameters(mine.network)
    length = mine.step(BATCH)["gradient"]
    moved = math.sqrt(sum(((parameters(mine.network)[name] - before[name]) ** 2).sum() for name in before))
    assert 0.01 < length < 1000
    assert moved == pytest.approx(0.25 * (0.01 if clip == 0.01 else length), rel=1e-3)


def test_a_cut_gradient_keeps_its_direction() -> None:
    knobs: dict[str, Any] = {"optimizer": "sgd", "rate": 0.5, "momentum": 0.0, "decay": 0.0}
    free, cut = learner(**knobs, clip=0.0), learner(**knobs, clip=0.1)
    before = parameters(free.network)
    length = free.step(BATCH)["gradient"]
    assert cut.step(BATCH)["gradient"] == length  # told as it was
    for name, weight in before.items():
        expected = (parameters(free.network)[name] - weight) * 0.1 / length
        np.testing.assert_allclose(parameters(cut.network)[name] - weight, expected, atol=1e-6)


def test_the_average_follows_by_its_formula() -> None:
    mine = learner(average=0.5)
    expected = arrays_of(mine.averaged)
    for step in range(14):
        mine.step(BATCH)
        pace = min(0.5, (1 + step) / (10 + step))
        for name, array in arrays_of(mine.network).items():
            expected[name] = pace * expected[name] + (1 - pace) * array
    for name, array in arrays_of(mine.averaged).items():
        if not name.endswith("num_batches_tracked"):
            np.testing.assert_allclose(array, expected[name], rtol=1e-4, atol=1e-6, err_msg=name)


def test_without_an_average_the_newest_weights_play() -> None:
    mine = learner(average=0.0)
    for _ in range(3):
        mine.step(BATCH)
    assert same(parameters(mine.averaged), parameters(mine.network))


def test_what_learns_and_what_plays_begin_alike() -> None:
    mine = learner()
    assert same(arrays_of(mine.averaged), arrays_of(small_network()))
    assert same(arrays_of(mine.network), arrays_of(small_network()))
    assert mine.network.training
    assert not mine.averaged.training


def test_it_judges_the_average_and_moves_nothing() -> None:
    mine = learner()
    for _ in range(5):
        mine.step(BATCH)
    before, _ = mine.state()
    gradients = [weight.grad.clone() for weight in mine.network.parameters() if weight.grad is not None]
    batches = [random_batch(40, seed=1), random_batch(8, seed=2)]
    found = mine.validate(iter(batches))
    one, other = (judged(mine.averaged, batch) for batch in batches)
    expected = {name: (40 * one[name] + 8 * other[name]) / 48 for name in one}
    assert found == pytest.approx(expected, rel=1e-4, abs=1e-6)
    assert same(mine.state()[0], before)
    for weight, gradient in zip(mine.network.parameters(), gradients, strict=True):
        assert weight.grad is not None
        assert torch.equal(weight.grad, gradient)


def test_nothing_held_out_says_nothing() -> None:
    assert learner().validate([]) == {}


def test_pieces_are_judged_as_the_whole() -> None:
    alone = learner()
    torch.set_num_threads(2)
    together = learner()
    assert together.validate([BATCH]) == pytest.approx(alone.validate([BATCH]), rel=1e-4)
