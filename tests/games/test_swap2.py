"""Swap2: every way through it, and seats and colours that never mix."""

import pytest

import tengen
from tengen.games.grid import BLACK, WHITE
from tengen.games.swap2 import FIRST, SECOND, Seat, Swap2

THREE = ["H8", "J9", "G10"]
TWO = ["F6", "K11"]
EMPTY = Swap2(tengen.new("gomoku", size=15))


def names(opening: Swap2) -> list[str]:
    return [opening.position.name(action) for action in opening.position.actions]


def test_the_first_player_puts_three_stones() -> None:
    assert (EMPTY.turn, EMPTY.choices, EMPTY.stones) == (FIRST, ("put",), 3)
    opening = EMPTY.put(THREE)
    assert names(opening) == THREE
    assert [int(stone) for stone in opening.position.board[opening.position.board != 0]] == [
        BLACK,
        WHITE,
        BLACK,
    ]
    assert opening.position.to_move == WHITE
    assert (opening.turn, opening.choices, opening.stones) == (SECOND, ("black", "white", "put"), 2)


# Who takes which colour after how many stones, and who has Black and is to move then.
WAYS: list[tuple[bool, str, Seat, Seat]] = [
    (False, "black", SECOND, FIRST),
    (False, "white", FIRST, SECOND),
    (True, "black", FIRST, SECOND),
    (True, "white", SECOND, FIRST),
]


@pytest.mark.parametrize(("two_more", "colour", "black", "white"), WAYS)
def test_every_way_gives_each_seat_a_colour(two_more: bool, colour: str, black: Seat, white: Seat) -> None:
    opening = EMPTY.put(THREE)
    if two_more:
        opening = opening.put(TWO)
        assert (opening.turn, opening.choices, opening.stones) == (FIRST, ("black", "white"), 0)
    chooser = opening.turn
    end = opening.take("black") if colour == "black" else opening.take("white")
    assert end.settled
    assert end.choices == ()
    assert names(end) == THREE + TWO * two_more
    assert end.position.to_move == WHITE
    assert (end.black, end.seat_of(BLACK), end.seat_of(WHITE), end.turn) == (black, black, white, white)
    assert chooser == (black if colour == "black" else white)


def test_a_step_leaves_the_opening_before_it_alone() -> None:
    opening = EMPTY.put(THREE)
    opening.put(TWO)
    opening.take("black")
    assert (opening.turn, opening.settled, names(opening)) == (SECOND, False, THREE)
    assert EMPTY.position.ply == 0


def test_mistakes_are_told_in_one_line() -> None:
    three = EMPTY.put(THREE)
    five = three.put(TWO)
    for attempt, message in (
        (lambda: EMPTY.take("black"), "the first player cannot choose 'black' here: it may be put"),
        (lambda: EMPTY.put(TWO), "the first player puts 3 stones here, got 2"),
        (lambda: three.put(THREE), "the second player puts 2 stones here, got 3"),
        (lambda: three.put(["H8", "A1"]), "White may not play H8: the point is occupied"),
        (
            lambda: five.put(["A1", "B1"]),
            "cannot choose 'put' here: it may be black or white",
        ),
        (lambda: three.take("red"), "the second player cannot choose 'red' here"),  # type: ignore[arg-type]
        (lambda: three.take("white").take("white"), "the colours are settled"),
        (lambda: three.seat_of(BLACK), "nobody has a colour yet"),
        (lambda: Swap2(tengen.new("reversi")), "swap2 cannot begin at <reversi"),
        (lambda: Swap2(EMPTY.position.play("A1")), "swap2 cannot begin at <gomoku .*, ply 1"),
    ):
        with pytest.raises(ValueError, match=message):
            attempt()


def test_an_opening_may_not_end_the_game() -> None:
    opening = Swap2(tengen.new("gomoku", size=5, line=3)).put(["A1", "A5", "B1"])
    with pytest.raises(ValueError, match="these stones end the game"):
        opening.put(["B5", "C1"])


def test_an_opening_can_be_taken_up_where_stones_stand() -> None:
    assert Swap2(EMPTY.put(THREE).position) == EMPTY.put(THREE)
