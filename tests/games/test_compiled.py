"""Compiled code is kept, found again, and never stale."""

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import config, event

import tengen
from tengen.games import compiled
from tengen.games.compiled import assign, cache_folder, generic, kernel, rule

PACKAGE = Path(tengen.__file__).parent
COMPILING = "tengen: compiling for this machine"

CALLEE = "from tengen.games.compiled import rule\n\n@rule\ndef answer():\n    return {}\n"
CALLER = """
from tengen.games.callee import answer
from tengen.games.compiled import cache_folder, kernel

@kernel
def ask():
    return answer()

if __name__ == "__main__":
    print(ask(), cache_folder() and cache_folder().name)
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the frame alone, with a kernel whose answer comes from another file."""
    games = tmp_path / "tengen" / "games"
    games.mkdir(parents=True)
    shutil.copy(PACKAGE / "__init__.py", games.parent)
    for name in ("__init__.py", "compiled.py"):
        shutil.copy(PACKAGE / "games" / name, games)
    (games / "callee.py").write_text(CALLEE.format(1))
    (games / "caller.py").write_text(CALLER)
    return tmp_path


def ask(house: Path, cache: Path) -> tuple[str, str, list[str]]:
    """The answer, the name of the cache folder and the lines that were logged, in a new process."""
    told = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tengen.games.caller"],
        env={**os.environ, "PYTHONPATH": str(house), "TENGEN_CACHE": str(cache)},
        cwd=house,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    answer, folder = told.stdout.split()
    return answer, folder, told.stderr.splitlines()


def test_compiled_code_is_found_again_until_a_callee_changes(house: Path) -> None:
    answer, folder, lines = ask(house, house / "cache")
    assert answer == "1"
    assert [line.startswith(COMPILING) for line in lines] == [True]
    assert ask(house, house / "cache") == ("1", folder, [])
    (house / "tengen" / "games" / "callee.py").write_text(CALLEE.format(2))
    answer, other, lines = ask(house, house / "cache")
    assert answer == "2"
    assert other != folder
    assert [line.startswith(COMPILING) for line in lines] == [True]
    (house / "tengen" / "games" / "callee.py").write_text(CALLEE.format(1))
    assert ask(house, house / "cache") == ("1", folder, [])


def test_every_rule_is_in_a_file_that_is_watched() -> None:
    watched = {path for pattern in compiled.COMPILED_SOURCES for path in PACKAGE.glob(pattern)}
    rules = {path for path in PACKAGE.rglob("*.py") if "\n@rule\n" in path.read_text(encoding="utf-8")}
    assert PACKAGE / "records" / "lesson.py" in rules
    assert rules - watched == {PACKAGE / "bench" / "rules.py"}  # its rule is used in its own kernels alone


def test_without_a_folder_code_is_compiled_in_memory(house: Path) -> None:
    (house / "file").touch()
    answer, folder, lines = ask(house, house / "file" / "below")
    assert (answer, folder) == ("1", "None")
    assert len(lines) == 2
    assert lines[0].startswith("tengen: no folder to keep compiled code in (")
    assert lines[0].endswith("point TENGEN_CACHE at a folder that can be written")
    assert lines[1].startswith(COMPILING)


@pytest.fixture
def fresh() -> Callable[[], Path | None]:
    """`cache_folder` as a new process would call it."""
    return cache_folder.__wrapped__


def test_the_folder_is_where_people_say(
    fresh: Callable[[], Path | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("TENGEN_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    found = [fresh()]
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    found.append(fresh())
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path / "mine"))
    found.append(fresh())
    roots = [tmp_path / ".cache" / "tengen", tmp_path / "xdg" / "tengen", tmp_path / "mine"]
    assert [folder and folder.parent for folder in found] == [root / "compiled" for root in roots]
    assert len({folder and folder.name for folder in found}) == 1


def test_somebody_without_a_home_is_served(
    fresh: Callable[[], Path | None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("TENGEN_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert fresh() is None
    assert "Could not determine home directory" in caplog.text
    assert len(caplog.records) == 1


def test_only_old_versions_are_forgotten(
    fresh: Callable[[], Path | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TENGEN_CACHE", str(tmp_path))
    root = tmp_path / "compiled"
    for age in range(6):
        (root / f"{age:016x}").mkdir(parents=True)
        os.utime(root / f"{age:016x}", (1000 - age, 1000 - age))
    (root / "photographs").mkdir()
    os.utime(root / "photographs", (1, 1))
    (root / ("f" * 16)).symlink_to(root / "gone")  # as if another process had just removed it
    folder = fresh()
    assert folder is not None
    newest = {f"{age:016x}" for age in range(compiled.KEPT_VERSIONS - 1)}
    assert {path.name for path in root.iterdir() if path.is_dir()} == {folder.name, "photographs", *newest}


def test_other_peoples_kernels_keep_their_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(tmp_path / "theirs")
    monkeypatch.setattr(config, "CACHE_DIR", folder)
    ours: Any = kernel(plus_one)
    theirs = numba.njit(cache=True)(plus_one)
    assert folder == config.CACHE_DIR
    assert Path(theirs._cache.cache_path).is_relative_to(folder)
    assert Path(ours._cache.cache_path).is_relative_to(cache_folder() or "")
    with pytest.raises(TypeError, match="not a function"):
        kernel(3)  # type: ignore[type-var]  # a mistake must not leave our folder behind
    assert folder == config.CACHE_DIR


def plus_one(number: int) -> int:
    return number + 1


def test_a_rule_stays_a_plain_function() -> None:
    assert rule(plus_one) is plus_one


def test_compiling_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    announcement = compiled._Announcement()
    started, ended = (event.Event("numba:compile", status) for status in event.EventStatus)
    for _ in range(3):
        announcement.notify(started)
        announcement.notify(ended)
    assert [record.getMessage().startswith(COMPILING) for record in caplog.records] == [True]
    assert caplog.records[0].levelno == logging.WARNING


class Loud:
    """A module that says it its own way."""

    @staticmethod
    def greet(who: str, times: int) -> str:
        return who.upper() * times


def test_a_generic_function_is_the_modules_own_or_its_declaration() -> None:
    @generic(lambda who: Loud if who == "loud" else None)
    def greet(who: str, times: int) -> str:
        """Say a name."""
        return who * times

    assert greet("loud", 2) == "LOUDLOUD"
    assert greet("quiet", 2) == "quietquiet"
    assert greet.__doc__ == "Say a name."


PAIR = np.dtype([("first", np.int32), ("second", np.int16, 3)])


@kernel
def assign_compiled(target: Any, source: Any, count: int) -> None:
    assign(target, source, count)


@pytest.mark.parametrize(
    ("count", "second"), [(4, [0, 0, 0]), (6, [5, 0, 0]), (10, [5, 6, 7]), (99, [5, 6, 7])]
)
def test_a_record_is_copied_as_far_as_it_is_needed(count: int, second: list[int]) -> None:
    records = np.zeros(4, PAIR).view(np.recarray)
    records[0] = (3, [5, 6, 7])
    assign_compiled(records[1], records[0], count)
    assert records[1].first == 3
    assert records[1].second.tolist() == second
    assign(records[2], records[0], count)
    assert records[2].tobytes() == records[0].tobytes()
    assert not records[3].second.any()
