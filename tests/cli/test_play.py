"""A person at the terminal, scripted: words in, boards and one-line answers out."""

import io
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import tengen
from tengen import cli, config
from tengen.cli.play import coloured, converse, verdict
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position
from tengen.network import zoo
from tengen.play.player import Tactician
from tengen.runs import folder

DATA = Path(__file__).parents[1] / "network" / "data"

TINY = tengen.new("gomoku", size=3, line=3)


class Scripted:
    """An opponent that plays these points and hints at the last of them."""

    def __init__(self, *names: str) -> None:
        self.names = list(names)

    def choose(self, position: Position) -> int:
        return position.action(self.names.pop(0))


def said(monkeypatch: pytest.MonkeyPatch, words: str, you: int = BLACK, opponent: str = "") -> str:
    """What is printed when a person types these words on a 3x3 board and then leaves."""
    monkeypatch.setattr("sys.stdin", io.StringIO(words.replace(" ", "\n") + "\n"))
    paper = io.StringIO()
    converse(Console(file=paper, highlight=False, width=200), TINY, you, Scripted(*opponent.split()))
    return paper.getvalue()


def test_a_game_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = said(monkeypatch, "a1 B1 c1", opponent="A3 B3")
    assert "White plays A3." in answer
    assert answer.rstrip().endswith("You win: A1 B1 C1.")


def test_a_game_is_lost_as_white(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = said(monkeypatch, "a3 b3", WHITE, "A1 B1 C1")
    assert answer.rstrip().endswith("You lose: A1 B1 C1.")


def test_a_game_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = said(monkeypatch, "a1 c1 a2 b3 c2", opponent="b2 b1 c3 a3")
    assert answer.rstrip().endswith("The game is drawn.")


def test_mistakes_are_one_line_and_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = said(monkeypatch, "b9 a1 a1 b1 c1", opponent="A3 B3").splitlines()
    assert sum("no point 'b9'" in line for line in answer) == 1
    assert sum("Black may not play A1: the point is occupied" in line for line in answer) == 1
    assert all("type a point such as" in line for line in answer if "occupied" in line or "no point" in line)
    assert answer[-1] == "You win: A1 B1 C1."


def test_undo_takes_back_a_turn_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = said(monkeypatch, "undo b2 undo a1 b1 c1", opponent="A3 A3 B3")
    assert answer.count("there is nothing to undo yet") == 1
    assert answer.count("ply 0, Black to move") == 2
    assert "You win: A1 B1 C1." in answer


def test_undo_as_white_keeps_the_first_stone(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = said(monkeypatch, "undo c3 undo quit", WHITE, "A1 B1")
    assert answer.count("there is nothing to undo yet") == 1
    assert answer.count("ply 1, White to move") == 2


def test_hint_resign_and_the_end_of_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = said(monkeypatch, "hint resign", opponent="B2")
    assert "Perhaps B2." in answer
    assert answer.rstrip().endswith("You resign.")
    assert said(monkeypatch, "quit").rstrip().endswith("Good-bye.")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert said(monkeypatch, "").rstrip().endswith("Good-bye.")


def test_the_board_has_colours_where_there_are_some() -> None:
    position = TINY.play("A1").play("B1")
    assert coloured(position).plain == str(position)
    paper = io.StringIO()
    Console(file=paper, force_terminal=True, color_system="standard").print(coloured(position))
    assert "\x1b[1;36mX\x1b[0m" in paper.getvalue()


def test_the_command_plays_in_a_pipe() -> None:
    words = "hint\nh8\nresign\n"
    command = [sys.executable, "-m", "tengen", "play", "--rule", "renju", "--seed", "1", "--terminal"]
    done = subprocess.run(command, input=words, capture_output=True, text=True, check=True)
    assert "gomoku size=15 rule=renju line=5, ply 0, Black to move" in done.stdout
    assert "Perhaps " in done.stdout
    assert "White plays " in done.stdout
    assert done.stdout.rstrip().endswith("You resign.")
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "2"], "size of gomoku cannot be 2"),
        (["--rule", "caro"], "rule cannot be 'caro'"),
        (["--game", "chess"], "no game called 'chess'"),
    ],
)
def test_settings_that_cannot_be_are_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.app(["play", *arguments])
    error = capsys.readouterr().err
    assert ended.value.code == 1
    assert message in error
    assert error.count("\n") == 1


class TestAgainstANetwork:
    """Who sits there is chosen by game and size, by name, by file or by run."""

    @pytest.fixture(autouse=True)
    def shipped(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for name, tiny in (("go5", "go_1x8"), ("gomoku9", "gomoku_1x8")):
            shutil.copy(DATA / f"{tiny}.onnx", tmp_path / f"{name}.onnx")
        monkeypatch.setattr(zoo, "SHIPPED", tmp_path)

    def answer(self, monkeypatch: pytest.MonkeyPatch, words: str, *arguments: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(words.replace(" ", "\n") + "\n"))
        paper = io.StringIO()
        with monkeypatch.context() as patch:
            patch.setattr("rich.console.Console.file", paper)
            with pytest.raises(SystemExit) as ended:
                cli.app(["play", "--simulations", "8", *arguments])
        assert ended.value.code == 0
        return paper.getvalue()

    def test_by_game_and_size(self, monkeypatch: pytest.MonkeyPatch) -> None:
        said = self.answer(monkeypatch, "c3 quit", "--game", "go", "--size", "5")
        assert "against go5 with 8 simulations" in said
        assert "White plays " in said

    def test_other_rules_find_nobody_who_has_learnt_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert "somebody who has not learnt this" in self.answer(monkeypatch, "quit", "--rule", "renju")

    def test_by_file_with_its_own_rules(self, monkeypatch: pytest.MonkeyPatch) -> None:
        file = str(DATA / "go_1x8.onnx")
        assert "go_1x8.onnx with 8" in self.answer(monkeypatch, "quit", "--game", "go", "--against", file)

    def test_the_network_says_which_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        said = self.answer(monkeypatch, "quit", "--against", str(DATA / "go_1x8.onnx"))
        assert "go size=" in said

    def test_by_run(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        with folder.create(tmp_path / "mine", config.preset("gomoku9")) as run:
            for number in (3, 20):
                shutil.copy(DATA / "gomoku_1x8.onnx", run.network(number))
        assert "000020.onnx with 8" in self.answer(monkeypatch, "quit", "--against", str(run.path))


def test_points_are_told_where_they_count() -> None:
    ended = tengen.new("go", size=3, komi=0.5).play("B2").play("pass").play("pass")
    assert verdict(ended, BLACK) == "You win by 8.5."
    assert verdict(ended, WHITE) == "You lose by 8.5."


def test_any_game_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("d3\nquit\n"))
    paper = io.StringIO()
    opponent = Tactician(np.random.default_rng(1))
    converse(Console(file=paper, width=200), tengen.new("reversi", size=8), BLACK, opponent)
    assert "White plays " in paper.getvalue()
