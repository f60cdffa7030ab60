"""Nothing but the protocol goes out."""

import subprocess
import sys

PROGRAM = """
import os
from tengen.cli._wire import open_wire, remark
stream, send = open_wire()
print("a library talks", flush=True)
os.write(1, b"and another\\n")
send("x" * 200_000 + "\\n" + stream.read(10).decode())
remark("people read this")
"""


def test_what_others_print_goes_elsewhere() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], input="words", capture_output=True, text=True, check=True
    )
    assert done.stdout == "x" * 200_000 + "\nwords"
    assert "a library talks\n" in done.stderr
    assert "and another\n" in done.stderr
    assert "tengen: people read this\n" in done.stderr
