"""Files and folders that are whole or not there, whenever the process is killed."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UNFINISHED = ".new"  # how the names of those end that are still being made; a dot begins them


def write(path: Path, data: bytes) -> None:
    """Put data into a file: all of it, on the disk; or leave what was there."""
    new = path.with_name(f".{path.name}{UNFINISHED}")
    try:
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
        keep_names(path.parent)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder to fill, which gets its name when the block ends well and is gone when it does not."""
    if path.exists():
        raise ValueError(f"{path} is there already: choose another name, or move it away")
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        new.mkdir(parents=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        yield new
        keep_names(new)
        new.rename(path)
        keep_names(path.parent)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise


def unfinished(path: Path) -> list[Path]:
    """What is left of folders by this name that were never finished."""
    return sorted(path.parent.glob(f".{path.name}.*{UNFINISHED}"))


def leftovers(folder: Path) -> list[Path]:
    """What is left of files in a folder that were never finished."""
    return sorted(folder.glob(f".*{UNFINISHED}"))


def keep_names(folder: Path) -> None:
    """Have the disk remember which files a folder holds; Windows sees to that by itself."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
