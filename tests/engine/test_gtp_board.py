"""What the dialogues do not show: dead stones, clean-up, komi in the midst of a game, scores."""

from collections.abc import Callable

import pytest

from tengen.engine.status import dead
from tengen.games.grid import BLACK
from tests.engine.dialogues import Paper

# Black lives in the lower left whatever happens; White's stone at A2 sits in one of his two eyes.
SETUP = "set_position b A3 b B3 b C3 b D3 b D2 b D1 b C1 b B1 b B2 w A2 w E4 w E5"


def test_certain_death_is_told_and_counted() -> None:
    paper = Paper(size=5, komi=0.5)
    assert paper.says(SETUP) == "="
    assert paper.says("final_status_list dead") == "= A2"
    assert "A2" not in paper.says("final_status_list alive")
    assert paper.says("final_score") == "= B+9.5"


def test_clean_up_takes_dead_stones_and_then_passes() -> None:
    paper = Paper(size=5, komi=0.5, simulations=200)
    paper.says(SETUP)
    for _ in range(40):
        if not dead(paper.session.position, None):
            break
        assert paper.says("kgs-genmove_cleanup b") not in ("= pass", "= resign")
        paper.says("play w pass")
    assert dead(paper.session.position, None) == []
    living = {(3, 1), (2, 0), (2, 1), (4, 1)}  # among them the walls of both eyes
    assert all(paper.session.position.board[point] == BLACK for point in living)


def test_komi_may_change_while_a_game_goes_on() -> None:
    paper = Paper(size=5)
    paper.says("gogui-play_sequence b C3 w B2")
    before = paper.session.position.board
    assert paper.says("komi 0.4") == "="
    assert paper.says("get_komi") == "= 0.5"
    assert (paper.session.position.board == before).all()
    assert paper.says("undo") == "="
    assert paper.says("play w C2") == "="


@pytest.mark.parametrize(
    ("moves", "score"), [("", "W+0.5"), ("b A1", "B+8.5"), ("w A1", "W+9.5"), ("b A1 w B2", "W+0.5")]
)
def test_scores(moves: str, score: str) -> None:
    paper = Paper(size=3, komi=0.5)
    paper.says(f"gogui-play_sequence {moves}")
    assert paper.says("final_score") == f"= {score}"
    paper.says("boardsize 3")
    paper.says("komi 0")
    assert paper.says("final_score") == "= 0"


def test_gnugo_agrees_about_handicap_and_scores(program: Callable[[str], str]) -> None:
    from tengen.arena.gtp_client import Program

    gnugo = Program([program("gnugo"), "--mode", "gtp", "--chinese-rules"], 60)
    paper = Paper(size=9)
    for stones in (2, 3, 4, 5, 6, 7, 8, 9):
        gnugo.ask("clear_board")
        paper.says("clear_board")
        for size in (9, 13, 19):
            gnugo.ask(f"boardsize {size}")
            paper.says(f"boardsize {size}")
            ours = set(paper.says(f"fixed_handicap {stones}").removeprefix("= ").split())
            theirs = set(gnugo.ask(f"fixed_handicap {stones}").split())
            assert ours == theirs or stones == 3  # the third corner is another one
    gnugo.close()
