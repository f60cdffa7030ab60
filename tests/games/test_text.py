"""Positions as text, and texts that are none."""

import inspect

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tengen
from tengen.games import text

DRAWN = inspect.cleandoc("""
    gomoku size=5 rule=freestyle line=4, ply 3, White to move
        A B C D E
      5 . . . . . 5
      4 . . X . . 4
      3 . . O . . 3
      2 . .(X). . 2
      1 . . . . . 1
        A B C D E
""")


def test_a_position_is_drawn_with_its_last_stone_marked() -> None:
    position = tengen.new("gomoku", size=5, line=4).play("C4").play("C3").play("C2")
    assert str(position) == DRAWN


def test_the_docstring_shows_a_drawing_that_can_be_read() -> None:
    example = (text.__doc__ or "").split("\n\n")[1]
    assert tengen.read(example).board.tolist() == tengen.read(DRAWN).board.tolist()


def test_a_drawing_is_read() -> None:
    position = tengen.read(DRAWN)
    assert position.options == {"size": 5, "rule": "freestyle", "line": 4}
    assert np.flatnonzero(position.board == 1).tolist() == [7, 17]
    assert np.flatnonzero(position.board == -1).tolist() == [12]
    assert (position.ply, position.to_move, position.last) == (3, -1, 17)
    assert position.play("A1").to_move == 1


def test_indents_and_missing_letters_do_not_matter() -> None:
    lines = [line for line in DRAWN.splitlines() if "A B" not in line]
    assert tengen.read("\n\n" + "\n".join(f"\t {line} " for line in lines)) == tengen.read(DRAWN)


def test_two_digits_line_up() -> None:
    drawn = str(tengen.new("go", size=11).play("K11"))
    rows = drawn.splitlines()
    assert rows[1] == rows[-1] == "    A B C D E F G H J K L"
    assert rows[2] == " 11 . . . . . . . . .(X). 11"
    assert rows[4] == "  9 . . . . . . . . . . . 9"
    assert str(tengen.read(drawn)) == drawn


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (DRAWN, "", r"line 1 is '': expected 'GAME size=N ..., ply N, Black to move'"),
        (DRAWN, "x" * 999, "line 1 is 'x{60}': expected .*"),
        ("White to move", "Green to move", "line 1 is .*"),
        ("ply 3", "ply three", "line 1 is .*"),
        ("ply 3", "ply 99999", r"ply cannot be 99999: it must be 0 to 10000"),
        ("gomoku", "chess", "no game called 'chess': there are .*"),
        (" size=5", "", "line 1 gives gomoku no size: expected 'GAME size=N ...'"),
        ("size=5", "size=5.0", "size of gomoku cannot be 5.0: it must be 3 to 20"),
        ("size=5", "size=five", "line 1 gives gomoku no size: .*"),
        (
            "size=5",
            "size=6",
            r"the drawing has rows \[5, 4, 3, 2, 1\]: expected 6 to 1, each number at both ends",
        ),
        ("size=5", "size=1000000000000", "the drawing has rows .*"),
        ("line=4", "line=9", "line cannot be 9: it must be 3, 4, 5, 6"),
        ("line=4", "komi=4", "line 1 gives gomoku an option 'komi', which it does not have"),
        ("line=4", "black=4", "line 1 gives gomoku an option 'black', which it does not have"),
        ("line=4", "line=4=4", "line cannot be '4=4': it must be 3, 4, 5, 6"),
        ("4 . . X . . 4", "4 . . X . . 3", "the drawing has rows .*"),
        ("4 . . X . . 4", "4 . . Y . . 4", "the drawing has rows .*"),
        (
            "4 . . X . . 4",
            "4 . . X . 4",
            r"a row of the drawing is ' \. \. X \. ': expected 5 of X, O and \.",
        ),
        ("4 . . X . . 4", "4 ..X.. 4", "a row of the drawing is .*"),
        ("4 . . X . . 4", "4 . .(X()) . 4", "a row of the drawing is .*"),
        ("5 . . . . . 5", "5 . . X . . 5\n5 . . . . . 5", "the drawing has rows .*"),
        ("3 . . O . . 3", "3 X X X X . 3", "line 1 says 'White to move', but on this board the game is over"),
    ],
)
def test_a_malformed_text_is_refused_in_one_line(old: str, new: str, complaint: str) -> None:
    assert old in DRAWN
    with pytest.raises(ValueError, match=f"^{complaint}$"):
        tengen.read(DRAWN.replace(old, new))


def test_how_a_finished_game_ended_is_kept() -> None:
    passed = tengen.new("go", size=5, komi=0).play("pass").play("pass")
    assert passed.result == 0
    again = tengen.read(str(passed))
    assert (again.over, again.result) == (True, 0)
    assert again.legal().size == 0


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(DRAWN)), st.integers(0, 6), st.text("XO.() 0123456789=,\n-aé", max_size=4))
def test_whatever_is_changed_is_read_or_refused(at: int, cut: int, put: str) -> None:
    changed = DRAWN[:at] + put + DRAWN[at + cut :]
    try:
        position = tengen.read(changed)
    except ValueError as error:
        complaint = str(error)
    else:
        complaint = ""
        assert str(tengen.read(str(position))) == str(position)
    assert "\n" not in complaint
