"""`tengen bench`: a table for people, one JSON object for programs."""

import json

import pytest

from tengen import cli
from tengen.bench import Row

ROWS = [
    Row("one move", 2e7, "moves/s", 1e7),
    Row("first | move", 2.5, "s", 1.5),
    Row("a record", 9104, "bytes"),
]


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.cli.bench.run", lambda name: ROWS)


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        cli.app(("bench", *arguments))
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(output_of(capsys, "rules", "--json")) == {
        "name": "rules",
        "rows": [
            {"case": "one move", "value": 2e7, "unit": "moves/s", "target": 1e7},
            {"case": "first | move", "value": 2.5, "unit": "s", "target": 1.5},
            {"case": "a record", "value": 9104, "unit": "bytes", "target": None},
        ],
    }


def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, "rules").splitlines()
    words = [line.replace("│", " ").split() for line in lines]
    assert ["one", "move", "20,000,000", "10,000,000", "moves/s"] in words
    assert ["first", "|", "move", "2.5", "1.5", "s"] in words
    assert ["a", "record", "9,104", "bytes"] in words
