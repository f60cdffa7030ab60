"""The gate: whether a network that has learnt becomes the best at once, or must beat the best first."""

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.arena.match import Match, play_match
from tengen.arena.openings import random_stones
from tengen.arena.rating import Tally, score
from tengen.arena.sprt import Sprt
from tengen.config import Config
from tengen.games.position import Position
from tengen.network.model import Network
from tengen.runs.rows import Promotion
from tengen.training.learner import Learner
from tengen.training.progress import Progress
from tengen.training.seats import network_seats, threads
from tengen.training.weights import arrays_of, fill

Arrays = dict[str, NDArray[Any]]


class Gate:
    """Holds the best network; without a gate that is always the newest one."""

    def __init__(self, config: Config, start: Position, newest: Network) -> None:
        self.config, self.start = config, start
        self.open = config.loop.gate == "off"
        self.best = newest if self.open else copy.deepcopy(newest)

    def player(self, newest: Network) -> Network:
        """Who plays the games that are learnt from."""
        return newest if self.open or self.config.loop.player == "candidate" else self.best

    def judge(self, learner: Learner, iteration: int, progress: Progress) -> Promotion | None:
        """Let the newest network meet the best one; who is refused starts again from the best, or goes on."""
        if self.open:
            return None
        match = self._match(learner.averaged, iteration, progress)
        tally = match.tally()
        accepted = self.passes(tally)
        if accepted:
            self.best = copy.deepcopy(learner.averaged)
        elif self.config.loop.rejected == "back":
            learner.go_back(self.best)
        share = score(*tally)
        return Promotion(
            iteration=iteration,
            seconds=progress.before + progress.lasted,
            network=f"{iteration:06d}",
            accepted=accepted,
            score=share.value,
            details={
                "gate": self.config.loop.gate,
                **tally._asdict(),
                "distinct": match.distinct,
                "low": share.low,
                "high": share.high,
            },
        )

    def passes(self, tally: Tally) -> bool:
        """The verdict on the games played."""
        if self.config.loop.gate == "sequential":
            return SEQUENTIAL.decide(*tally) == "better"
        return score(*tally).value >= self.config.loop.gate_score

    def _match(self, newest: Network, iteration: int, progress: Progress) -> Match:
        loop = self.config.loop
        pairs = max(1, loop.gate_games // 2)
        generator = np.random.default_rng([loop.seed, iteration, 1])
        openings = random_stones(self.start, pairs, loop.evaluation_plies, generator)
        seats = [
            network_seats(self.config, network, name, loop.gate_simulations)
            for network, name in ((newest, "candidate"), (self.best, "best"))
        ]
        progress.begin("gating", iteration, 2 * pairs, progress.before + progress.lasted)
        return play_match(
            lambda: (seats[0](), seats[1]()),
            openings,
            threads=threads(self.config),
            on_game=progress.count_step,
            enough=decided if loop.gate == "sequential" else None,
        )

    def state(self) -> Arrays:
        """The best network's weights, where they are not the newest one's."""
        return {} if self.open else arrays_of(self.best)

    def restore(self, arrays: Arrays, newest: Network) -> None:
        """Go on with them; where there are none, the gate was open until now, and the newest is the best."""
        if not self.open:
            fill(self.best, arrays or arrays_of(newest))


SEQUENTIAL = Sprt(elo0=0.0, elo1=35.0)


def decided(tally: Tally) -> bool:
    """Whether more games would change nothing."""
    return SEQUENTIAL.decide(*tally) is not None
