"""Input planes of drawn positions, as a person would fill them in."""

import numpy as np
import pytest

import tengen
from tengen.games import planes
from tengen.games.position import set_up

OWN, OTHER, NONE = "X", "O", "."


def drawn(plane: np.ndarray) -> str:
    """A plane as text: 1 is X, -1 is O."""
    marks = {1: OWN, -1: OTHER, 0: NONE}
    return "/".join("".join(marks[int(value)] for value in row) for row in plane)


def shown(position: tengen.Position, kind: str) -> list[str]:
    return [drawn(plane) for plane in position.planes(kind)]


@pytest.fixture
def gomoku() -> tengen.Position:
    """Black A3, C1, B2 and White C3, A2; White is to move."""
    position = tengen.new("gomoku", size=3, line=3)
    for name in ("A3", "C3", "C1", "A2", "B3"):
        position = position.play(name)
    return position


def test_stones_are_seen_by_the_side_to_move(gomoku: tengen.Position) -> None:
    assert shown(gomoku, "stones") == ["..X/X../...", "XX./.../..X"]


def test_last_adds_the_last_action(gomoku: tengen.Position) -> None:
    assert shown(gomoku, "last") == [*shown(gomoku, "stones"), ".X./.../..."]


def test_signed_is_one_plane(gomoku: tengen.Position) -> None:
    assert shown(gomoku, "signed") == ["OOX/X../..O"]


def test_turns_are_two_plies_apart_and_seen_from_now(gomoku: tengen.Position) -> None:
    assert shown(gomoku, "turns") == ["OOX/X../..O", "O.X/.../..O", "O../.../..."]


def test_history_goes_back_eight_boards_and_ends_with_the_colour(gomoku: tengen.Position) -> None:
    nothing, everything = ".../.../...", "XXX/XXX/XXX"
    assert shown(gomoku, "history") == [
        *("..X/X../...", "XX./.../..X"),
        *("..X/X../...", "X../.../..X"),
        *("..X/.../...", "X../.../..X"),
        *("..X/.../...", "X../.../..."),
        *(nothing, "X../.../..."),
        *[nothing] * 6,
        *(nothing, everything),
    ]
    assert shown(tengen.new("gomoku", size=3, line=3), "history")[16:] == [everything, nothing]


def test_tengen_shows_the_edge_too(gomoku: tengen.Position) -> None:
    assert shown(gomoku, "tengen") == [*shown(gomoku, "last"), "XXX/XXX/XXX"]


def test_no_action_is_marked_before_the_first() -> None:
    assert shown(tengen.new("gomoku", size=3, line=3), "last") == [".../.../..."] * 3


def test_rule_planes_follow_where_the_colours_differ() -> None:
    renju = set_up("gomoku", ["C4", "C2", "B3", "D3"], ["A1"], size=5, rule="renju")  # a cross of Black's
    for kind, count in zip(planes.KINDS, (*planes.CHANNELS, 4), strict=True):
        seen = renju.planes(kind)
        assert len(seen) == count + 2
        assert seen[count].all()
        assert np.flatnonzero(seen[count + 1]).size == 25 - 5 - len(renju.legal())


def test_unknown_planes_are_refused(gomoku: tengen.Position) -> None:
    with pytest.raises(
        ValueError, match=r"^no planes called 'nice': there are stones, last, turns, .*, tengen$"
    ):
        gomoku.planes("nice")
