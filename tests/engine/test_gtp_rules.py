"""Rules by name and spelt out."""

import json

import pytest

from tengen.engine.gtp_rules import NAMED, rules_named, rules_of
from tengen.engine.gtp_words import Refusal
from tests.engine.dialogues import Paper


@pytest.mark.parametrize("name", NAMED)
def test_what_is_set_is_told(name: str) -> None:
    paper = Paper(size=5)
    assert paper.says(f"kata-set-rules {name}") == "="
    told = paper.says("kata-get-rules").removeprefix("= ")
    assert paper.session.position.options.items() >= NAMED[name].items()
    other = Paper(size=5)
    assert other.says(f"kata-set-rules {told}") == "="
    assert rules_of(other.session.position) == json.loads(told)


def test_spellings() -> None:
    assert rules_named("New Zealand") == rules_named("new_zealand") == NAMED["new-zealand"]
    assert rules_named('{"ko": "SIMPLE", "scoring": "AREA", "whiteHandicapBonus": "N"}') == {"ko": "simple"}


@pytest.mark.parametrize(
    "unknown",
    ["japanese", "korean", "", "[]", '{"scoring":"TERRITORY"}', '{"tax":"ALL"}', '{"ko":[1]}', "{" * 100_000],
)
def test_what_is_not_counted_by_area(unknown: str) -> None:
    with pytest.raises(Refusal, match="Go is counted by area"):
        rules_named(unknown)


def test_a_game_that_breaks_the_new_rules_keeps_the_old_ones() -> None:
    paper = Paper(size=5)
    paper.says("kata-set-rules tromp-taylor")
    paper.says("gogui-play_sequence b A2 w A1 b B2 b C1 w B1")  # suicide
    assert paper.says("kata-set-rules chinese") == "? the game so far breaks these rules"
    assert paper.session.position.options["suicide"]
