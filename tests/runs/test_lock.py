"""The lock holds against this process and others, and dies with its holder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.runs.lock import Lock

HOLD = """
import sys
from pathlib import Path
from tengen.runs.lock import Lock

lock = Lock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_one_is_told_who_holds_it(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "lock")
    with pytest.raises(BlockingIOError, match=f"in use by process {os.getpid()}"):
        Lock(tmp_path / "lock")
    lock.release()
    Lock(tmp_path / "lock").release()


def test_it_dies_with_its_process(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path / "lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(BlockingIOError, match=f"in use by process {holder.pid}: one at a time"):
            Lock(tmp_path / "lock")
        holder.kill()
    Lock(tmp_path / "lock").release()


def test_a_long_number_of_an_earlier_holder_is_gone(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("12345678901234567\n")
    lock = Lock(tmp_path / "lock")
    assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"
    lock.release()
