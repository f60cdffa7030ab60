"""Positions full of rows: stones that lie on common lines, so that threes, fours and overlines abound."""

from random import Random

from tengen.games.grid import BLACK, WHITE
from tests.games.gomoku_twin import DIRECTIONS, Point, Twin

SIZES = (6, 7, 8, 9, 11, 13, 15, 19)


def line_rich(rng: Random, rule: str) -> Twin:
    """A position that nobody has won, with up to twice as many black stones as white ones."""
    twin = Twin(rng.choice(SIZES), rule)
    area = twin.size**2
    black = rng.randint(6, min(area // 2, 40))
    for colour, count in ((BLACK, black), (WHITE, rng.randint(black // 2, black))):
        placed: list[Point] = []
        for _ in range(3 * count):
            point = on_a_line(rng, placed, twin.size)
            if len(placed) < count and twin.empty(point):
                twin.stones[point] = colour
                if is_finished(twin, point):
                    del twin.stones[point]
                else:
                    placed.append(point)
    return twin


def on_a_line(rng: Random, placed: list[Point], size: int) -> Point:
    """A point at most three steps from one of the last stones, on a line with it; sometimes any point."""
    if not placed or rng.random() < 0.1:
        return rng.randrange(size), rng.randrange(size)
    (row, column), (down, right) = rng.choice(placed[-12:]), rng.choice(DIRECTIONS)
    distance = rng.choice((-3, -2, -1, 1, 2, 3))
    return row + distance * down, column + distance * right


def is_finished(twin: Twin, point: Point) -> bool:
    """Whether no game goes on after this stone: it wins, or is an overline that renju forbids."""
    longest = max(len(twin.row(point, direction)) for direction in DIRECTIONS)
    return bool(twin.winning_row(point)) or (twin.rule == "renju" and longest > 5)
