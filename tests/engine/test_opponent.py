"""A network and a search as a player."""

from pathlib import Path

import tengen
from tengen.engine.opponent import Opponent
from tengen.network.evaluator import NetworkEvaluator

DATA = Path(__file__).parents[1] / "network" / "data"


def test_it_wins_where_it_can_and_stops_a_win_where_it_must() -> None:
    opponent = Opponent(NetworkEvaluator(DATA / "gomoku_1x8.onnx"), 64)
    four = tengen.new("gomoku", size=9)
    for name in ("E5", "A1", "F5", "B1", "G5", "C1", "H5"):
        four = four.play(name)
    blocked = four.play("D1")  # White too has four in a row
    assert four.name(opponent.choose(four)) in ("D5", "I5")
    assert blocked.name(opponent.choose(blocked)) in ("D5", "I5")


def test_the_same_position_gets_the_same_answer() -> None:
    opponent = Opponent(NetworkEvaluator(DATA / "go_1x8.onnx"), 30)
    position = tengen.new("go", size=7).play("D4")
    assert opponent.choose(position) == opponent.choose(position)
