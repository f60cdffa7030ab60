"""The stored trees grow again, visit by visit."""

import json

import pytest

from tests.search.golden import CASES, FILE, as_json, grown


@pytest.mark.parametrize("name", CASES)
def test_the_same_tree_as_stored(name: str) -> None:
    assert as_json(grown(name)) == json.loads(FILE.read_text())[name]
