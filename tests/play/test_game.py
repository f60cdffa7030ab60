"""A game is all its positions, and the side to move is the player who is asked."""

import tengen
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position
from tengen.play.game import positions


class Scripted:
    """Plays these points, and knows which colour it was asked for."""

    def __init__(self, *names: str) -> None:
        self.names = list(names)
        self.asked: list[int] = []

    def choose(self, position: Position) -> int:
        self.asked.append(position.to_move)
        return position.action(self.names.pop(0))


def test_two_players_make_a_game() -> None:
    start = tengen.new("gomoku", size=3, line=3)
    black, white = Scripted("A1", "B1", "C1"), Scripted("A3", "B3")
    game = list(positions(start, black, white))
    assert game[0] == start
    assert [position.ply for position in game] == [0, 1, 2, 3, 4, 5]
    assert game[-1].actions == [start.action(name) for name in ("A1", "A3", "B1", "B3", "C1")]
    assert game[-1].result == BLACK
    assert (black.asked, white.asked) == ([BLACK] * 3, [WHITE] * 2)


def test_a_game_goes_on_from_where_it_stands() -> None:
    start = tengen.new("gomoku", size=3, line=3).play("A1")
    first = next(iter(positions(start, Scripted(), Scripted())))
    assert first == start
    *_, last = positions(start.play("A3"), Scripted("B1", "C1"), Scripted("B3"))
    assert last.result == BLACK


def test_a_game_that_is_over_has_one_position() -> None:
    *_, last = positions(
        tengen.new("gomoku", size=3, line=3), Scripted("A1", "B1", "C1"), Scripted("A3", "B3")
    )
    assert list(positions(last, Scripted(), Scripted())) == [last]
