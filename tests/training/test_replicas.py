"""Pieces of a batch, each on a thread of its own, come to the same as the whole batch on one."""

from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from tengen.network.model import Network
from tengen.training.batch import Batch
from tengen.training.losses import Counts, Targets, counts_of, losses, total
from tengen.training.replicas import SMALLEST_PIECE, Replicas
from tests.training.random_batches import random_batch, settings, small_network

BATCH = random_batch(3 * SMALLEST_PIECE + 5)


def gradient(network: Network, piece: Batch, counts: Counts) -> dict[str, Tensor]:
    """The work of a learner: every loss, and the gradient of their sum."""
    heads = network(torch.from_numpy(piece.planes))
    parts = losses(heads, Targets(*map(torch.from_numpy, piece[1:])), counts)
    total(parts, settings()).backward()  # type: ignore[no-untyped-call]
    return parts


def learnt(network: Network, threads: int) -> tuple[dict[str, float], dict[str, Tensor]]:
    """What so many threads find, and the gradient in the network after all is added up."""
    replicas = Replicas(network, threads)
    replicas.clear_gradients()
    found = replicas.run(gradient, BATCH)
    replicas.gather()
    return found, gradients_of(network)


def gradients_of(network: nn.Module) -> dict[str, Tensor]:
    return {name: weight.grad for name, weight in network.named_parameters() if weight.grad is not None}


def statistics(network: nn.Module) -> dict[str, Tensor]:
    return {name: value for name, value in network.named_buffers() if value.is_floating_point()}


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_many_threads_find_what_one_finds(threads: int) -> None:
    """Without normalisation, which sees pieces and not the batch."""
    (whole, alone), (parts, together) = (learnt(small_network(norm=False), n) for n in (1, threads))
    assert parts == pytest.approx(whole, rel=1e-5)
    assert together.keys() == alone.keys() == dict(small_network(norm=False).named_parameters()).keys()
    for name, expected in alone.items():
        assert torch.allclose(together[name], expected, rtol=1e-4, atol=1e-6), name


def test_normalisation_sees_the_pieces_and_remembers_their_mean() -> None:
    network, plain = small_network(), [small_network() for _ in range(2)]
    _, found = learnt(network, 2)
    for twin, rows in zip(plain, np.array_split(np.arange(len(BATCH.planes)), 2), strict=True):
        gradient(twin, Batch(*(field[rows] for field in BATCH)), counts_of(BATCH))
    one, other = (gradients_of(twin) for twin in plain)
    for name, value in found.items():
        assert torch.allclose(value, one[name] + other[name], atol=1e-6), name
    for name, value in statistics(network).items():
        seen = [statistics(twin)[name] for twin in plain]
        assert not torch.equal(seen[0], seen[1])
        assert torch.allclose(value, (seen[0] + seen[1]) / 2, atol=1e-6), name


def test_all_replicas_go_on_from_the_same_statistics() -> None:
    replicas = Replicas(small_network(), 3)
    replicas.run(gradient, BATCH)
    replicas.gather()
    for twin in replicas.twins[1:]:
        for name, value in statistics(twin).items():
            assert torch.equal(value, statistics(replicas.network)[name]), name


def test_a_thread_without_a_piece_does_not_count() -> None:
    """Nor does it hold anybody back."""
    network, plain = small_network(), small_network()
    small = Batch(*(field[: 2 * SMALLEST_PIECE - 1] for field in BATCH))
    replicas = Replicas(network, 2)
    replicas.clear_gradients()
    replicas.run(gradient, small)
    replicas.gather()
    gradient(plain, small, counts_of(small))
    for name, value in gradients_of(network).items():
        assert torch.allclose(value, gradients_of(plain)[name], atol=1e-6), name
    for name, value in statistics(network).items():
        assert torch.allclose(value, statistics(plain)[name], atol=1e-6), name


@pytest.mark.parametrize(
    ("samples", "threads", "expected"),
    [(1, 4, [1]), (63, 4, [63]), (64, 4, [32, 32]), (101, 2, [51, 50]), (131, 8, [33, 33, 33, 32])],
)
def test_pieces_are_the_batch_in_order(samples: int, threads: int, expected: list[int]) -> None:
    assert SMALLEST_PIECE == 32
    batch = random_batch(samples)
    replicas = Replicas(small_network(norm=False), threads)
    pieces: dict[Any, Batch] = {}
    counted = []

    def note(network: Network, piece: Batch, counts: Counts) -> dict[str, Tensor]:
        pieces[network] = piece
        counted.append(counts)
        return {"samples": torch.tensor(len(piece.planes))}

    assert replicas.run(note, batch) == {"samples": samples}
    in_order = [pieces[twin] for twin in replicas.twins[: len(expected)]]
    assert [len(piece.planes) for piece in in_order] == expected
    for fields, whole in zip(zip(*in_order, strict=True), batch, strict=True):
        assert np.array_equal(np.concatenate(fields), whole)
    assert set(counted) == {counts_of(batch)}  # each divides by the whole batch


def test_the_same_batch_gives_the_same_bits() -> None:
    (one, mine), (again, theirs) = learnt(small_network(), 3), learnt(small_network(), 3)
    assert one == again
    assert all(torch.equal(value, theirs[name]) for name, value in mine.items())


def test_twins_share_weights_and_not_gradients() -> None:
    replicas = Replicas(small_network(), 2)
    network, twin = replicas.twins
    replicas.run(gradient, BATCH)
    with torch.no_grad():
        for weight in network.parameters():
            weight.add_(1.0)
    for mine, theirs in zip(network.parameters(), twin.parameters(), strict=True):
        assert torch.equal(mine, theirs)
        assert mine.grad is not None
        assert theirs.grad is not None
        assert mine.grad.data_ptr() != theirs.grad.data_ptr()
    replicas.clear_gradients()
    assert {weight.grad for each in replicas.twins for weight in each.parameters()} == {None}


def test_each_works_on_one_thread_and_leaves_others_theirs() -> None:
    torch.set_num_threads(2)
    replicas = Replicas(small_network(), 2)

    def threads(*_: Any) -> dict[str, Tensor]:
        return {"threads": torch.tensor(torch.get_num_threads())}

    assert replicas.run(threads, BATCH) == {"threads": 2}  # one each
    assert replicas.alone(torch.get_num_threads) == 1
    assert torch.get_num_threads() == 2


def test_what_goes_wrong_in_a_thread_is_seen() -> None:
    def fail(*_: Any) -> dict[str, Tensor]:
        raise ZeroDivisionError("in a thread")

    replicas = Replicas(small_network(), 2)
    with pytest.raises(ZeroDivisionError, match="in a thread"):
        replicas.run(fail, BATCH)
    with pytest.raises(ZeroDivisionError, match="in a thread"):
        replicas.alone(fail)
