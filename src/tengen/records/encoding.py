"""Which letters the bytes of a record stand for.

A file that says nothing is UTF-8 if its bytes are valid UTF-8, and Latin-1 (the default of SGF)
otherwise. The same holds for files that claim to be Latin-1: all bytes are valid Latin-1, so the
claim costs nothing and is often wrong, but hardly any Latin-1 text with accents is valid UTF-8.
Every other claim must fit the bytes. Nothing is replaced or dropped: what cannot be read is refused.
"""

import codecs
import re

from tengen.records.record import RecordError

MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
KNOWN = re.compile(r"ascii|utf-8|iso8859-\d+|cp\d+|koi8-[rtu]|gb\w+|big5\w*|shift_jis\w*|euc_\w+|iso2022_\w+")
LATIN = "cp1252"  # Latin-1 with the punctuation that Windows puts where Latin-1 has nothing
# What programs really write under a name: its superset.
SUPERSETS = {
    "ascii": LATIN,
    "iso8859-1": LATIN,
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
# Four letters beyond ASCII in a row are no western word: the bytes are some other encoding.
FOREIGN = re.compile(rb"[\x80-\xff]{4}")


def decode(data: bytes, declared: str = "", file: str = "") -> str:
    """The text of a file, given the encoding that it or its reader declares, if any."""
    for mark, codec in MARKS.items():
        if data.startswith(mark):
            return _strictly(data[len(mark) :], codec, "its byte order mark", file)
    codec = _codec(declared, file) if declared else LATIN
    if codec != LATIN:
        return _strictly(data, codec, f"its encoding is said to be {declared}", file)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        foreign = None if declared else FOREIGN.search(data)
    if foreign:
        raise _error(
            "text in an encoding that is not named: say which with encoding=", data, foreign.start(), file
        )
    return _strictly(data, LATIN, "it is not UTF-8 either", file)


def _codec(declared: str, file: str) -> str:
    try:
        name = codecs.lookup(declared.strip()).name
    except (LookupError, ValueError):
        name = ""
    if not KNOWN.fullmatch(name):
        raise RecordError(f"unknown encoding {declared[:40]!r}: expected one like UTF-8 or GB18030", file)
    return SUPERSETS.get(name, name)


def _strictly(data: bytes, codec: str, why: str, file: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        seen = " ".join(f"{byte:02x}" for byte in data[error.start : error.start + 4])
        message = f"bytes {seen} are not {codec} ({why}): give encoding="
        raise _error(message, data, error.start, file) from error


def _error(message: str, data: bytes, offset: int, file: str) -> RecordError:
    line_start = data.rfind(b"\n", 0, offset) + 1
    return RecordError(message, file, data.count(b"\n", 0, offset) + 1, offset - line_start + 1)
