"""The rules of Go against the twin written from their text, and on drawn boards."""

from collections import Counter
from random import Random

import numpy as np
import pytest

import tengen
from tengen.games import go
from tengen.games.base import IllegalAction
from tengen.games.grid import BLACK, SYMMETRIES, WHITE, board_view, turned_action, turned_board
from tengen.games.position import Position, set_up
from tengen.games.superko import KO_RULES
from tests.games.go_twin import Twin

RULES = [(ko, suicide) for ko in KO_RULES for suicide in (False, True)]
SHARES = {size: 1 / size for size in go.SIZES}  # of the random moves: large boards are slow for the twin


def position_of(drawing: str, to_move: int = BLACK, **options: object) -> Position:
    """A position from rows of X, O and dots."""
    rows = ["".join(row.split()) for row in drawing.strip().splitlines()]
    marks = "".join(rows)
    black, white = ([point for point, mark in enumerate(marks) if mark == colour] for colour in "XO")
    return set_up("go", black, white, to_move, size=len(rows), **options)  # type: ignore[arg-type]


def drawing_of(position: Position) -> list[str]:
    return ["".join(".XO"[stone] for stone in row) for row in position.board]


def played(position: Position, *names: str) -> Position:
    for name in names:
        position = position.play(name)
    return position


@pytest.mark.parametrize("size", go.SIZES)
def test_every_move_is_as_the_twin_says(size: int) -> None:
    rules = RULES if size < 10 else [RULES[size % len(RULES)]]  # a large board must fill, to be worth it
    seen = compared_with_twin(size, 20_000 * SHARES[size] / sum(SHARES.values()), rules)
    assert seen["with a capture"] > 0


@pytest.mark.prove
def test_2_000_000_moves_are_as_the_twin_says() -> None:
    total: Counter[str] = Counter()
    for size, share in SHARES.items():
        seen = compared_with_twin(size, 2_000_000 * share / sum(SHARES.values()), RULES, salt="prove")
        print(f"\n{size}x{size}: {dict(seen)}", end="", flush=True)
        total += seen
    print(f"\nall: {total['moves']:,} moves, no disagreement: {dict(total)}")
    assert total["moves"] >= 2_000_000


def compared_with_twin(
    size: int, moves: float, rules: list[tuple[str, bool]], salt: str = ""
) -> Counter[str]:
    """Play random games under these rules; legal moves, captures, liberties, score are equal throughout."""
    seen: Counter[str] = Counter()
    for index, (ko, suicide) in enumerate(rules, 1):
        rng = Random(f"{salt} {size} {ko} {suicide}")
        while seen["moves"] < moves * index / len(rules):
            seen += random_game(Twin(size, ko, suicide, komi=rng.randint(-6, 20) / 2), rng)
    return seen


def random_game(twin: Twin, rng: Random) -> Counter[str]:
    """One game: what happened in it."""
    size = twin.size
    position = tengen.new("go", size=size, ko=twin.ko, suicide=twin.suicide, komi=twin.komi)
    while not position.over:
        legal = twin.moves()
        assert position.legal().tolist() == [*legal, size * size], position
        action = rng.choice([*legal, size * size])
        position = position.play(action)
        twin.play(legal.get(action))
        assert bytes(position.board.ravel() % 3) == twin.board, position
        assert liberties(position) == twin.liberties(), position
        assert position.score == twin.score(), position
    assert position.result == np.sign(twin.score())
    assert position.state.cut == (twin.passes < 2)
    return twin.bans + Counter(moves=position.ply, games=1, cut=int(position.state.cut))


def liberties(position: Position) -> list[int]:
    """For every stone, how many liberties its string has; 0 where there is no stone."""
    state = position.state
    counts = np.where(np.abs(state.board) == 1, state.liberties[state.root], 0)
    return list(board_view(counts, position.size).ravel().tolist())


def test_a_string_without_liberties_is_taken() -> None:
    position = position_of(
        """. X X .
           X O O X
           . X O X
           . . . ."""
    )
    assert drawing_of(position.play("C1")) == [".XX.", "X..X", ".X.X", "..X."]


def test_a_snapback_takes_more_than_was_given() -> None:
    position = position_of(
        """X O . . X
           X O O O X
           . X X X .
           . . . . .
           . . . . ."""
    )
    given = played(position, "C5", "D5")
    assert drawing_of(given)[0] == "XO.OX"
    assert drawing_of(given.play("C5"))[:3] == ["X.X.X", "X...X", ".XXX."]


def test_suicide_is_forbidden_unless_it_is_an_option() -> None:
    drawing = """O . X .
                 X X . .
                 . . . .
                 . . . ."""
    with pytest.raises(
        IllegalAction, match=r"White may not play B4: the stone would have no liberty \(suicide\)"
    ):
        position_of(drawing, WHITE).play("B4")
    allowed = position_of(drawing, WHITE, suicide=True).play("B4")
    assert drawing_of(allowed)[:2] == ["..X.", "XX.."]


def test_a_point_between_both_colours_belongs_to_nobody() -> None:
    position = position_of("X . O\nX . O\nX . O", komi=0)
    assert position.score == 0
    assert position.ownership.tolist() == [[1, 0, -1]] * 3


def test_two_passes_end_the_game_and_area_decides_it() -> None:
    position = played(tengen.new("go", size=3, komi=8.5), "B2", "pass", "pass")
    assert (position.over, position.score, position.result) == (True, 0.5, BLACK)
    assert (position.ownership == BLACK).all()
    assert not position.legal().size
    assert not position.state.cut


def test_a_pass_that_was_read_from_a_text_counts_as_the_first_of_two() -> None:
    passed = played(tengen.new("go", size=5), "C3", "pass")
    again = tengen.read(str(passed))
    assert str(again) == str(passed)
    assert not again.over
    assert again.play("pass").over


@pytest.mark.parametrize(("komi", "result"), [(9, 0), (9.0, 0), (9.5, WHITE), (-3, BLACK), (0.5, BLACK)])
def test_komi_may_be_any_half_number_and_makes_draws(komi: float, result: int) -> None:
    assert played(tengen.new("go", size=3, komi=komi), "B2", "pass", "pass").result == result


def test_the_limit_cuts_a_game_off_and_counts_it() -> None:
    position = played(tengen.new("go", size=3, limit=3), "B2", "pass", "A1")
    assert (position.over, position.score, bool(position.state.cut)) == (True, 1.5, True)


def test_a_fixed_number_of_turns_ends_the_game_and_passes_do_not() -> None:
    position = played(tengen.new("go", size=3, turns=2), "B2", "pass", "pass")
    assert not position.over
    position = position.play("pass")
    assert (position.over, position.result, bool(position.state.cut)) == (True, BLACK, False)


def test_a_handicap_stands_where_it_always_stood_and_white_begins() -> None:
    names = {
        (19, 4): "D4 Q16 D16 Q4",
        (19, 5): "D4 Q16 D16 Q4 K10",
        (19, 8): "D4 Q16 D16 Q4 D10 Q10 K4 K16",
        (13, 2): "D4 K10",
        (9, 3): "C3 G7 C7",
        (8, 4): "C3 F6 C6 F3",
    }
    for (size, count), points in names.items():
        position = set_up("go", go.handicap(size, count), to_move=WHITE, size=size)
        assert position.to_move == WHITE
        assert {position.action(name) for name in points.split()} == set(go.handicap(size, count))
        assert position.board.sum() == count


@pytest.mark.parametrize(("size", "count", "allowed"), [(19, 10, "2 to 9"), (8, 5, "2 to 4"), (6, 2, "none")])
def test_a_handicap_that_is_not_fixed_is_refused(size: int, count: int, allowed: str) -> None:
    with pytest.raises(
        ValueError, match=f"no handicap of {count} stones is fixed for size {size}: .* {allowed}"
    ):
        go.handicap(size, count)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"komi": "7"}, "komi cannot be '7': it must be a multiple of 0.5"),
        ({"komi": float("nan")}, "komi cannot be nan"),
        ({"komi": float("-inf")}, "komi cannot be -inf"),
        ({"komi": 7.25}, "komi cannot be 7.25"),
        ({"komi": True}, "komi cannot be True"),
        ({"ko": "japanese"}, "ko cannot be 'japanese': it must be positional, situational, simple"),
        ({"suicide": 1}, "suicide cannot be 1"),
        ({"limit": 801}, "limit cannot be 801: it must be 1 to 800"),
        ({"turns": 20, "limit": 39}, "turns=20 of each side need limit=40 or more, got limit=39"),
        ({"size": 20}, "size of go cannot be 20: it must be 2 to 19"),
    ],
)
def test_settings_that_make_no_sense_are_refused(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        tengen.new("go", **options)  # type: ignore[arg-type]


def test_dead_stones_cannot_be_set_up() -> None:
    with pytest.raises(ValueError, match="the stone set up on A3 has no liberty: take it off"):
        position_of("O X .\nX . .\n. . .")
    with pytest.raises(ValueError, match="has no liberty"):
        set_up("go", black=range(4), to_move=WHITE, size=2)


def test_an_occupied_point_is_named() -> None:
    with pytest.raises(IllegalAction, match="White may not play C3: the point is occupied"):
        tengen.new("go", size=5).play("C3").play("C3")


@pytest.mark.parametrize("seed", range(8))
def test_colours_and_symmetries_change_nothing_but_themselves(seed: int) -> None:
    rng, size = Random(seed), (2, 3, 5, 9, 19)[seed % 5]
    game = tengen.new("go", size=size, komi=3.5)
    swapped = set_up("go", to_move=WHITE, size=size, komi=-3.5)
    turned = [tengen.new("go", size=size, komi=3.5) for _ in range(SYMMETRIES)]
    while not game.over:
        legal = game.legal().tolist()
        action = rng.choice(legal)
        game, swapped = game.play(action), swapped.play(action)
        assert swapped.score == -game.score
        assert (swapped.board == -game.board).all()
        for symmetry, position in enumerate(turned):
            moves = {turned_action(symmetry, each, size) for each in legal}
            assert set(position.legal().tolist()) == moves
            turned[symmetry] = position.play(turned_action(symmetry, action, size))
            assert (turned[symmetry].board == turned_board(symmetry, game.board)).all()
            assert turned[symmetry].score == game.score
    assert swapped.result == -(game.result or 0)


def test_own_planes_show_liberties_ko_komi_and_the_last_actions() -> None:
    position = position_of(
        """. X O .
           X . X O
           . X O .
           . . . .""",
        WHITE,
        komi=5,
    ).play("B3")
    planes = position.planes()
    names = [sorted(position.name(int(action)) for action in np.flatnonzero(plane)) for plane in planes]
    assert planes.shape == (12, 4, 4)
    assert names[0] == ["A3", "B2", "B4"]
    assert names[1] == ["B3", "C2", "C4", "D3"]
    assert names[2:6] == [["B4"], ["A3", "B2"], ["B3"], ["C4"]]
    assert names[6] == ["C3"]  # Black may not take back at once
    assert names[7:10] == [["B3"], [], []]
    assert (planes[10] == 1).all()
    assert (planes[11] == -0.5).all()
    passed = position.play("pass")
    assert (passed.planes()[9] == 1).all()
    assert (passed.planes()[11] == 0.5).all()
    assert (passed.planes()[8] == planes[7]).all()


def test_the_past_comes_back_with_the_stones_that_were_taken() -> None:
    rng, position, boards = Random(3), tengen.new("go", size=4, suicide=True, limit=400, komi=-0.5), []
    while not position.over:
        boards.append(position.board)
        shown = position.planes("history")[:16:2] - position.planes("history")[1:16:2]
        expected = [boards[max(position.ply - back, 0)] * position.to_move for back in range(8)]
        np.testing.assert_array_equal(shown, expected)
        position = position.play(rng.choice(position.legal().tolist()[:-1] or ["pass"]))
    assert len(boards) > 40
    assert position.state.taken_total > 20
