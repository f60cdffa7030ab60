"""A finished game of self-play with what was thought at each ply: all that a network learns from."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.games.policies import read_policy
from tengen.records.record import Record


@dataclass(frozen=True, eq=False, kw_only=True)
class Lesson:
    """A record, and by ply the value and the policy that the search found.

    A ply teaches if it has a policy: those of a random opening and those searched in haste have none.
    """

    record: Record
    values: NDArray[np.float32]  # [plies]: of the position before the action, as its side to move sees it
    counts: NDArray[np.int16]  # [plies]: how many of the entries belong to each ply
    entries: NDArray[np.void]  # ENTRY[...]: the policies, ply after ply
    owners: NDArray[np.int8] | None = None  # [points]: +1 Black's, -1 White's in the end; None: not known
    score: float | None = None  # Black's points less White's in the end, komi included; None: not known

    @property
    def samples(self) -> int:
        """How many plies teach."""
        return int(np.count_nonzero(self.counts))

    def policy(self, ply: int, actions: int) -> NDArray[np.float32]:
        """The policy at a ply, float32[actions]; zero everywhere if it does not teach."""
        end = int(self.counts[: ply + 1].sum())
        policy = np.empty(actions, np.float32)
        read_policy(self.entries[end - int(self.counts[ply]) : end].view(np.recarray), policy)
        return policy

    def target(self, ply: int) -> int:
        """The result of the game as the side to move at a ply sees it."""
        if self.record.result is None:
            raise ValueError("a game without a result teaches nothing")
        return int(self.record.colours[ply]) * self.record.result
