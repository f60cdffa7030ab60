"""One process at a time: a lock that dies with its process, however that ends."""

import os
import sys
from pathlib import Path

FAR = 1 << 30  # Windows locks bytes and then nobody reads them: one far behind the text is locked

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        os.lseek(handle, FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """Held from its making to `release`; the file stays and says who held it last."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _take(self._handle)
        except OSError as error:
            holder = os.read(self._handle, 20).decode(errors="replace").strip()
            os.close(self._handle)
            raise BlockingIOError(
                f"{path.parent} is in use by process {holder or '?'}: one at a time; stop that one first"
            ) from error
        try:
            os.ftruncate(self._handle, 0)
            os.write(self._handle, f"{os.getpid()}\n".encode())
        except OSError:  # a full disk: the lock holds all the same, it just does not say whose it is
            pass

    def release(self) -> None:
        """Let another process have it."""
        os.close(self._handle)
