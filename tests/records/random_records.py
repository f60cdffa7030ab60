"""Random games to write and read, lawful or not, and broken files."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import tengen
from tengen.records.record import BLACK, WHITE, Record, alternating

NAMES = ("", "Black", "white", "a]b", "back\\slash", "李昌镐", "O'Neill (5d) [x:y]", "名人 ;)")
ENDINGS = ("", "0.5", "3.5", "12", "resign", "time", "forfeit")


def random_gomoku(rng: random.Random) -> Record:
    """Stones on different points of a board of any size, black and white in turn."""
    size = rng.randint(3, 20)
    plies = rng.randint(0, min(size * size, 60))
    return Record(
        game="gomoku",
        options={"size": size, "rule": rng.choice(("freestyle", "exact", "renju"))},
        actions=np.array(rng.sample(range(size * size), plies), np.int16),
        colours=alternating(BLACK, plies),
        result=rng.choice((BLACK, 0, WHITE)),
        black=rng.choice(NAMES),
        white=rng.choice(NAMES),
        properties=rng.choice(
            ({}, {"MS": [str(rng.randint(0, 9999)) for _ in range(plies)]} if plies else {})
        ),
    )


def played_gomoku(rng: random.Random) -> Record:
    """A game of random moves, played by the rules to its end."""
    size = rng.randint(3, 20)
    options: dict[str, Any] = {"size": size, "rule": rng.choice(("freestyle", "exact", "renju"))}
    if size < 5:
        options = {"size": size, "line": size}
    position = tengen.new("gomoku", **options)
    while not position.over:
        position = position.play(rng.choice(position.legal().tolist()))
    actions = np.array(position.actions, np.int16)
    colours = alternating(BLACK, len(actions))
    return Record(game="gomoku", options=options, actions=actions, colours=colours, result=position.result)


def random_go(rng: random.Random) -> Record:
    """Actions with passes, sometimes two of one colour in a row, after a setup or a handicap or neither."""
    size = rng.randint(2, 25)
    plies = rng.randint(0, 40)
    handicap = min(rng.choice((0, 0, 0, 1, 2, 5)), size * size)
    stones = rng.sample(
        range(size * size), min(size * size, handicap if handicap > 1 else rng.choice((0, 0, 7)))
    )
    first = rng.choice((BLACK, WHITE))
    colours = alternating(first, plies)
    if rng.random() < 0.1:
        colours = np.array([rng.choice((BLACK, WHITE)) for _ in range(plies)], np.int8)
    result = rng.choice((BLACK, 0, WHITE, None))
    options: dict[str, object] = {"size": size}
    options |= rng.choice(({}, {"komi": rng.choice((0.0, 6.5, 7, -3.25, 0.1))}))
    options |= rng.choice(({}, {"ko": "simple", "suicide": True}))
    return Record(
        game="go",
        options=options,
        actions=np.array([rng.randint(0, size * size) for _ in range(plies)], np.int16),
        colours=colours,
        first=first,
        setup={point: rng.choice((BLACK, WHITE)) if handicap < 2 else BLACK for point in stones},
        handicap=handicap,
        result=result,
        ending=rng.choice(ENDINGS) if result else rng.choice(("", "void")) if result is None else "",
        black=rng.choice(NAMES),
        white=rng.choice(NAMES),
        properties=rng.choice(({}, {"EV": ["a \\] b"], "ZZ": ["1", "2:3"]}, {"RU": ["Japanese"]})),
    )


def mutations(rng: random.Random, text: str) -> Iterator[str]:
    """A text with something cut out, doubled, exchanged or put in."""
    for _ in itertools.count():
        start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        end = min(end, start + rng.choice((1, 2, 5, 200)))
        piece = rng.choice(
            ("", text[start:end] * 2, "[", "]", "(", ")", ";", "\\", ":", "\0", "é", "KM[1e999]", "aa")
        )
        yield text[:start] + piece + text[end:]
