"""With an untrained network, no five is missed and none is overlooked."""

from pathlib import Path

import numpy as np
import pytest

import tengen
from tengen.games.fours import fives
from tengen.games.position import Position
from tengen.network.evaluator import NetworkEvaluator
from tengen.network.plain import UniformEvaluator
from tengen.search.findings import findings
from tengen.search.forest import Forest
from tengen.search.method import settings_for

UNTRAINED = Path(__file__).parents[1] / "network" / "data" / "gomoku_1x8.onnx"
POSITIONS = 500


def urgent_positions(rng: np.random.Generator) -> list[Position]:
    """Positions in which somebody would win at once, half of them to be won, half to be saved."""
    found: dict[bool, list[Position]] = {True: [], False: []}
    while min(map(len, found.values())) < POSITIONS // 2:
        size, rule = int(rng.choice([9, 15, 19])), str(rng.choice(["freestyle", "exact", "renju"]))
        position = tengen.new("gomoku", size=size, rule=rule)
        centre = size // 2
        while not position.over:
            own, other = fives(position), fives(position, -position.to_move)
            if own or (len(other) == 1 and other[0] in position.legal()):
                found[bool(own)].append(position)
                break
            rows, columns = np.divmod(position.legal(), size)
            near = (abs(rows - centre) < 4) & (abs(columns - centre) < 4)
            position = position.play(rng.choice(position.legal()[near] if near.any() else position.legal()))
    return [position for each in found.values() for position in each[: POSITIONS // 2]]


@pytest.mark.parametrize("method", ["puct", "gumbel"])
def test_every_five_is_made_or_stopped(method: str) -> None:
    network, uniform = NetworkEvaluator(UNTRAINED), UniformEvaluator()
    settings = settings_for(method, simulations=64, tactics=1)
    for position in urgent_positions(np.random.default_rng(8)):
        forest = Forest(position.state, settings)
        forest.plant(0, position.state)
        forest.search(uniform if position.options["rule"] == "renju" else network)
        wanted = fives(position) or fives(position, -position.to_move)
        assert findings(forest).best in wanted
