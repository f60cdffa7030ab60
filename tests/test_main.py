"""`python -m tengen` is the command line."""

import subprocess
import sys

import tengen


def test_module_runs_the_command_line() -> None:
    command = [sys.executable, "-m", "tengen", "--version"]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    assert answer.stdout == f"tengen {tengen.__version__}\n"
