"""What a network learns from: positions replayed from their games, turned, with what they teach."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tengen.games import base, planes
from tengen.games.base import State
from tengen.games.compiled import kernel, rule
from tengen.games.grid import turned_action
from tengen.games.policies import WHOLE
from tengen.records.lesson import target
from tengen.training.draw import Drawn
from tengen.training.window import Contents


class Batch(NamedTuple):
    """Samples of one board size, each as the side to move sees it."""

    planes: NDArray[np.float32]  # [samples, channels, size, size]
    policy: NDArray[np.float32]  # [samples, actions]
    reply: NDArray[np.float32]  # [samples, actions]  the policy of the ply after, or what was played there
    reply_known: NDArray[np.float32]  # [samples]  0 where the game ends
    outcome: NDArray[np.float32]  # [samples, 3]  win, draw, loss
    ownership: NDArray[np.float32]  # [samples, size, size]  in the end: +1 own, -1 the opponent's
    score: NDArray[np.float32]  # [samples]  in the end: own points less the opponent's
    known: NDArray[np.float32]  # [samples]  0 where ownership and score are not known


def batch_of(contents: Contents, drawn: Drawn, kind: int, root_value: float) -> Batch:
    """The samples drawn, as planes of a kind; so much of the outcome is what the search thought."""
    room = contents.starts[:1, 0].copy()
    room[0] = contents.starts[contents.games["start"][drawn.games[0]], 0]
    batch = _empty(room[0], len(drawn.games), kind)
    _fill(contents, drawn, kind, root_value, room, batch)
    return batch


def _empty(state: State, count: int, kind: int) -> Batch:
    side, actions = int(state.side), base.action_count(state)
    shapes = {
        "planes": (planes.channels_of(state, kind), side, side),
        "policy": (actions,),
        "reply": (actions,),
        "outcome": (3,),
        "ownership": (side, side),
    }
    return Batch(*(np.zeros((count, *shapes.get(name, ())), np.float32) for name in Batch._fields))


@kernel
def _fill(
    contents: Contents, drawn: Drawn, kind: int, root_value: float, room: NDArray[Any], batch: Batch
) -> None:
    """Fill an empty batch; `room` holds the position that is replayed, STATE[1]."""
    for row in range(len(drawn.games)):
        game, ply = contents.games[drawn.games[row]], int(drawn.plies[row])
        symmetry = int(drawn.symmetries[row])
        turns = contents.turns[game.turn : game.turn + game.plies]
        entries = contents.entries[game.entry : game.entry + game.entries]
        room[0] = contents.starts[game.start, symmetry]
        first = replay_turned(room[0], turns, ply, symmetry)
        planes.write_planes(room[0], kind, batch.planes[row])
        write_policies(turns, entries[first:], ply, symmetry, game.side, batch, row)
        write_outcome(batch.outcome[row], turns[ply], game.result, root_value)
        if game.owners:
            owners = contents.owners[game.owner : game.owner + game.owners]
            batch.known[row], batch.score[row] = 1, turns[ply].colour * game.score
            write_ownership(batch.ownership[row], owners, turns[ply].colour, symmetry)


@rule
def replay_turned(state: State, turns: NDArray[Any], plies: int, symmetry: int) -> int:
    """Play so many plies as seen under a symmetry; return how many entries their policies take."""
    entries = 0
    for ply in range(plies):
        state.to_move = turns[ply].colour  # a colour may move twice in a row
        base.play(state, turned_action(symmetry, int(turns[ply].action), state.side))
        entries += turns[ply].count
    state.to_move = turns[plies].colour
    return entries


@rule
def write_policies(
    turns: NDArray[Any], entries: NDArray[Any], ply: int, symmetry: int, side: int, batch: Batch, row: int
) -> None:
    """The policy of a ply, whose entries come first, and of the one after, if the game goes on."""
    count = turns[ply].count
    write_turned(batch.policy[row], entries[:count], symmetry, side)
    if ply + 1 < len(turns):
        after = turns[ply + 1]
        batch.reply_known[row] = 1
        if after.count:
            write_turned(batch.reply[row], entries[count : count + after.count], symmetry, side)
        else:
            batch.reply[row, turned_action(symmetry, int(after.action), side)] = 1


@rule
def write_turned(policy: NDArray[np.float32], entries: NDArray[Any], symmetry: int, side: int) -> None:
    """Fill an empty policy [actions] from its entries, seen under a symmetry."""
    for entry in range(len(entries)):
        action = turned_action(symmetry, int(entries[entry].action), side)
        policy[action] = entries[entry].weight / WHOLE


@rule
def write_outcome(outcome: NDArray[np.float32], turn: Any, result: int, root_value: float) -> None:
    """Win, draw, loss: of the result, and so much of the value that the search found."""
    value = target(turn.colour, result)
    outcome[1 - value] = 1 - root_value
    outcome[0] += root_value * (1 + turn.value) / 2
    outcome[2] += root_value * (1 - turn.value) / 2


@rule
def write_ownership(
    ownership: NDArray[np.float32], owners: NDArray[np.int8], colour: int, symmetry: int
) -> None:
    """Whose each point is [size, size], seen under a symmetry by a colour."""
    side = len(ownership)
    for point in range(side * side):
        turned = turned_action(symmetry, point, side)
        ownership[turned // side, turned % side] = colour * owners[point]
