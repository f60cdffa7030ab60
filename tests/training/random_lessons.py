"""Random games with policies, values and owners that mean nothing, for what only moves them about."""

from typing import Any

import numpy as np

from tengen.games import base
from tengen.games.policies import ENTRY, TURN, write_policy
from tengen.games.position import Position
from tengen.records.lesson import Lesson
from tengen.records.record import BLACK, Record, positions

OPENING = 2  # plies played blindly


def random_lesson(
    generator: np.random.Generator, game: str, first: int = BLACK, known: bool = True, **options: Any
) -> Lesson:
    """A game to its end; some of its plies teach nothing, and owners are known if the game counts any."""
    nothing = np.zeros(0, np.int16)
    beginning = Record(
        game=game, options=options, first=first, actions=nothing, colours=nothing.astype(np.int8)
    )
    position = next(positions(beginning))
    turns: list[Any] = []
    entries: list[Any] = []
    while not position.over:
        turn, policy = random_turn(generator, position, len(turns) >= OPENING)
        turns.append(turn)
        entries.append(policy)
        position = position.play(int(turn["action"]))
    played = np.array(turns, TURN)
    owners = position.ownership.ravel()
    known = known and bool(owners.any())
    return Lesson(
        record=Record(
            game=game,
            options=options,
            first=first,
            actions=played["action"],
            colours=played["colour"],
            result=position.result,
        ),
        turns=played,
        entries=np.concatenate(entries),
        owners=owners if known else np.zeros(0, np.int8),
        score=position.score if known else 0.0,
        opening=OPENING,
    )


def random_turn(generator: np.random.Generator, position: Position, thinks: bool) -> tuple[Any, Any]:
    """A random move, and in most cases a random policy it might have come from."""
    legal = position.legal()
    turn, entries = np.zeros((), TURN), np.zeros(len(legal), ENTRY).view(np.recarray)
    turn["action"], turn["colour"] = generator.choice(legal), position.to_move
    turn["value"], turn["surprise"] = generator.uniform(-1, 1), generator.exponential()
    if thinks and generator.random() < 0.8:
        policy = np.zeros(base.action_count(position.state), np.float32)
        policy[legal] = generator.dirichlet(np.ones(len(legal)))
        turn["count"] = write_policy(policy, entries)
    return turn, entries[: int(turn["count"])].copy()
