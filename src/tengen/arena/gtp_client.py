"""Other people's programs, asked over GTP: started, told one command at a time, ended.

A program is on its own: it may die, hang, or answer anything at all. All of it ends in ProgramFailed.
"""

import contextlib
import os
import queue
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from typing import IO, cast

LONGEST_LINE, MOST_LINES = 10_000, 1_000  # of one answer
PARTING = 2.0  # seconds in which to end
TOLD = 80  # characters of what it said that go into a message


class ProgramFailed(RuntimeError):
    """A program that does not do its part; the message says what it did instead."""


class Refused(ProgramFailed):
    """It answered that it cannot do what it was asked to."""


class Program:
    """A process that answers GTP, each command within so many seconds."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.timeout = timeout
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the process
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C is for the match, which ends its programs itself
            )
        except OSError as error:
            self._complaints.close()
            raise ProgramFailed(f"cannot be started: {error.strerror}") from None
        self._input = cast(IO[str], self._process.stdin)
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()  # an empty text is the end
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def ask(self, command: str) -> str:
        """The answer to a command, without its sign."""
        self._tell(command)
        lines = self._answer(command)
        sign, text = lines[0][0], "\n".join([lines[0][1:], *lines[1:]]).strip()
        if sign == "?":
            raise Refused(f"refused {command!r}: {text[:TOLD]}")
        if sign != "=":
            raise ProgramFailed(f"answered {lines[0][:TOLD]!r} to {command!r}, which is not GTP")
        return text

    def close(self) -> None:
        """Ask it to end, and see that it does."""
        self._tell("quit")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(min(PARTING, self.timeout))
        self.kill()

    def kill(self) -> None:
        """End it, and whatever it started, at once."""
        if self._process.poll() is None:
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
            self._process.wait()
        with contextlib.suppress(OSError):  # what it never read is lost
            self._input.close()
        self._reader.join(PARTING)
        self._complaints.close()

    def _tell(self, command: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # it has died: whoever waits for an answer will hear
            self._input.write(f"{command}\n")
            self._input.flush()

    def _read(self) -> None:
        """Hand its lines on until it closes its end; in a thread, so that nobody waits for ever."""
        with cast(IO[str], self._process.stdout) as output:
            for line in iter(lambda: output.readline(LONGEST_LINE), ""):
                self._lines.put(line)
        self._lines.put("")

    def _answer(self, command: str) -> list[str]:
        """The lines up to an empty one; empty lines before them mean nothing."""
        deadline, found = time.monotonic() + self.timeout, list[str]()
        for _ in range(MOST_LINES):
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                waited = f"within {self.timeout:g} seconds"
                raise ProgramFailed(f"gave no answer to {command!r} {waited}") from None
            if not line:
                raise ProgramFailed(f"died at {command!r}{self._last_words()}")
            if line.strip():
                found.append(line.strip())
            elif found:
                return found
        raise ProgramFailed(f"answered more than {MOST_LINES} lines to {command!r}")

    def _last_words(self) -> str:
        """Its exit code, and the last line of its complaints."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING)
        self._complaints.seek(max(0, self._complaints.seek(0, os.SEEK_END) - LONGEST_LINE))
        said = self._complaints.read().decode("utf-8", "replace").strip()
        last = said.rpartition("\n")[2].strip()
        return f" with exit code {self._process.poll()}" + (f": {last[:TOLD]}" if last else "")
