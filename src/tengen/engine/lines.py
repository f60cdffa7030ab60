"""The lines that a program is told, read by a thread of its own: so that it hears a word while it thinks."""

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Protocol

CHUNK = 65_536


class Readable(Protocol):
    """A raw stream: `read` waits for some bytes, and gives none at the end."""

    def read(self, most: int, /) -> bytes | None:
        """At most so many bytes."""


class Lines:
    """An iterator over lines, without their ends; the reading thread stays ahead of it.

    Pipes are read in this plain way on every system: nothing is selected, nothing is polled.
    """

    def __init__(self, stream: Readable, urgent: Callable[[str], bool] = lambda line: False) -> None:
        """Some lines may be urgent: whoever thinks should look at once whether one has come."""
        self._stream, self._is_urgent = stream, urgent
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._urgent: deque[str] = deque()
        threading.Thread(target=self._read, daemon=True).start()

    def waiting(self) -> bool:
        """Whether a line, or the end, has come and was not taken yet."""
        return not self._lines.empty()

    def urgent(self) -> str:
        """The latest urgent line that has come and was not taken yet, or nothing."""
        try:
            return self._urgent[-1]
        except IndexError:
            return ""

    def __iter__(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            if self._is_urgent(line):
                self._urgent.popleft()
            yield line

    def _read(self) -> None:
        rest = b""
        while chunk := self._stream.read(CHUNK):
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                self._put(line)
        if rest:
            self._put(rest)
        self._lines.put(None)

    def _put(self, line: bytes) -> None:
        text = line.decode("utf-8", "replace")
        if self._is_urgent(text):
            self._urgent.append(text)
        self._lines.put(text)
