"""Networks take their seats as in their run, but play for strength."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tengen.arena.match import play_match
from tengen.arena.opponents import strongest
from tengen.config import Search, preset, read
from tengen.games.position import new
from tengen.network.card import Card
from tengen.network.export import to_onnx
from tengen.network.model import Network
from tengen.training import seats
from tengen.training.networks import first_position, network_for
from tengen.training.seats import network_seats, quiet, threads


def test_the_noise_of_training_is_left_out() -> None:
    knobs = {
        "method": "puct",
        "simulations": 800,
        "c_puct": 5.0,
        "fpu_reduction": 0.4,
        "tactics": 1,
        "noise": 0.25,
        "noise_alpha": 0.3,
        "inner_noise": 0.1,
        "root_temperature": 1.25,
        "forced_visits": 2,
    }
    loud = Search.model_validate(knobs)
    heard = strongest(
        "puct", simulations=64, c_puct=5.0, fpu_reduction=0.4, tactics=1, noise_alpha=0.3, noise=0.0
    )
    assert quiet(loud, 64) == heard
    assert quiet(loud, 64).noise == quiet(loud, 64).inner_noise == quiet(loud, 64).forced_visits == 0


def test_a_gumbel_search_keeps_its_own_knobs() -> None:
    found = quiet(
        Search.model_validate({"simulations": 32, "considered": 8, "c_scale": 0.5, "gumbel_noise": 1.0}), 64
    )
    assert (found.simulations, found.considered, found.c_scale, found.gumbel_noise) == (64, 8, 0.5, 0.0)


def test_without_noise_the_same_games_come_again() -> None:
    config = read(preset("tictactoe"), ["network.blocks=1", "network.channels=8"])
    start = first_position(config)
    networks = [network_for(config, start, seed) for seed in (1, 2)]

    def games() -> list[bytes]:
        one, two = (network_seats(config, network, "a network", 8)() for network in networks)
        match = play_match(lambda: (one, two), [start, start.play(4)])
        return [game.record.actions.tobytes() for game in match.games]

    first = games()
    assert first == games()
    assert len(set(first)) > 1  # it is not always the same game either


def test_a_seat_sees_positions_as_its_network_does() -> None:
    config = read(preset("go5"), ["network.blocks=1", "network.channels=8", "network.planes=stones"])
    seat = network_seats(config, network_for(config, first_position(config), 0), "mine", 2)()
    assert (seat.name, seat.planes) == ("mine", "stones")
    assert seat.choose([new("go", size=5, komi=24.5, limit=60)])[0] in range(26)


def test_a_network_is_read_once_for_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    config = read(preset("tictactoe"), ["network.blocks=1", "network.channels=8"])
    written: list[bytes] = []

    def counted(network: Network, card: Card) -> bytes:
        written.append(to_onnx(network, card))
        return written[-1]

    monkeypatch.setattr(seats, "to_onnx", counted)
    make = network_seats(config, network_for(config, first_position(config), 0), "mine", 4)
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: make(), range(8)))
    assert len(written) == 1
    assert len({id(seat) for seat in made}) == 8
    assert len({id(seat.evaluator) for seat in made}) == 1


def test_threads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert threads(read("[selfplay]\nthreads = 3\n")) == 3
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert threads(read("")) == 7
