"""Where Numba lives: compiled code is made once per machine and found again in every later process.

Numba does not notice when a function that a cached kernel calls changes in another file. So the
cache folder is named after all sources that kernels are made of: no one ever runs stale rules.
"""

import contextlib
import functools
import hashlib
import logging
import os
import platform
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.core import cgutils, config, event
from numba.extending import intrinsic, overload, register_jitable
from numpy.typing import NDArray

__all__ = ["assign", "borrowed", "cache_folder", "generic", "kernel", "rule", "scratch"]

Function = TypeVar("Function", bound=Callable[..., Any])
Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
Arrays = TypeVar("Arrays", bound=tuple[Any, ...])

# The files whose functions end up inside kernels; whoever works on others need not compile anything anew.
COMPILED_SOURCES = (
    "games/*.py",
    "search/*.py",
    "network/*.py",
    "records/lesson.py",
    "training/batch.py",
)
KEPT_VERSIONS = 4
KEY_LENGTH = 16
log = logging.getLogger("tengen")


def rule(function: Function) -> Function:
    """Mark a plain function so that kernels can call it; from Python it stays plain."""
    return cast(Function, register_jitable(error_model="numpy")(function))


def kernel(function: Function) -> Function:
    """Compile a module-level function; it releases the GIL and is kept on disk."""
    folder = cache_folder()
    options = {"nogil": True, "error_model": "numpy", "cache": folder is not None}
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder or "")
    try:  # Numba reads the folder while it decorates; other people's kernels keep their own
        return cast(Function, numba.njit(**options)(function))
    finally:
        config.CACHE_DIR = before


def scratch(dtype: np.dtype[Any]) -> NDArray[Any]:
    """Room for one record of a type, [1], asked for by Python or inside a kernel."""
    return np.zeros(1, dtype).view(np.recarray)


def _scratch(dtype: Any) -> Callable[[Any], Any]:
    return lambda dtype: np.zeros(1, dtype)


overload(scratch, strict=False)(_scratch)


def assign(target: Any, source: Any, count: int) -> None:
    """Make a record equal to another of its type, in its first `count` bytes if no more are needed.

    Compiled code copies just those: much of a record with a long memory is still empty.
    """
    for name in target.dtype.names:
        target[name] = source[name]


@intrinsic  # type: ignore[untyped-decorator]
def _copy_bytes(_: Any, target: Any, source: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        places = [builder.bitcast(record, cgutils.voidptr_t) for record in values[:2]]
        cgutils.raw_memcpy(builder, *places, values[2], 1)
        return context.get_dummy_value()

    return types.void(target, source, types.intp), generate


def _assign(target: Any, source: Any, count: Any) -> Callable[[Any, Any, Any], Any] | None:
    whole = target.size
    if target != source:
        return None
    return lambda target, source, count: _copy_bytes(target, source, min(count, whole))


overload(assign, strict=False)(_assign)


def borrowed(arrays: Arrays) -> Arrays:
    """The same tuple of arrays; compiled code need not count who refers to them, the caller keeps them.

    Counting is atomic and goes on at every call of a rule: it would take half of the time of a search.
    """
    return arrays


@intrinsic  # type: ignore[untyped-decorator]
def _without_owners(_: Any, arrays: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        (changed,) = values
        for number in range(len(arrays)):  # an array begins with a pointer to what counts its owners
            changed = builder.insert_value(changed, cgutils.voidptr_t(None), [number, 0])
        return changed

    return arrays(arrays), generate


def _borrowed(arrays: Any) -> Callable[[Any], Any]:
    return lambda arrays: _without_owners(arrays)


overload(borrowed, strict=False)(_borrowed)


def generic(
    find: Callable[[Any], Any],
) -> Callable[[Callable[Arguments, Answer]], Callable[Arguments, Answer]]:
    """Make a declaration call the function of its name in the module that its first argument leads to.

    `find` gets that argument, or Numba's type of it while a kernel is compiled. Where the module has no
    such function, the body of the declaration holds.
    """

    def dispatch(declared: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
        def chosen(first: Any, *rest: Any) -> Any:
            return getattr(find(first), declared.__name__, declared)

        @functools.wraps(declared)
        def stub(first: Any, *rest: Any) -> Any:
            return chosen(first)(first, *rest)

        overload(stub, strict=False)(chosen)  # a game may name and annotate its arguments as it likes
        return cast(Callable[Arguments, Answer], stub)

    return dispatch


@functools.cache
def cache_folder() -> Path | None:
    """The folder for this version's compiled code, or None where nothing can be written."""
    try:
        root = Path(os.environ.get("TENGEN_CACHE") or _user_cache()) / "compiled"
        folder = root / _sources_key()
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.touch()
        probe.unlink(missing_ok=True)
    except (OSError, RuntimeError) as error:  # RuntimeError: this user has no home
        log.warning(
            "tengen: no folder to keep compiled code in (%s): it is compiled again in every process; "
            "point TENGEN_CACHE at a folder that can be written",
            error,
        )
        return None
    _forget_old_versions(root)
    return folder


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "tengen"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "tengen"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tengen"


def _sources_key() -> str:
    """A short name that changes with any source, Python, Numba or NumPy that kernels are made of."""
    digest = hashlib.sha256()
    for version in (platform.python_version(), numba.__version__, np.__version__):
        digest.update(version.encode() + b"\0")
    package = Path(__file__).parents[1]
    for pattern in COMPILED_SOURCES:
        for source in sorted(package.glob(pattern)):
            digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:KEY_LENGTH]


def _forget_old_versions(root: Path) -> None:
    """Keep the versions used last; whatever else lies there is not ours to remove."""
    used = {}
    for folder in root.glob("[0-9a-f]" * KEY_LENGTH):
        with contextlib.suppress(FileNotFoundError):  # another process forgets the same one
            used[folder] = folder.stat().st_mtime
    for folder in sorted(used, key=used.__getitem__, reverse=True)[KEPT_VERSIONS:]:
        shutil.rmtree(folder, ignore_errors=True)


class _Announcement(event.Listener):  # type: ignore[misc]
    """Says once per process that something is being compiled, because it takes a while."""

    said = False

    def on_start(self, event: event.Event) -> None:
        if not self.said:
            self.said = True
            log.warning("tengen: compiling for this machine; this happens once and takes up to a minute ...")

    def on_end(self, event: event.Event) -> None:
        """Only the beginning is worth a line."""


event.register("numba:compile", _Announcement())
