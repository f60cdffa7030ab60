"""Games go into files and come back."""

from pathlib import Path

from tests.engine.dialogues import DATA, Paper

GAME = str(DATA / "gtp" / "game.sgf")


def test_there_and_back(tmp_path: Path) -> None:
    paper, file = Paper(size=7, komi=3.5), tmp_path / "mine.sgf"
    paper.says("fixed_handicap 3")
    paper.says("gogui-play_sequence w D4 b D5 w pass w E4")
    before = paper.session.position
    assert paper.says(f"printsgf {file}") == "="
    assert "HA[3]" in file.read_text(encoding="utf-8")
    other = Paper()
    assert other.says(f"loadsgf {file}") == "= black"
    assert other.session.position == before
    assert other.says("undo") == "="
    assert other.session.position.actions == before.actions[:-1]


def test_a_file_that_cannot_be_played_changes_nothing(tmp_path: Path) -> None:
    wrong = {
        "gomoku.sgf": "(;GM[4]SZ[9];B[aa])",
        "illegal.sgf": "(;GM[1]SZ[9];B[aa];W[aa])",
        "torn.sgf": "(;GM[1]SZ[9];B[aa",
        "empty.sgf": "",
        "large.sgf": "(;GM[1]SZ[52];B[aa])",
    }
    paper = Paper(size=5)
    paper.says("play b C3")
    before = paper.session.position
    for name, text in wrong.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert paper.says(f"loadsgf {tmp_path / name}") == "? cannot load file", name
    assert paper.says(f"loadsgf {tmp_path}") == "? cannot load file"
    assert paper.says(f"printsgf {tmp_path / 'no' / 'folder.sgf'}") == "? cannot write file"
    assert paper.session.position is before


def test_the_position_before_a_move() -> None:
    paper = Paper()
    for number in range(1, 8):
        paper.says(f"loadsgf {GAME} {number}")
        assert paper.session.position.ply == number - 1
    assert paper.session.position.options["komi"] == 2.5


def test_the_result_of_a_finished_game() -> None:
    paper = Paper("gomoku", size=5)
    paper.says("gogui-play_sequence b A1 w A2 b B1 w B2 b C1 w C2 b D1 w D2 b E1")
    assert "RE[B+" in paper.says("printsgf")
    paper = Paper(size=3, komi=0.5)
    paper.says("gogui-play_sequence b B2 w pass b pass")
    assert "RE[B+8.5]" in paper.says("printsgf")
