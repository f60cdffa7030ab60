"""GTP's commands about rules and settings. Go is counted by area here, without taxes or a button."""

import json
from typing import Any

from tengen.engine.gtp_words import SYNTAX, Command, Desk, Refusal, Words, take, whole_in
from tengen.engine.search import MOST
from tengen.games.position import Position

KO = {"SIMPLE": "simple", "POSITIONAL": "positional", "SITUATIONAL": "situational"}
ONLY = {"scoring": "AREA", "tax": "NONE", "hasButton": False}  # what cannot be otherwise
IGNORED = ("whiteHandicapBonus", "friendlyPassOk")  # a matter of komi and of manners
NAMED: dict[str, dict[str, Any]] = {
    "tromp-taylor": {"ko": "positional", "suicide": True},
    "chinese": {"ko": "simple", "suicide": False},
    "chinese-ogs": {"ko": "positional", "suicide": False},
    "chinese-kgs": {"ko": "positional", "suicide": False},
    "aga": {"ko": "situational", "suicide": False},
    "bga": {"ko": "situational", "suicide": False},
    "new-zealand": {"ko": "situational", "suicide": True},
}
UNKNOWN = "these rules are not known here: Go is counted by area, without a tax or a button"


def rules_named(name: str) -> dict[str, Any]:
    """The options of a game of Go for a name, however it is spelt, or for KataGo's JSON."""
    if name.lstrip().startswith("{"):
        try:
            return rules_from(json.loads(name))
        except (ValueError, RecursionError):
            raise Refusal(UNKNOWN) from None
    spelt = name.strip().lower().replace("_", "-").replace(" ", "-")
    if spelt not in NAMED:
        raise Refusal(UNKNOWN)
    return NAMED[spelt]


def rules_from(said: Any) -> dict[str, Any]:
    """The same for rules that are spelt out one by one."""
    if not isinstance(said, dict):
        raise Refusal(UNKNOWN)
    options: dict[str, Any] = {}
    for key, value in said.items():
        if key == "ko" and value in list(KO):
            options["ko"] = KO[value]
        elif key == "suicide" and isinstance(value, bool):
            options["suicide"] = value
        elif key not in IGNORED and (key not in ONLY or ONLY[key] != value):
            raise Refusal(UNKNOWN)
    return options


def rules_of(position: Position) -> dict[str, Any]:
    """The rules of a game of Go, spelt out."""
    options = position.options
    words = {option: name for name, option in KO.items()}
    own = {"ko": words[options["ko"]], "suicide": options["suicide"]}
    return {**ONLY, **own, "friendlyPassOk": False, "whiteHandicapBonus": "0"}


def get_rules(desk: Desk, words: Words) -> str:
    """The rules as one line of JSON."""
    _check_go(desk)
    return json.dumps(rules_of(desk.position))


def set_rules(desk: Desk, words: Words) -> str:
    """Rules by name or as JSON, for the game as it stands."""
    _check_go(desk)
    return _change(desk, rules_named(" ".join(words)))


def set_rule(desk: Desk, words: Words) -> str:
    """One rule by its name."""
    _check_go(desk)
    name, word = take(words, 2)
    value = {"true": True, "false": False}.get(word.lower(), word)
    return _change(desk, rules_from({name: value}))


def _check_go(desk: Desk) -> None:
    if desk.position.game != "go":
        raise Refusal(f"these are not the rules of {desk.position.game}")


def _change(desk: Desk, options: dict[str, Any]) -> str:
    try:
        desk.session.change(**options)
    except ValueError:
        raise Refusal("the game so far breaks these rules") from None
    return ""


def list_params(desk: Desk, words: Words) -> str:
    """What can be set."""
    return "maxVisits"


def get_param(desk: Desk, words: Words) -> str:
    """Simulations for a move where no clock runs."""
    _check_param(take(words, 1)[0])
    return str(desk.session.simulations)


def set_param(desk: Desk, words: Words) -> str:
    """Set it."""
    name, value = take(words, 2)
    _check_param(name)
    if not 1 <= whole_in(value) <= MOST:
        raise Refusal(SYNTAX)
    desk.session.simulations = whole_in(value)
    return ""


def _check_param(name: str) -> None:
    if name != "maxVisits":
        raise Refusal("no such parameter: there is maxVisits")


COMMANDS: dict[str, Command] = {
    "kata-get-rules": get_rules,
    "kata-set-rules": set_rules,
    "kata-set-rule": set_rule,
    "kgs-rules": set_rules,
    "kata-list-params": list_params,
    "kata-get-param": get_param,
    "kata-set-param": set_param,
}
