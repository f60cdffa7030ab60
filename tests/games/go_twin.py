"""Go straight from the text of its rules: flood fill, and a set of all boards that have been.

The tests compare the compiled rules with this. Nothing is kept from move to move but the boards.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache

BLACK, WHITE = 1, 2  # a board is bytes, one a point, 0 where it is empty
Strings = dict[int, tuple[frozenset[int], frozenset[int]]]  # by point: its string's stones and liberties


@cache
def neighbours(size: int) -> list[list[int]]:
    """The points beside each point."""

    def point(row: int, column: int) -> list[int]:
        return [row * size + column] if row in range(size) and column in range(size) else []

    return [
        point(row - 1, column) + point(row, column - 1) + point(row, column + 1) + point(row + 1, column)
        for row in range(size)
        for column in range(size)
    ]


def flood(board: bytes, size: int, start: int) -> tuple[frozenset[int], frozenset[int]]:
    """All points joined to this one that are like it, and the points around them."""
    inside, around, todo = {start}, set(), [start]
    beside, like = neighbours(size), board[start]
    while todo:
        for point in beside[todo.pop()]:
            if board[point] != like:
                around.add(point)
            elif point not in inside:
                inside.add(point)
                todo.append(point)
    return frozenset(inside), frozenset(around)


def strings(board: bytes, size: int) -> Strings:
    """The string of every stone on a board."""
    found: Strings = {}
    for point, stone in enumerate(board):
        if stone and point not in found:
            stones, around = flood(board, size, point)
            string = stones, frozenset(near for near in around if not board[near])
            found |= dict.fromkeys(stones, string)
    return found


class Twin:
    """A game of Go."""

    def __init__(self, size: int, ko: str = "positional", suicide: bool = False, komi: float = 7.5) -> None:
        self.size, self.ko, self.suicide, self.komi = size, ko, suicide, komi
        self.board, self.to_move, self.passes = bytes(size * size), BLACK, 0
        self.past = [(self.board, self.to_move)]
        self.seen = set(self.past)
        self.bans: Counter[str] = Counter()  # superko's bans, with or without a capture

    def candidates(self) -> Iterator[tuple[int, bytes, bool]]:
        """Every point where no rule but ko forbids a stone, the board after it, and whether it takes any."""
        own, found, beside = self.to_move, strings(self.board, self.size), neighbours(self.size)
        for point, there in enumerate(self.board):
            if there:
                continue
            near = [found[each] for each in beside[point] if self.board[each]]
            enemies = [string for string in near if self.board[min(string[0])] != own]
            friends = [string for string in near if self.board[min(string[0])] == own]
            taken = {stone for stones, liberties in enemies if liberties == {point} for stone in stones}
            breathes = any(not self.board[each] for each in beside[point])
            breathes = breathes or any(liberties != {point} for _, liberties in friends)
            after = bytearray(self.board)
            after[point] = own
            if not taken and not breathes:
                if not self.suicide:
                    continue
                taken = {point, *(stone for stones, _ in friends for stone in stones)}
            for stone in taken:
                after[stone] = 0
            yield point, bytes(after), bool(taken)

    def moves(self) -> dict[int, bytes]:
        """The legal points, and the board after each."""
        legal = {}
        for point, after, takes in self.candidates():
            if self.repeats(after):
                self.bans["with a capture" if takes else "without a capture"] += 1
            else:
                legal[point] = after
        return legal

    def repeats(self, after: bytes) -> bool:
        """Whether the rule of ko forbids to bring about this board."""
        if self.ko == "simple":
            return after in [board for board, _ in self.past[-2:]]
        if self.ko == "situational":
            return (after, 3 - self.to_move) in self.seen
        return (after, BLACK) in self.seen or (after, WHITE) in self.seen

    def play(self, after: bytes | None) -> None:
        """Play a legal point, given by the board it leads to, or pass."""
        self.passes = self.passes + 1 if after is None else 0
        self.board = self.board if after is None else after
        self.to_move = 3 - self.to_move
        self.past.append((self.board, self.to_move))
        self.seen.add(self.past[-1])

    def after(self, board: bytes | None) -> "Twin":
        """The game that goes on so, as another one."""
        copy = Twin(self.size, self.ko, self.suicide, self.komi)
        copy.board, copy.to_move, copy.passes = self.board, self.to_move, self.passes
        copy.past, copy.seen = list(self.past), set(self.seen)
        copy.play(board)
        return copy

    def owners(self) -> list[int]:
        """Whom each point belongs to: BLACK, WHITE or 0."""
        found = list(self.board)
        todo = {point for point, stone in enumerate(self.board) if not stone}
        while todo:
            region, around = flood(self.board, self.size, min(todo))
            colours = {self.board[point] for point in around}
            for point in region:
                found[point] = min(colours) if len(colours) == 1 else 0
            todo -= region
        return found

    def score(self) -> float:
        """Black's points less White's and the komi."""
        owners = self.owners()
        return owners.count(BLACK) - owners.count(WHITE) - self.komi

    def liberties(self) -> list[int]:
        """For every stone, how many liberties its string has; 0 where there is no stone."""
        found = strings(self.board, self.size)
        return [len(found[point][1]) if point in found else 0 for point in range(self.size**2)]
