"""The verbs of make: each has its line of help, and a machine that cannot run tengen is told why."""

import os
import pkgutil
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tengen import cli
from tengen.config import preset_names

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
VERBS = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[0].split()

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make as if from a shell, also when these tests were started by make."""
    command = ["make", "--no-print-directory", "-C", str(ROOT), *arguments]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment)


def setup_with(folder: Path, script: str) -> str:
    """What `make setup` says where Python is this script, and no environment stands yet."""
    python = folder / "python"
    python.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    python.chmod(0o755)
    answer = make("setup", f"VENV={folder / 'venv'}", f"PYTHON={python}")
    assert answer.returncode != 0
    assert answer.stdout == ""
    assert not (folder / "venv").exists()
    return answer.stderr.splitlines()[0]


def test_help_is_the_default_and_has_a_line_for_every_verb() -> None:
    lines = make().stdout.splitlines()
    assert [line.split()[1] for line in lines] == VERBS
    assert all(len(line.split()) > 2 and len(line) <= 110 for line in lines)


def test_every_command_of_tengen_exists() -> None:
    called = set(re.findall(r"\$\(BIN\)/tengen ([a-z]+)", MAKEFILE))
    assert called
    assert called <= {module.name for module in pkgutil.iter_modules(cli.__path__)}


def test_train_takes_a_preset_that_there_is() -> None:
    environment = [f"VENV={Path(sys.prefix)}", f"READY={ROOT / 'Makefile'}"]  # it stands already
    for arguments, name in (([], "gomoku9"), (["PRESET=go7"], "go7")):
        assert make("--dry-run", "train", *environment, *arguments).stdout.split()[-2:] == ["train", name]
        assert name in preset_names()


def test_old_python(tmp_path: Path) -> None:
    complaint = setup_with(tmp_path, 'test "$1" = --version && echo Python 3.9.2; exit 1')
    assert complaint.startswith("tengen needs Python 3.11 or newer, found Python 3.9.2;")


def test_python_without_venv(tmp_path: Path) -> None:
    complaint = setup_with(tmp_path, 'case "$2" in *ensurepip*) exit 1;; esac')
    assert complaint == "Python's venv module is missing; on Debian and Ubuntu: apt-get install python3-venv"
