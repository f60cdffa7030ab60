"""Fours beside a twin that tries every move and every reply, and every win that is claimed played out."""

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import tengen
from tengen.games.fours import fives, winning_fours
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position, set_up
from tests.games.fours_twin import Fours

# Boards on which the twin still comes to an end; stones that suit them; how many of each the daily run takes.
SMALL = (
    (Fours(4, 3, "freestyle"), 3, 110),
    (Fours(4, 3, "exact"), 4, 110),
    (Fours(6, 4, "freestyle"), 11, 110),
    (Fours(6, 4, "exact"), 12, 110),
    (Fours(6, 5, "freestyle"), 17, 110),
    (Fours(7, 5, "freestyle"), 23, 110),
    (Fours(7, 5, "exact"), 24, 110),
    (Fours(7, 6, "exact"), 25, 110),
    (Fours(7, 5, "renju"), 23, 60),
    (Fours(8, 5, "renju"), 27, 50),
    (Fours(9, 5, "renju"), 30, 10),
)
LARGE = tuple(
    (Fours(size, 5, rule), size**2 // 5) for size in (11, 15) for rule in ("freestyle", "exact", "renju")
)

ENOUGH = 10_000_000  # nodes


def in_rows(rng: random.Random, twin: Fours, count: int) -> Position:
    """A position full of rows that lack two stones: many fours, and nobody makes five at once."""
    stones = {BLACK: 0, WHITE: 0}
    for _ in range(4 * count):
        colour, (row, _ends) = rng.choice((BLACK, WHITE)), rng.choice(twin.rows)
        points = [point for point in twin.points if point & row & ~stones[-colour]]
        more = sum(rng.sample(points, min(len(points), rng.randint(1, twin.line - 2))))
        after = stones[colour] | more
        if not any((row & ~after).bit_count() < 2 and not row & stones[-colour] for row, _ends in twin.rows):
            stones[colour] = after
        if (stones[BLACK] | stones[WHITE]).bit_count() >= count:
            break
    black, white = (
        [number for number, point in enumerate(twin.points) if point & stones[colour]]
        for colour in (BLACK, WHITE)
    )
    to_move = rng.choice((BLACK, WHITE))
    return set_up("gomoku", black, white, to_move, size=twin.size, rule=twin.rule, line=twin.line)


def bits(position: Position, colour: int) -> int:
    """The stones of a colour, as the twin has them."""
    return sum(1 << number for number, stone in enumerate(position.board.flat) if stone == colour)


def compare(rng: random.Random, times: int) -> Counter[str]:
    """Ask the twin too, about both colours; count the answers, and the wins that take several fours."""
    answers: Counter[str] = Counter()
    for twin, stones, share in SMALL:
        for _ in range(times * share):
            position = in_rows(rng, twin, stones + rng.randint(-2, 2))
            for colour in (BLACK, WHITE):
                found = winning_fours(position, colour, nodes=ENOUGH)
                assert found is not None
                expected = twin.wins(bits(position, colour), bits(position, -colour), colour)
                assert bool(found) == expected, f"{position}\n{colour}: {found}"
                answers["wins" if found else "none"] += 1
                answers["wins by several fours"] += len(found) > 2
            answers["boards"] += 1
        twin.known.clear()
    return answers


def play_out(position: Position) -> int:
    """Play a win that is claimed against every legal reply; return how many positions that takes."""
    win = winning_fours(position, nodes=ENOUGH)
    assert win, f"no win any more:\n{position}"
    after, met = position.play(win[0]), 1
    if after.over:
        assert after.result == position.to_move
        return met
    for reply in after.legal():
        later = after.play(int(reply))
        assert not later.over, f"the reply ends the game:\n{later}"
        met += play_out(later)
    return met


def play_out_claims(rng: random.Random, count: int) -> Counter[str]:
    """Play out wins by several fours that are claimed on large boards."""
    met: Counter[str] = Counter()
    while met["wins by several fours"] < count:
        twin, stones = LARGE[met["boards"] % len(LARGE)]
        position = in_rows(rng, twin, stones + rng.randint(-8, 8))
        met["boards"] += 1
        if len(winning_fours(position, nodes=ENOUGH) or ()) > 2:
            met["wins by several fours"] += 1
            met["positions"] += play_out(position)
    return met


def test_the_twin_agrees() -> None:
    answers = compare(random.Random(5), 1)
    assert answers["boards"] == 1000
    assert min(answers.values()) >= 100


@pytest.mark.prove
def test_the_twin_agrees_at_length() -> None:
    print("\nfours, beside a twin that tries everything:", dict(compare(random.Random(6), 10)))


def test_wins_that_are_claimed_stand_up_to_every_reply() -> None:
    assert play_out_claims(random.Random(7), 6)["positions"] > 1000


@pytest.mark.prove
def test_wins_that_are_claimed_stand_up_to_every_reply_at_length() -> None:
    print("\nfours, claimed wins played out:", dict(play_out_claims(random.Random(8), 200)))


# ---- what the rules say, one by one ----


def drawn(board: str, rule: str = "freestyle", line: int = 5, to_move: int = BLACK) -> Position:
    """The position in a drawing with X for black and O for white."""
    rows = ["".join(row.split()) for row in board.strip().splitlines()]
    marks = "".join(rows)
    black, white = ([at for at, mark in enumerate(marks) if mark == stone] for stone in "XO")
    return set_up("gomoku", black, white, to_move, size=len(rows), rule=rule, line=line)


def names(position: Position, actions: list[int] | None) -> str:
    assert actions is not None
    return " ".join(position.name(action) for action in actions)


FOUR_AND_LONGER = """
    . . . . . . . .
    . X X X X . X .
    . . . . . . . .
    . . . . . . . .
    O O . O O O . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . ."""


@pytest.mark.parametrize(
    ("rule", "black", "white"),
    [("freestyle", "A7 F7", "C4"), ("exact", "A7", ""), ("renju", "A7", "C4")],
)
def test_fives(rule: str, black: str, white: str) -> None:
    position = drawn(FOUR_AND_LONGER, rule)
    assert names(position, fives(position)) == black
    assert names(position, fives(position, WHITE)) == white


def test_an_empty_board_holds_nothing() -> None:
    position = tengen.new("gomoku", size=20)
    assert winning_fours(position) == winning_fours(position, WHITE) == fives(position) == []


def test_nothing_is_won_after_the_end() -> None:
    position = drawn("X X X . \n O O . . \n . . . . \n . . . .", line=3)
    assert position.over
    assert winning_fours(position) == winning_fours(position, WHITE) == []


def test_five_comes_before_everything() -> None:
    position = drawn(FOUR_AND_LONGER, to_move=WHITE)
    assert names(position, winning_fours(position)) == "C4"


CROSS = """
    . . . . . . . . .
    . . . . . O . . .
    . . . . . X . . .
    . . . . . X . . .
    . . . . . X . . .
    . O X X X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_two_fours_at_once_win_but_renju_forbids_them_to_black() -> None:
    assert names(drawn(CROSS), winning_fours(drawn(CROSS))) == "F4"
    renju = drawn(CROSS, "renju")
    assert "F4" not in names(renju, winning_fours(renju)).split()
    mirrored = drawn(CROSS.translate(str.maketrans("XO", "OX")), "renju", to_move=WHITE)
    assert names(mirrored, winning_fours(mirrored)) == "F4"


def test_an_open_four_wins_in_renju() -> None:
    position = drawn(CROSS.replace("O", "."), "renju")
    assert names(position, winning_fours(position)) in ("B4", "F8")


FORBIDDEN_BLOCK = """
    . . . . . . . . .
    . . . . . X . . .
    . . . . . X . . .
    . . . . . X . . .
    X O O O . . . . .
    . . . . . X . . .
    . . . . . X . . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_white_wins_where_renju_forbids_black_to_block() -> None:
    """Black would make a row of six on F5."""
    for rule, win in (("renju", "E5"), ("exact", ""), ("freestyle", "")):
        position = drawn(FORBIDDEN_BLOCK, rule, to_move=WHITE)
        assert names(position, winning_fours(position)) == win


def test_a_four_wins_nothing_when_black_is_left_without_a_legal_move() -> None:
    position = drawn(
        """
        O X O X X O X X O
        O O X O O X X X X
        X O X O X X X O X
        O O X X X X O O X
        X O O O . . O O O
        O X X O X X X X O
        X X X O X X O X O
        X X O X O O X O O
        X O X X O O O X X""",
        "renju",
        to_move=WHITE,
    )
    assert winning_fours(position) == []
    assert position.play("E5").result == 0


STOPPED = """
    . . . . . . . . .
    O O O O . . . . .
    . . . . . X . . .
    . . . . . X . . .
    . . . . . X . . .
    O O X X X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""
WITH_A_FOUR = """
    . . . . . . . . .
    O O O O . . . . .
    . . . X . X . . .
    . . X . . X . . .
    . X . . . X . . .
    O O X X X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_a_five_of_the_other_side_must_be_stopped_by_a_four() -> None:
    assert winning_fours(drawn(STOPPED)) == []
    assert names(drawn(WITH_A_FOUR), winning_fours(drawn(WITH_A_FOUR))) == "E8 F9 F4"


LONGER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    X X . X . X . . .
    . . X . . . . . .
    . . X . . . . . .
    . . X . . . . . .
    . . O . . . . . ."""


def test_where_only_exact_rows_win_a_six_is_no_threat() -> None:
    assert names(drawn(LONGER), winning_fours(drawn(LONGER))) == "C5"
    assert winning_fours(drawn(LONGER, "exact")) == []


def test_limits_leave_the_answer_open() -> None:
    position = drawn(WITH_A_FOUR)
    assert winning_fours(position, depth=1) is None
    assert winning_fours(position, depth=2) == winning_fours(position)
    assert winning_fours(position, nodes=0) is None
    assert winning_fours(drawn(STOPPED), depth=1, nodes=1) == []


@pytest.mark.parametrize("size", [9, 15, 19])
def test_a_win_by_eleven_fours_is_found(size: int) -> None:
    text = (Path(__file__).parent / "data" / f"eleven_fours_{size}.txt").read_text(encoding="utf-8")
    position = tengen.read(text)
    win = winning_fours(position, depth=11)
    assert win is not None
    assert len(win) == 21  # eleven fours and the ten blocks between them
    assert winning_fours(position, depth=10) is None
    assert play_out(position) > 100


def test_the_position_is_left_alone() -> None:
    position = drawn(WITH_A_FOUR)
    before = position.state.tobytes()
    winning_fours(position)
    assert position.state.tobytes() == before


def test_code_that_was_kept_answers_the_same_in_the_next_process() -> None:
    """The search calls itself: once kept on disk, such code must still find itself."""
    position = drawn(WITH_A_FOUR)
    program = (
        "import sys, tengen; from tengen.games.fours import winning_fours\n"
        "print(winning_fours(tengen.read(sys.stdin.read())))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], input=str(position), capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == str(winning_fours(position))


def test_fours_are_gomokus_alone() -> None:
    with pytest.raises(ValueError, match="tactics are read in gomoku only, this is reversi"):
        winning_fours(tengen.new("reversi"))
