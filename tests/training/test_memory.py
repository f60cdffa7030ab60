"""Freed memory is kept for the next step; another C library than glibc is no harm."""

import ctypes
import platform
import subprocess
import sys
from typing import Any

import pytest

from tengen.training import memory

# Pages that the system had to clear, for blocks that were freed just before.
FAULTS = """
import ctypes, resource, sys
sys.path[:] = {path!r}
from tengen.training.memory import keep_freed
library = ctypes.CDLL(None)
library.prctl(41, 1, 0, 0, 0)  # pages of the usual size only, to be counted
library.malloc.restype, library.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
library.free.argtypes = [ctypes.c_void_p]
def use():
    blocks = [library.malloc({size}) for _ in range(8)]
    for block in blocks: ctypes.memset(block, 1, {size})
    for block in blocks: library.free(block)
if {keep}: assert keep_freed()
for _ in range(3): use()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(3): use()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""
SIZE = 12_000_000


def faults(keep: bool) -> int:
    program = FAULTS.format(path=sys.path, size=SIZE, keep=keep)
    return int(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can be asked")
def test_what_is_freed_is_kept() -> None:
    assert faults(keep=True) < 100
    assert faults(keep=False) > 1000


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc can be asked")
def test_glibc_agrees() -> None:
    assert memory.keep_freed()


def test_another_library_is_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: Any) -> Any:
        return object()  # a library without mallopt

    def none(name: Any) -> Any:
        raise OSError("no such library")

    for library in (missing, none):
        monkeypatch.setattr(ctypes, "CDLL", library)
        assert not memory.keep_freed()
