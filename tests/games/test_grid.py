"""Points, symmetries and names."""

import hashlib

import numpy as np
import pytest

from tengen.games import grid
from tengen.games.grid import ALL_LETTERS, GO_LETTERS, INVERSE, LARGEST, STRIDE, SYMMETRIES

SIDES = (1, 2, 3, 9, 19, LARGEST)


@pytest.mark.parametrize("side", SIDES)
def test_cells_and_actions_lead_to_each_other(side: int) -> None:
    cells = [grid.cell_of(action, side) for action in range(side * side)]
    assert [grid.action_of(cell, side) for cell in cells] == list(range(side * side))
    mailbox = grid.empty_mailbox(side)
    assert np.flatnonzero(mailbox == grid.EMPTY).tolist() == cells
    assert set(mailbox[mailbox != grid.EMPTY]) == {grid.EDGE}


@pytest.mark.parametrize("side", SIDES)
def test_every_neighbour_of_a_point_lies_inside_the_mailbox(side: int) -> None:
    mailbox = grid.empty_mailbox(side)
    for action in range(side * side):
        row, column = divmod(action, side)
        around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        inside = [0 <= y < side and 0 <= x < side for y, x in around]
        seen = [mailbox[grid.cell_of(action, side) + step] != grid.EDGE for step in grid.NEIGHBOURS]
        assert seen == inside


def test_a_board_is_a_view_of_its_mailbox() -> None:
    mailbox = grid.empty_mailbox(5)
    board = grid.board_view(mailbox, 5)
    board[1, 2] = grid.BLACK
    assert mailbox[grid.cell_of(7, 5)] == grid.BLACK
    assert board.shape == (5, 5)


def test_hashes_mean_the_same_board_on_every_machine() -> None:
    assert len(np.unique(grid.STONE_KEYS)) == grid.STONE_KEYS.size
    digest = hashlib.sha256(grid.STONE_KEYS.astype("<u8").tobytes()).hexdigest()
    assert digest.startswith("e78d957d2e21a7ae")
    assert grid.stone_key(23, grid.BLACK) == grid.STONE_KEYS[23, 1]
    assert grid.stone_key(23, grid.WHITE) == grid.STONE_KEYS[23, 0]


def test_symmetries_are_the_eight_of_the_square() -> None:
    board = np.arange(9).reshape(3, 3)
    turned = [grid.turned_board(symmetry, board).tolist() for symmetry in range(SYMMETRIES)]
    quarters = [np.rot90(board, times).tolist() for times in range(4)]
    mirrored = [np.rot90(board.T, times).tolist() for times in range(4)]
    assert turned[0] == board.tolist()
    assert sorted(turned) == sorted(quarters + mirrored)


@pytest.mark.parametrize("symmetry", range(SYMMETRIES))
@pytest.mark.parametrize("side", SIDES)
def test_actions_boards_and_policies_turn_together(side: int, symmetry: int) -> None:
    count = side * side
    policy = np.random.default_rng(side).random((2, count + 1))
    turned = grid.turned_policy(symmetry, policy, side)
    for action in range(count + 1):
        np.testing.assert_array_equal(
            turned[:, grid.turned_action(symmetry, action, side)], policy[:, action]
        )
    without_pass = grid.turned_policy(symmetry, policy[:, :count], side)
    np.testing.assert_array_equal(without_pass, turned[:, :count])
    boards = grid.turned_board(symmetry, policy[:, :count].reshape(2, side, side))
    np.testing.assert_array_equal(boards.reshape(2, count), without_pass)
    assert boards.flags.c_contiguous


@pytest.mark.parametrize("symmetry", range(SYMMETRIES))
@pytest.mark.parametrize("side", SIDES)
def test_every_symmetry_can_be_undone(side: int, symmetry: int) -> None:
    board = np.arange(side * side).reshape(side, side)
    back = grid.turned_board(INVERSE[symmetry], grid.turned_board(symmetry, board))
    np.testing.assert_array_equal(back, board)
    for action in range(side * side + 1):
        turned = grid.turned_action(symmetry, action, side)
        assert grid.turned_action(INVERSE[symmetry], turned, side) == action


@pytest.mark.parametrize(
    ("action", "side", "letters", "name"),
    [
        (0, 15, ALL_LETTERS, "A15"),
        (112, 15, ALL_LETTERS, "H8"),
        (224, 15, ALL_LETTERS, "O1"),
        (225, 15, ALL_LETTERS, "pass"),
        (8, 19, ALL_LETTERS, "I19"),
        (8, 19, GO_LETTERS, "J19"),
        (18, 19, GO_LETTERS, "T19"),
    ],
)
def test_points_have_the_names_that_people_use(action: int, side: int, letters: str, name: str) -> None:
    assert grid.name_of(action, side, letters) == name
    assert grid.named(name.lower(), side, letters) == action


@pytest.mark.parametrize(
    "name", ["", " ", "A", "1", "A0", "A10", "K1", "I1", "A-1", "A1A", "A²", "AA1", "A" * 9999]
)
def test_a_name_without_a_point_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"^no point .* on a board of size 9: points go from A1 to J9$"):
        grid.named(name, 9, GO_LETTERS)


def test_a_row_of_very_many_digits_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^no point"):
        grid.named("A" + "1" * 5000, 9, GO_LETTERS)


@pytest.mark.parametrize("action", [-1, 82])
def test_an_action_without_a_name_is_refused(action: int) -> None:
    with pytest.raises(ValueError, match=f"^no action {action} on a board of size 9$"):
        grid.name_of(action, 9, GO_LETTERS)


def test_lines_and_neighbours_are_steps_in_the_mailbox() -> None:
    here = grid.cell_of(0, 20)
    assert [here + step for step in grid.LINES] == [
        grid.cell_of(1, 20),
        *(here + STRIDE + d for d in (0, 1, -1)),
    ]
    assert sorted(grid.NEIGHBOURS) == [-STRIDE, -1, 1, STRIDE]
