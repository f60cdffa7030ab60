"""Tic-tac-toe to the end: what every position is worth, and every game that a player can come to."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import tengen
from tengen.games.position import Position

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
Choose = Callable[[Sequence[Position]], Sequence[int]]  # what a player does in each of these positions
Board = tuple[int, ...]  # 1 for whoever is to move, -1 for the other, 0 for nobody


@cache
def worth(board: Board) -> int:
    """The outcome for whoever is to move when both play perfectly."""
    if any(all(board[point] == -1 for point in row) for row in ROWS):
        return -1
    free = [point for point, stone in enumerate(board) if not stone]
    return max((-worth(after(board, point)) for point in free), default=0)


def after(board: Board, point: int) -> Board:
    """The board as the other sees it once this point is taken."""
    return tuple(-1 if place == point else -stone for place, stone in enumerate(board))


def board_of(position: Position) -> Board:
    """A position as plain numbers."""
    return tuple(int(stone) * position.to_move for stone in position.board.flat)


def empty() -> Position:
    """Where every game begins."""
    return tengen.new("gomoku", size=3, line=3)


def successors(positions: Iterable[Position]) -> list[Position]:
    """Every position one ply later; each board once."""
    found = {}
    for position in positions:
        for action in () if position.over else position.legal():
            later = position.play(int(action))
            found[later.board.tobytes()] = later
    return list(found.values())


def every_position() -> Iterator[Position]:
    """All that can come up in a game and are not over."""
    positions = [empty()]
    while positions:
        yield from (position for position in positions if not position.over)
        positions = successors(positions)


def lost_games(choose: Choose) -> tuple[int, int]:
    """How many games a player loses, and how many there are, against every way to play there is.

    It has either colour, and games begin on the empty board and after each of the nine first moves, so
    that as Black it must hold them all; none of them is lost.
    """
    lost = played = 0
    for colour in (1, -1):
        for positions in ([empty()], successors([empty()])):
            for ended in games(choose, colour, positions):
                played, lost = played + 1, lost + (ended.result == -colour)
    return lost, played


def games(choose: Choose, colour: int, positions: Sequence[Position]) -> Iterator[Position]:
    """How every game ends in which a player has this colour and the other one may do anything."""
    while positions:
        yield from (position for position in positions if position.over)
        open_still = [position for position in positions if not position.over]
        asked = [position for position in open_still if position.to_move == colour]
        others = [position for position in open_still if position.to_move != colour]
        choices = choose(asked) if asked else []
        mine = [position.play(choice) for position, choice in zip(asked, choices, strict=True)]
        positions = mine + successors(others)


def blunders(choose: Choose) -> tuple[int, int]:
    """In how many positions a player throws away what they are worth, of all that there are to lose."""
    asked = [position for position in every_position() if worth(board_of(position)) > -1]
    choices = choose(asked)
    wrong = [
        position
        for position, choice in zip(asked, choices, strict=True)
        if -worth(after(board_of(position), int(choice))) < worth(board_of(position))
    ]
    return len(wrong), len(asked)
