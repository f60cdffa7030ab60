"""An opponent for a person: a network and a search, one position at a time."""

from tengen.engine.analysis import analyze
from tengen.games.position import Position
from tengen.network.evaluator import NetworkEvaluator


class Opponent:
    """Plays what a search with a network thinks best."""

    def __init__(self, evaluator: NetworkEvaluator, simulations: int) -> None:
        self.evaluator, self.simulations = evaluator, simulations

    def choose(self, position: Position) -> int:
        """A legal action in a position that is not over."""
        return analyze(position, self.evaluator, self.simulations, search="gumbel").found.best
