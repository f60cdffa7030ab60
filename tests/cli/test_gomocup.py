"""The command in a pipe."""

import subprocess
import sys
from pathlib import Path

DATA = Path(__file__).parents[1] / "network" / "data"


def spoken(words: str, *arguments: str) -> str:
    command = [sys.executable, "-m", "tengen", "gomocup", *arguments]
    done = subprocess.run(command, input=words, capture_output=True, text=True, check=True)
    assert "; ready" in done.stderr
    return done.stdout


def test_a_game_in_a_pipe() -> None:
    network = ["--network", str(DATA / "gomoku_1x8.onnx"), "--simulations", "8"]
    said = spoken("START 15\r\nINFO rule 0\r\nTURN 7,7\r\n", *network).splitlines()
    assert said[0] == "OK"
    x, y = map(int, said[1].split(","))
    assert 0 <= x < 15
    assert 0 <= y < 15
    assert len(said) == 2


def test_it_ends_with_its_input() -> None:
    assert spoken("start 20\nplay 3,4\n") == "OK\n3,4\n"
    assert spoken("start 20\nend\nplay 3,4\n") == "OK\n"
