"""Which boards may not come back, under each rule of ko."""

from collections import Counter
from random import Random

import pytest

import tengen
from tengen.games.base import IllegalAction
from tengen.games.grid import BLACK, WHITE
from tengen.games.superko import KO_RULES, LONGEST
from tests.games.go_twin import Twin
from tests.games.test_go import drawing_of, played, position_of

KO = """. X O .
        X O . O
        . X O .
        . . . ."""

# White sends two stones, Black takes them with one, White takes that one: all is as it was.
SEND_TWO = """. O . O . .
              X X O O . .
              . . . . . .
              . . . . . .
              . . . . . .
              . . . . . ."""


@pytest.mark.parametrize("ko", KO_RULES)
def test_a_single_stone_may_not_be_taken_back_at_once(ko: str) -> None:
    name = "ko" if ko == "simple" else "superko"
    position = position_of(KO, ko=ko).play("C3")
    assert drawing_of(position)[1] == "X.XO"
    with pytest.raises(IllegalAction, match=f"White may not play B3: {name}: .* the board after ply 0"):
        position.play("B3")
    later = played(position, "A1", "pass")
    assert drawing_of(later.play("B3"))[1] == "XO.O"


def test_two_stones_sent_and_one_returned_are_stopped_by_positional_superko_alone() -> None:
    for ko in KO_RULES:
        position = played(position_of(SEND_TWO, WHITE, ko=ko), "A6", "C6")
        assert drawing_of(position)[0] == "..XO.."
        if ko == "positional":
            with pytest.raises(IllegalAction, match=r"White may not play B6: superko: .* board after ply 0"):
                position.play("B6")
        else:  # another side is to move than at first; and the board at first is three plies back
            again = position.play("B6")
            assert (again.board == position_of(SEND_TWO).board).all()


def test_a_stone_that_takes_nothing_may_bring_back_a_board_too() -> None:
    position = played(tengen.new("go", size=2), "A2", "B2", "A1", "pass", "B1", "B2")
    assert drawing_of(position) == [".O", ".."]
    with pytest.raises(IllegalAction, match=r"Black may not play A2: superko: .* the board after ply 2"):
        position.play("A2")


@pytest.mark.parametrize("size", [2, 3])
def test_superko_forbids_what_the_twin_forbids(size: int) -> None:
    bans = bans_met(size, moves=4_000)
    assert bans["with a capture"] > 100
    assert bans["without a capture"] > 100


@pytest.mark.prove
@pytest.mark.parametrize("size", [2, 3])
def test_superko_forbids_what_the_twin_forbids_200_000_times(size: int) -> None:
    print(f"\n{size}x{size}: 200,000 moves, superko's bans: {dict(bans_met(size, moves=200_000))}")


def bans_met(size: int, moves: int) -> Counter[str]:
    """Play random games in which nobody passes before he must, and count what superko forbade."""
    bans: Counter[str] = Counter()
    rng, played_so_far = Random(size), 0
    while played_so_far < moves:
        ko, suicide = rng.choice(["positional", "situational"]), rng.random() < 0.5
        twin = Twin(size, ko, suicide)
        position = tengen.new("go", size=size, ko=ko, suicide=suicide, limit=LONGEST)
        while not position.over:
            legal = twin.moves()
            assert position.legal().tolist() == [*legal, size * size], position
            action = rng.choice([*legal] or [size * size])
            position = position.play(action)
            twin.play(legal.get(action))
        bans += twin.bans
        played_so_far += position.ply
    return bans


def test_black_and_white_are_forbidden_the_same() -> None:
    for colour in (BLACK, WHITE):
        swapped = KO if colour == BLACK else KO.translate(str.maketrans("XO", "OX"))
        with pytest.raises(IllegalAction, match="superko"):
            position_of(swapped, colour).play("C3").play("B3")
