"""The command in a pipe."""

import json
import subprocess
import sys
from pathlib import Path

NETWORK = str(Path(__file__).parents[1] / "network" / "data" / "go_1x8.onnx")


def test_questions_in_a_pipe() -> None:
    query = {"id": "q", "boardXSize": 5, "boardYSize": 5, "maxVisits": 8, "moves": [["B", "C3"]]}
    words = json.dumps(query) + '\n{"id":"m","action":"query_models"}\n'
    command = [sys.executable, "-m", "tengen", "katago", "--network", NETWORK]
    done = subprocess.run(command, input=words, capture_output=True, text=True, check=True)
    said = {each["id"]: each for each in map(json.loads, done.stdout.splitlines())}
    assert said["q"]["rootInfo"]["visits"] == 8
    assert said["m"]["models"] == [{"name": "go_1x8"}]
    assert "ready" in done.stderr
