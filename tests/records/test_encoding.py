"""Bytes are read as what they are, or refused; never mangled."""

import pytest

from tengen.records.encoding import decode
from tengen.records.record import RecordError

CYRILLIC, HANZI, KANA, ACCENTS = "Иванов", "李昌镐", "ヒカルの碁", "Müller é"


@pytest.mark.parametrize(
    ("text", "written_as", "declared"),
    [
        (ACCENTS, "utf-8", ""),
        (HANZI, "utf-8", ""),
        (HANZI, "utf-8-sig", ""),
        (HANZI, "utf-8-sig", "gbk"),  # the mark is stronger than the claim
        (KANA, "utf-16", ""),
        (ACCENTS, "latin-1", ""),  # the default of SGF
        ("don\N{RIGHT SINGLE QUOTATION MARK}t", "cp1252", ""),  # what Windows makes of it
        (ACCENTS, "latin-1", "ISO-8859-1"),
        (HANZI, "utf-8", "ISO-8859-1"),  # a claim that many programs make and do not keep
        (ACCENTS, "utf-8", "us-ascii"),
        (HANZI, "utf-8", " UTF-8 "),
        (HANZI, "gb2312", "gb2312"),
        ("镕", "gbk", "gb2312"),  # not in GB2312, but in what programs write under that name
        (HANZI, "gb18030", "GB18030"),
        (KANA, "shift_jis", "Shift_JIS"),
        ("①", "cp932", "Shift_JIS"),
        (KANA, "euc_jp", "EUC-JP"),
        (KANA, "iso2022_jp", "ISO-2022-JP"),
        ("이창호", "euc_kr", "EUC-KR"),
        ("圍棋", "big5", "Big5"),
        (CYRILLIC, "koi8-r", "KOI8-R"),
        (CYRILLIC, "cp1251", "windows-1251"),
        ("Łódź", "iso8859-2", "ISO-8859-2"),
    ],
)
def test_what_is_written_is_read(text: str, written_as: str, declared: str) -> None:
    assert decode(text.encode(written_as), declared) == text


@pytest.mark.parametrize(
    ("data", "declared", "complaint"),
    [
        (b"ab\nc\xff", "UTF-8", r"x\.sgf, line 2, column 2: bytes ff are not utf-8"),
        (HANZI.encode("gbk"), "", "line 1, column 1: text in an encoding that is not named"),
        (b"abc" + CYRILLIC.encode("koi8-r"), "", "line 1, column 4: text in an encoding"),
        (KANA.encode("shift_jis"), "", "encoding"),
        (b"a\x81", "", "bytes 81 are not cp1252"),  # the only bytes that no Latin-1 text of Windows has
        (b"\xef\xbb\xbf\xff", "", "byte order mark"),
        (b"\xff\xfe\x00", "", "byte order mark"),
        (b"a", "no-such", "unknown encoding 'no-such'"),
        (b"a", "rot13", "unknown encoding"),
        (b"a", "unicode_escape", "unknown encoding"),
        (b"a", "punycode", "unknown encoding"),  # takes for ever on long texts
        (b"a", "utf\0", "unknown encoding"),
    ],
)
def test_what_does_not_fit_is_refused(data: bytes, declared: str, complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        decode(data, declared, "x.sgf")
