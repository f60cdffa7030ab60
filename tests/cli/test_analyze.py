"""`tengen analyze`: candidates of one position as a table, or as JSON."""

import json
from pathlib import Path

import pytest

from tengen import cli

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


def test_the_network_of_another_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "go.sgf"
    file.write_text("(;GM[1]FF[4]SZ[9];B[ee])")
    assert run(str(file), "--network", NETWORK) == 1
    assert "plays gomoku, not go" in capsys.readouterr().err
