"""Lines are read ahead by a thread; urgent ones are noticed, and nothing is lost."""

import os
import threading
from io import BytesIO

from tengen.engine.lines import Lines


def test_lines_as_they_are() -> None:
    assert list(Lines(BytesIO(b"one\ntwo\r\n\n\xff four\nlast"))) == ["one", "two\r", "", "� four", "last"]
    assert list(Lines(BytesIO(b""))) == []


def test_many_lines_in_pieces() -> None:
    text = b"".join(b"%d %s\n" % (number, b"x" * (number % 700)) for number in range(5_000))
    assert b"\n".join(line.encode() for line in Lines(BytesIO(text))) + b"\n" == text


def test_a_word_is_heard_before_it_is_taken() -> None:
    reading, writing = os.pipe()
    with open(reading, "rb", buffering=0) as stream:  # noqa: PTH123
        lines = Lines(stream, lambda line: line == "now")
        taken = iter(lines)
        os.write(writing, b"first\n")
        assert next(taken) == "first"
        assert not lines.waiting()
        os.write(writing, b"later\nnow\n")
        heard = threading.Event()
        while not lines.urgent():
            heard.wait(0.001)
        assert lines.waiting()
        assert next(taken) == "later"
        assert lines.urgent()
        assert next(taken) == "now"
        assert not lines.urgent()
        os.close(writing)
        assert list(taken) == []
