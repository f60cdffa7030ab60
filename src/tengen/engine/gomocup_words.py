"""The words of the Gomocup protocol: numbers, boards, complaints."""

from collections.abc import Sequence

from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position, new, set_up


class Complaint(Exception):
    """A command that cannot be obeyed; the message is what the manager is told, and nothing has changed."""


def numbers_in(text: str, least: int, most: int) -> list[int]:
    """Whole numbers, with commas or spaces between them."""
    words = text.replace(",", " ").split()
    try:
        numbers = [int(word) for word in words]
    except ValueError:
        numbers = []
    if not least <= len(numbers) <= most:
        raise Complaint(f"expected {least} numbers, got {one_line(text)[:40]!r}")
    return numbers


def stones_of(position: Position) -> list[tuple[int, int]]:
    """Points and colours."""
    return [(point, int(stone)) for point, stone in enumerate(position.board.ravel()) if stone]


def board_of(like: Position, stones: Sequence[tuple[int, int]], to_move: int) -> Position:
    """These stones: played one after the other where that is how a game goes, else set up."""
    position = new("gomoku", **like.options)
    if [colour for _, colour in stones] == [(BLACK, WHITE)[ply % 2] for ply in range(len(stones))]:
        try:
            for point, _ in stones:
                position = position.play(point)
        except ValueError:
            pass
        else:
            if position.to_move == to_move:
                return position
    black, white = ([point for point, colour in stones if colour == each] for each in (BLACK, WHITE))
    return set_up("gomoku", black, white, to_move, ply=len(stones), **like.options)


def one_line(what: object) -> str:
    """Any text in one line of ASCII."""
    plain = "".join(each for each in " ".join(str(what).split()) if each.isprintable())
    return plain.encode("ascii", "replace").decode()
