"""`tengen analyze`: candidates of one position as a table, or as JSON."""

import json
from pathlib import Path

import numpy as np
import pytest

from tengen import cli
from tengen.cli.analyze import owners_in

NETWORK = str(Path(__file__).parents[1] / "network" / "data" / "gomoku_1x8.onnx")
GAME = "(;GM[4]FF[4]SZ[9];B[ee];W[ed];B[fe];W[dc])"


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A short game of Gomoku."""
    file = tmp_path / "game.sgf"
    file.write_text(GAME)
    return str(file)


def run(*arguments: str) -> int | str | None:
    """The exit code of a command line."""
    with pytest.raises(SystemExit) as ended:
        cli.app(("analyze", *arguments))
    return ended.value.code


def test_a_table(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(game, "--network", NETWORK, "--simulations", "20", "--move", "3") == 0
    out = capsys.readouterr().out
    assert "ply 3, White to move" in out
    assert "White: " in out
    assert "win rate" in out


def test_json(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(game, "--network", NETWORK, "--simulations", "20", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["ply"], data["to_move"], data["visits"]) == ("gomoku", 4, "black", 21)
    assert sum(each["visits"] for each in data["candidates"]) == 20
    assert 0 <= data["win_rate"] <= 1
    assert data["candidates"][0]["line"][0] == data["candidates"][0]["move"]


def test_go_has_owners(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, network = tmp_path / "go.sgf", NETWORK.replace("gomoku_1x8", "go_1x8")
    file.write_text("(;GM[1]FF[4]SZ[7];B[dd];W[de])")
    assert run(str(file), "--network", network, "--simulations", "5", "--memory", "10") == 0
    *_, title, top, _, _, _, _, _, bottom = capsys.readouterr().out.splitlines()
    assert title.startswith("Who will own what")
    assert all(len(row.split()) == 7 and set(row) <= set(" XOxo.") for row in (top, bottom))


def test_owners_are_large_where_they_are_sure() -> None:
    assert owners_in(np.array([1, 0.5, 0.3, 0.1, -0.1, -0.3, -1], np.float32)).split() == list("XXx..oO")


def test_without_a_network_random_games_judge(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(game, "--simulations", "20", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["visits"] == 21
    assert data["ownership"] is None


def test_a_drawn_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import tengen

    file = tmp_path / "position.txt"
    file.write_text(str(tengen.new("gomoku", size=9).play("E5")))
    assert run(str(file), "--network", NETWORK, "--simulations", "5", "--json") == 0
    assert json.loads(capsys.readouterr().out)["to_move"] == "white"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--network", "nobody"], "no network 'nobody'"),
        (["--network", NETWORK, "--move", "9"], "has 4 moves: --move 9 is too far"),
        (["--network", NETWORK, "--search", "minimax"], "no search called 'minimax'"),
    ],
)
def test_bad_input_is_one_line(
    game: str, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(game, *arguments) == 1
    err = capsys.readouterr().err
    assert words in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.sgf", b"(;GM[1]SZ[9];B[ee];W[ee])", "ply 2 of 2: White may not play E5: the point is occupied"),
        ("a.sgf", b"(;GM[1]SZ[9];B[e", "a.sgf, line 1, column 14: a value that is never closed"),
        ("a.psq", b"Piskvorky 99x99, 11:11, 0", "before the first ply: size of gomoku cannot be 99"),
        ("a.txt", b"go size=9 \xe9", "'utf-8' codec can't decode byte 0xe9"),
        ("a.txt", b"nothing", "line 1 is 'nothing'"),
    ],
)
def test_what_is_wrong_with_a_file_names_it(
    name: str, content: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_bytes(content)
    assert run(str(tmp_path / name)) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"tengen: {name}")
    assert words in err
    assert err.count("\n") == err.count(name) == 1


def test_a_drawn_position_has_no_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").touch()
    assert run(str(tmp_path / "a.txt"), "--move", "2") == 1
    assert "a drawn position has no moves: leave out --move 2" in capsys.readouterr().err


def test_the_network_of_another_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "go.sgf"
    file.write_text("(;GM[1]FF[4]SZ[9];B[ee])")
    assert run(str(file), "--network", NETWORK) == 1
    assert "plays gomoku, not go" in capsys.readouterr().err
