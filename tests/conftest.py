"""What every test may ask for."""

import os
import shutil
from collections.abc import Callable

import pytest
from hypothesis import settings

# Nothing is timed in the tests: a first call may compile.
settings.register_profile("tengen", deadline=None)
settings.load_profile("tengen")


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
