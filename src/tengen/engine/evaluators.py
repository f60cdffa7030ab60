"""Who is asked about a position: a network by name, the one that comes along, or random games."""

from pathlib import Path

from tengen.games.position import Position
from tengen.network import zoo
from tengen.network.card import BadNetwork
from tengen.network.evaluator import NetworkEvaluator, planes_of
from tengen.network.rollouts import RolloutEvaluator
from tengen.runs.folder import newest_network
from tengen.search.forest import Evaluator

ROLLOUTS = 8  # random games for each position where there is no network to ask


class Evaluators:
    """Finds the evaluator for any position; networks are loaded once."""

    def __init__(self, network: str = "") -> None:
        """A network by name, by file or by the folder of its run; without one, those that come along."""
        self._loaded: dict[str, NetworkEvaluator] = {}
        self._rollouts = RolloutEvaluator(ROLLOUTS)
        self.asked = self._load(newest_network(network)) if network else None

    def __call__(self, position: Position) -> Evaluator:
        """Whoever knows these rules; BadNetwork if that is not the network that was asked for."""
        if self.asked is not None:
            zoo.must_play(self.asked, position.game)
            if not _reads(self.asked, position):
                rules = f"{self.asked.name} was trained for other rules of {position.game}"
                raise BadNetwork(f"{rules}: play by {dict(self.asked.card.rules)}")
            return self.asked
        name = zoo.playing(position.game, position.size)
        if name and _reads(self._load(name), position):
            return self._load(name)
        return self._rollouts

    def _load(self, name: str) -> NetworkEvaluator:
        if name not in self._loaded:
            self._loaded[name] = zoo.load(name)
        return self._loaded[name]


def _reads(evaluator: NetworkEvaluator, position: Position) -> bool:
    """Whether a network has as many planes as these rules show."""
    return len(position.planes(planes_of(evaluator))) == evaluator.card.shape.channels_in


def name_of(evaluator: Evaluator) -> str:
    """What people call an evaluator: a file without its folder and ending."""
    return Path(evaluator.name).stem if evaluator.name.endswith(".onnx") else evaluator.name
