"""Thousands of real games of Go, move by move."""

from collections import Counter
from dataclasses import replace

import pytest

from tengen.records import sgf
from tengen.records.record import Record, RecordError, positions
from tests.records.test_sgf import collection

# The games in which a board came back, and the ply that brought it. All of them keep to simple ko.
REPEATING = {
    "00078.sgf": 54,
    "00165.sgf": 61,
    "00214.sgf": 66,
    "00224.sgf": 60,
    "00285.sgf": 72,
    "00332.sgf": 84,
    "00346.sgf": 74,
    "00410.sgf": 73,
    "00425.sgf": 68,
    "00763.sgf": 63,
    "02224.sgf": 69,
    "03691.sgf": 87,
    "04129.sgf": 93,
}
AND_SIDE_TO_MOVE = {"00224.sgf", "00332.sgf", "00763.sgf", "03691.sgf", "04129.sgf"}  # of these


def test_real_games_are_legal_under_superko() -> None:
    files = collection()
    seen = replayed({name: files[name] for name in (*sorted(files)[::20], *REPEATING)})
    assert seen["games"] > 450
    assert seen["repeating"] == len(REPEATING)


@pytest.mark.prove
def test_all_real_games_are_legal_under_superko() -> None:
    seen = replayed(collection())
    print(f"\nreal games: {dict(seen)}")
    assert seen["games"] == 9_468
    assert seen["repeating"] == len(REPEATING)


def replayed(files: dict[str, bytes]) -> Counter[str]:
    """Play the games; every move is legal but those that are listed."""
    seen: Counter[str] = Counter()
    for name, data in files.items():
        (record,) = sgf.parse(data, name)
        complaint = forbidden(record, "positional")
        seen += Counter(games=1, plies=record.plies, repeating=int(bool(complaint)))
        if name in REPEATING:
            assert complaint.startswith(f"ply {REPEATING[name]} of")
            assert "superko" in complaint
            assert bool(forbidden(record, "situational")) == (name in AND_SIDE_TO_MOVE)
            complaint = forbidden(record, "simple")
        assert not complaint, (name, complaint)
    return seen


def forbidden(record: Record, ko: str) -> str:
    """What a rule of ko has against a game, if anything."""
    try:
        for _ in positions(replace(record, options={**record.options, "ko": ko})):
            pass
    except RecordError as error:
        return str(error)
    return ""
