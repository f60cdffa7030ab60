"""A finished game of self-play with what was thought at each ply: all that a network learns from.

Here, and only here, a result becomes a value: `target` says what a game was worth to who was to move.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tengen.games.compiled import rule
from tengen.games.policies import ENTRY, TURN, read_policy
from tengen.records.record import Record

NOBODY = np.zeros(0, np.int8)


@dataclass(frozen=True, eq=False, kw_only=True)
class Lesson:
    """A record, and what the search found at each of its plies.

    A ply teaches if it has a policy: those of a random opening and those searched in haste have none.
    """

    record: Record
    turns: NDArray[np.void]  # TURN[plies]
    entries: NDArray[np.void] = field(default_factory=lambda: np.zeros(0, ENTRY))  # policies, ply after ply
    owners: NDArray[np.int8] = field(default_factory=NOBODY.copy)  # [points]: +1 Black's, or [0]: not known
    score: float = 0.0  # Black's points less White's in the end; means nothing where owners are not known
    opening: int = 0  # how many plies were played before anybody thought
    exempt: bool = False  # played out however clear it was

    @property
    def samples(self) -> int:
        """How many plies teach."""
        return int(np.count_nonzero(self.turns["count"]))

    def policy(self, ply: int, actions: int) -> NDArray[np.float32]:
        """The policy at a ply, float32[actions]; zero everywhere if it does not teach."""
        counts = self.turns["count"]
        end = int(counts[: ply + 1].sum())
        policy = np.empty(actions, np.float32)
        read_policy(self.entries[end - int(counts[ply]) : end].view(np.recarray), policy)
        return policy

    def target(self, ply: int) -> int:
        """The result of the game as the side to move at a ply sees it."""
        if self.record.result is None:
            raise ValueError("a game without a result teaches nothing")
        return target(int(self.turns["colour"][ply]), self.record.result)


@rule
def target(colour: int, result: int) -> int:
    """A result, which is Black's, as the value it has for a colour."""
    return colour * result


def turns_of(record: Record) -> NDArray[np.void]:
    """The turns of a game in which nobody thought, TURN[plies]."""
    turns = np.zeros(record.plies, TURN)
    turns["action"], turns["colour"] = record.actions, record.colours
    return turns
