"""What the tests of matches share."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

FAKE = Path(__file__).parent / "fake_gtp.py"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Where the fake program writes down what it is told."""
    return tmp_path / "told.txt"


@pytest.fixture
def fake(log: Path) -> Callable[..., list[str]]:
    """The command of a fake program: `fake("die", after=2)`."""

    def command(habit: str = "play", after: int = 0) -> list[str]:
        return [sys.executable, "-I", str(FAKE), str(log), str(after), habit]

    return command
