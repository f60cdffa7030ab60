"""What the tests of networks share."""

from pathlib import Path

import pytest


@pytest.fixture
def data() -> Path:
    """The folder of tiny networks, which need no torch."""
    return Path(__file__).parent / "data"
