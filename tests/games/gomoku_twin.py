"""Gomoku and renju straight from the text of their rules: a dictionary of stones, no tricks, slow.

The tests compare the compiled rules with this. Lines are followed stone by stone, and what "could be
made with one more stone" is found by putting that stone down and looking.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position, set_up

Point = tuple[int, int]
Stones = dict[Point, int]
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
EVERY_LEVEL = 99  # a three within a three within a three ...: deeper than any board allows


def drawn(board: str, rule: str = "renju") -> tuple["Twin", list[Point]]:
    """A twin from a drawing with X for black and O for white, and the points marked with a star."""
    rows = ["".join(row.split()) for row in board.strip().splitlines()]
    twin = Twin(len(rows), rule)
    marks = {(row, column): mark for row, line in enumerate(rows) for column, mark in enumerate(line)}
    twin.stones = {point: {"X": BLACK, "O": WHITE}[mark] for point, mark in marks.items() if mark in "XO"}
    return twin, [point for point, mark in marks.items() if mark == "*"]


class Twin:
    """The stones on a board and the rules they are judged by."""

    def __init__(self, size: int, rule: str = "freestyle", line: int = 5) -> None:
        self.size, self.rule, self.line = size, rule, line
        self.stones: Stones = {}

    def points(self) -> Iterator[Point]:
        """All points of the board, row by row."""
        return ((row, column) for row in range(self.size) for column in range(self.size))

    def empty(self, point: Point) -> bool:
        """Whether a point is on the board and free."""
        return point not in self.stones and all(0 <= part < self.size for part in point)

    def of(self, colour: int) -> list[Point]:
        """Where the stones of a colour are."""
        return [point for point, stone in self.stones.items() if stone == colour]

    def row(self, point: Point, direction: Point) -> list[Point]:
        """The unbroken row of one colour through a stone."""
        (down, right), colour = direction, self.stones[point]
        row = [point]
        for sign in (1, -1):
            at = (point[0] + sign * down, point[1] + sign * right)
            while self.stones.get(at) == colour:
                row.append(at)
                at = (at[0] + sign * down, at[1] + sign * right)
        return sorted(row)

    def winning_row(self, point: Point) -> list[Point]:
        """The points of all rows through a stone that win for its colour."""
        colour = self.stones[point]
        longer_wins = self.rule == "freestyle" or (self.rule == "renju" and colour == WHITE)
        rows = (self.row(point, direction) for direction in DIRECTIONS)
        won = [row for row in rows if len(row) == self.line or (len(row) > self.line and longer_wins)]
        return sorted({point for row in won for point in row})

    def forbidden(self, point: Point, levels: int = EVERY_LEVEL) -> str:
        """Why renju forbids an empty point to Black, or "allowed".

        A three is real if the stone that makes it a straight four is itself allowed. `levels` says how
        often that is asked: with 0 every three counts.
        """
        with self.black_on(point):
            lengths = [len(self.row(point, direction)) for direction in DIRECTIONS]
            if 5 in lengths:
                return "allowed"
            if max(lengths) > 5:
                return "overline"
            if sum(len(self.fours(point, direction)) for direction in DIRECTIONS) > 1:
                return "double four"
            if sum(self.is_three(point, direction, levels) for direction in DIRECTIONS) > 1:
                return "double three"
            return "allowed"

    def fours(self, point: Point, direction: Point) -> set[tuple[Point, ...]]:
        """The different sets of four black stones, this one among them, that one more makes a five."""
        found = set()
        for extra in self.near(point, direction):
            with self.black_on(extra):
                five = self.row(extra, direction)
            if len(five) == 5 and point in five:
                found.add(tuple(stone for stone in five if stone != extra))
        return found

    def is_three(self, point: Point, direction: Point, levels: int) -> bool:
        """Whether one more stone turns this one's row into a straight four and may be put down for that."""
        return any(
            self.is_straight_four(extra, point, direction)
            and (levels == 0 or self.forbidden(extra, levels - 1) == "allowed")
            for extra in self.near(point, direction)
        )

    def is_straight_four(self, extra: Point, point: Point, direction: Point) -> bool:
        """Whether a stone makes four with this one, a five at either end next, and no five yet."""
        with self.black_on(extra):
            four = self.row(extra, direction)
            if len(four) != 4 or point not in four or self.makes_five(extra):
                return False
            (down, right), first, last = direction, four[0], four[-1]
            both_ends = (first[0] - down, first[1] - right), (last[0] + down, last[1] + right)
            return all(self.empty(end) and self.is_five(end, direction) for end in both_ends)

    def is_five(self, point: Point, direction: Point) -> bool:
        """Whether a black stone on an empty point would stand in a row of exactly five."""
        with self.black_on(point):
            return len(self.row(point, direction)) == 5

    def makes_five(self, stone: Point) -> bool:
        """Whether a stone stands in a row of exactly five."""
        return any(len(self.row(stone, direction)) == 5 for direction in DIRECTIONS)

    def near(self, point: Point, direction: Point) -> Iterator[Point]:
        """The empty points of a line that a five through a stone could use."""
        for distance in range(-4, 5):
            at = (point[0] + distance * direction[0], point[1] + distance * direction[1])
            if self.empty(at):
                yield at

    @contextmanager
    def black_on(self, point: Point) -> Iterator[None]:
        """One more black stone, for a moment."""
        self.stones[point] = BLACK
        try:
            yield
        finally:
            del self.stones[point]

    def position(self, to_move: int) -> Position:
        """The same board by the rules under test."""
        black, white = ([row * self.size + column for row, column in self.of(c)] for c in (BLACK, WHITE))
        return set_up("gomoku", black, white, to_move, size=self.size, rule=self.rule, line=self.line)

    def __str__(self) -> str:
        marks = {BLACK: "X", WHITE: "O"}
        board = "".join(marks.get(self.stones.get(point, 0), ".") for point in self.points())
        return "\n".join(board[at : at + self.size] for at in range(0, len(board), self.size))
