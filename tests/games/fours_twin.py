"""Wins by fours found by trying every move and every legal reply; slow, and without any tactics.

A board is two whole numbers, the attacker's stones and the defender's, one bit a point; a row is won
when all its bits are set. What renju forbids is asked of the twin of Gomoku.
"""

from collections.abc import Iterator

from tengen.games.grid import BLACK
from tests.games.gomoku_twin import DIRECTIONS, Twin

Rows = list[tuple[int, int]]  # the bits of a row, and those at its ends, where one more stone makes it longer


class Fours:
    """Who wins by fours on boards of one size and under one rule."""

    def __init__(self, size: int, line: int, rule: str) -> None:
        self.size, self.line, self.rule = size, line, rule
        self.rows = list(self.all_rows())
        self.points = [1 << number for number in range(size**2)]
        self.known: dict[tuple[int, int, int], bool] = {}

    def all_rows(self) -> Iterator[tuple[int, int]]:
        """Every row that could win."""
        for row, column in Twin(self.size).points():
            for down, right in DIRECTIONS:
                steps = [(row + step * down, column + step * right) for step in range(-1, self.line + 1)]
                first, *inside, last = (self.bit(*point) for point in steps)
                if all(inside):
                    yield sum(inside), first | last

    def bit(self, row: int, column: int) -> int:
        """The bit of a point, 0 beyond the edge."""
        on_board = 0 <= row < self.size and 0 <= column < self.size
        return 1 << (row * self.size + column) if on_board else 0

    def wins(self, own: int, other: int, colour: int) -> bool:
        """Whether the attacker, to move, makes five or a four after which every reply leaves him winning."""
        board = own, other, colour
        if board not in self.known:
            self.known[board] = self.makes_five(*board) or any(
                self.four_wins(own, other, colour, move) for move in self.points if not move & (own | other)
            )
        return self.known[board]

    def four_wins(self, own: int, other: int, colour: int, move: int) -> bool:
        """Whether a move is a four, is legal, and no reply helps."""
        after = own | move
        if not self.makes_five(after, other, colour) or self.forbidden(move, own, other, colour):
            return False
        if self.makes_five(other, after, -colour):
            return False
        replies = [point for point in self.points if not point & (after | other)]
        helpless = all(
            self.wins(after, other | reply, colour) or self.forbidden(reply, other, after, -colour)
            for reply in replies
        )
        # With no legal reply at all the game is drawn.
        return helpless and any(not self.forbidden(reply, other, after, -colour) for reply in replies)

    def makes_five(self, own: int, other: int, colour: int) -> bool:
        """Whether one more stone of this colour completes a row."""
        exact = self.rule == "exact" or (self.rule == "renju" and colour == BLACK)
        for row, ends in self.rows:
            missing = row & ~own
            single = missing and not missing & (missing - 1)
            if single and not missing & other and not (exact and own & ends):
                return True
        return False

    def forbidden(self, move: int, own: int, other: int, colour: int) -> bool:
        """Whether renju forbids a move to its colour."""
        if self.rule != "renju" or colour != BLACK:
            return False
        board = Twin(self.size, "renju")
        for stones, of in ((own, colour), (other, -colour)):
            for number, point in enumerate(self.points):
                if stones & point:
                    board.stones[divmod(number, board.size)] = of
        return board.forbidden(divmod(move.bit_length() - 1, board.size)) != "allowed"
