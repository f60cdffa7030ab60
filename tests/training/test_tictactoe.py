"""The proof of the whole: a network that knows nothing learns never to lose against perfect play."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tengen import config
from tengen.arena.opponents import PlayerSeat
from tengen.games.position import Position
from tengen.play.player import Random
from tengen.runs import folder
from tengen.training.loop import Loop
from tengen.training.seats import network_seats
from tests.training.tictactoe import Board, after, blunders, board_of, every_position, lost_games, worth


def perfect(positions: Sequence[Position]) -> list[int]:
    """What is best in each position; of equals the first."""
    return [best(position.legal().tolist(), board_of(position)) for position in positions]


def best(points: list[int], board: Board) -> int:
    """The point that leaves the other one worst off."""
    return min(points, key=lambda point: worth(after(board, point)))


def test_the_game_is_known_to_the_end() -> None:
    positions = list(every_position())
    assert len(positions) == 4520  # of 5478 boards that can come up 958 are the end of a game
    assert worth((0,) * 9) == 0
    assert lost_games(perfect)[0] == blunders(perfect)[0] == 0
    lost, played = lost_games(PlayerSeat(Random(np.random.default_rng(0))).choose)
    assert 0.2 < lost / played < 0.8


def losses(seed: int, path: Path) -> tuple[int, int]:
    """Games lost by the preset's player with its search, before and after it has learnt."""
    text = config.preset("tictactoe")
    with folder.create(path, text, [f"loop.seed={seed}", "loop.opponents=[]"]) as run:
        loop, found = Loop(run), []
        for _ in range(2):
            network, simulations = loop.learner.averaged, run.config.loop.evaluation_simulations
            seat = network_seats(run.config, network, "mine", simulations)()
            found.append(lost_games(seat.choose)[0])
            for _ in loop.reports():
                pass
    return found[0], found[1]


def test_it_never_loses_any_more(tmp_path: Path) -> None:
    before, now = losses(0, tmp_path / "one")
    assert before > 100
    assert now == 0


@pytest.mark.prove
def test_it_never_loses_any_more_whatever_the_seed(tmp_path: Path) -> None:
    found = {seed: losses(seed, tmp_path / str(seed)) for seed in range(1, 11)}
    print(f"\ntic-tac-toe, games lost of all that can be played, before and after, by seed: {found}")
    assert all(now == 0 for _, now in found.values())
