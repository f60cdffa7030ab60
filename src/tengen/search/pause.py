"""Games in flight, taken out of a forest and put back into one: a run that stops goes on where it was."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.search.forest import Forest

Games = dict[str, NDArray[Any]]  # of a forest: its heads and positions, and what is written of each game


def take_out(forest: Forest) -> Games:
    """The games of a forest; it searches their turns anew, as whoever takes them over will."""
    arrays = forest.arrays
    written = [
        [row[:used] for row, used in zip(rows, arrays.heads[count], strict=True)]
        for rows, count in ((arrays.turns, "turns"), (arrays.entries, "entries"))
    ]
    games = {
        "heads": arrays.heads.copy(),
        "roots": arrays.roots.copy(),
        "turns": np.concatenate(written[0]),
        "entries": np.concatenate(written[1]),
    }
    forest.begin_turns()
    return games


def put_back(forest: Forest, games: Games) -> bool:
    """Go on with them; False, and nothing done, where they are of another version or number."""
    arrays = forest.arrays
    for name in ("heads", "roots"):
        mine = getattr(arrays, name)
        if games[name].dtype != mine.dtype or games[name].shape != mine.shape:
            return False
    arrays.heads[:], arrays.roots[:] = games["heads"], games["roots"]
    for rows, count, name in ((arrays.turns, "turns", "turns"), (arrays.entries, "entries", "entries")):
        ends = np.cumsum(arrays.heads[count])
        for index, end in enumerate(ends):
            used = int(arrays.heads[count][index])
            rows[index, :used] = games[name][end - used : end]
    forest.begin_turns()
    return True
