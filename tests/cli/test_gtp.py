"""The command in a pipe: the protocol alone comes out, whoever prints."""

import subprocess
import sys
from pathlib import Path

from tengen.cli.gtp import session_for

DATA = Path(__file__).parents[1] / "network" / "data"


def spoken(words: str, *arguments: str) -> str:
    command = [sys.executable, "-m", "tengen", "gtp", "--simulations", "8", *arguments]
    done = subprocess.run(command, input=words, capture_output=True, text=True, check=True)
    assert "; ready" in done.stderr
    return done.stdout


def test_a_game_in_a_pipe() -> None:
    said = spoken("1 name\nboardsize 5\nplay b C3\ngenmove w\n2 quit\n3 name\n", "--seconds", "0.01")
    first, *_, moved, left = said.split("\n\n")[:-1]
    assert first == "=1 tengen"
    assert moved.startswith("= ")
    assert left == "=2"


def test_it_ends_with_its_input() -> None:
    said = spoken("gogui-rules_game_id\nversion\nkata-analyze 10\n", "--game", "gomoku", "--rule", "renju")
    assert said == "= Gomoku\n\n= 0.1.0\n\n=\n\n"


def test_the_network_says_which_game_it_plays() -> None:
    session = session_for("", str(DATA / "gomoku_1x8.onnx"), 8, 1, {})
    assert session.position.game == "gomoku"
    assert session.memory == 1_000_000
    assert session_for("", "", 8, 1, {}).position.game == "go"


def test_a_wrong_network_is_one_line() -> None:
    command = [sys.executable, "-m", "tengen", "gtp", "--network", "nobody"]
    done = subprocess.run(command, input="name\n", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("tengen: no network 'nobody'")
    assert done.stderr.count("\n") == 1
