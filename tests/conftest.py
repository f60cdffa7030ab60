"""What every test may ask for."""

import os
import shutil
from collections.abc import Callable

import pytest


@pytest.fixture
def program() -> Callable[[str], str]:
    """Find another program that a test needs: `program("gnugo")` is its path."""
    return find_program


def find_program(name: str) -> str:
    """The path of a program; without it the test is skipped, or fails where CI=true promises it."""
    path = shutil.which(name)
    if path:
        return path
    if os.environ.get("CI") == "true":
        pytest.fail(f"{name} is not installed, and with CI=true nothing is skipped: add it to .ci/run")
    pytest.skip(f"{name} is not installed")
