"""What the tests of networks share."""

from pathlib import Path

import pytest
import torch


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> None:
    """Threads inside one small computation wait for each other as soon as another program runs."""
    torch.set_num_threads(1)


@pytest.fixture
def data() -> Path:
    """The folder of tiny networks, which need no torch."""
    return Path(__file__).parent / "data"
