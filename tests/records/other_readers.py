"""What pysgf and sgfmill read in a file, told in our terms."""

import warnings
from dataclasses import dataclass

import pysgf

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its source has invalid escapes, about which newer Pythons warn
    from sgfmill.sgf import Sgf_game

from tengen.records.record import BLACK, WHITE, Record

COLOURS = {"b": BLACK, "w": WHITE, "B": BLACK, "W": WHITE}


@dataclass
class Reading:
    """What all readers can say about a main line."""

    size: int
    setup: dict[int, int]
    moves: list[tuple[int, int]]  # colour and action


def ours(record: Record) -> Reading:
    """The same of a record."""
    moves = list(zip(record.colours.tolist(), record.actions.tolist(), strict=True))
    return Reading(record.size, dict(record.setup), moves)


def by_sgfmill(data: bytes) -> Reading:
    """What sgfmill reads; it counts rows from the bottom."""
    game = Sgf_game.from_bytes(data)
    size = int(game.get_size())

    def action(point: tuple[int, int] | None) -> int:
        return size * size if point is None else (size - 1 - point[0]) * size + point[1]

    reading = Reading(size, {}, [])
    for node in game.get_main_sequence():
        for colour, points in zip((BLACK, WHITE, 0), node.get_setup_stones(), strict=True):
            _place(reading.setup, colour, [action(point) for point in points])
        colour, point = node.get_move()
        if colour:
            reading.moves.append((COLOURS[colour], action(point)))
    return reading


def by_pysgf(text: str) -> Reading:
    """What pysgf reads; it counts rows from the bottom too."""
    node = pysgf.GoGame.parse(text)
    size = int(node.board_size[0])

    def action(move: pysgf.Move) -> int:
        if move.coords is None:
            return size * size
        column, row = move.coords
        return (size - 1 - int(row)) * size + int(column)

    reading = Reading(size, {}, [])
    while True:
        for stone in node.placements:
            _place(reading.setup, COLOURS[stone.player], [action(stone)])
        _place(reading.setup, 0, [action(stone) for stone in node.clear_placements])
        reading.moves += [(COLOURS[move.player], action(move)) for move in node.moves]
        if not node.children:
            return reading
        node = node.children[0]


def _place(setup: dict[int, int], colour: int, points: list[int]) -> None:
    for point in points:
        setup.pop(point, None)
        if colour:
            setup[point] = colour
