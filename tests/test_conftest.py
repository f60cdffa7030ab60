"""A missing program skips a test at home and fails it in CI."""

import shutil

import pytest

from tests.conftest import find_program

NOWHERE = "a-program-that-nobody-has"


def test_program_is_found() -> None:
    assert find_program("sh") == shutil.which("sh")


def test_missing_program_skips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=NOWHERE):
        find_program(NOWHERE)


def test_missing_program_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"\.ci/run"):
        find_program(NOWHERE)
