"""GTP's commands about time: its own, and those of KGS and KataGo."""

import math
from collections.abc import Callable

from tengen.engine import clock
from tengen.engine.clock import FREE, Control
from tengen.engine.gtp_words import (
    SYNTAX,
    Command,
    Desk,
    Refusal,
    Words,
    colour_in,
    number_in,
    take,
    whole_in,
)


def time_settings(desk: Desk, words: Words) -> str:
    """Main time, overtime, stones in it. No stones: no overtime; and with a time for them no limit at all."""
    main, period = (number_in(word) for word in take(words, 3)[:2])
    stones = whole_in(words[2])
    if stones == 0:
        return _set(desk, lambda: FREE if period > 0 else clock.absolute(main))
    return _set(desk, lambda: clock.canadian(main, period, stones))


def time_left(desk: Desk, words: Words) -> str:
    """A colour, its seconds, and the stones or periods that they are for; none in the main time."""
    colour, seconds, stones = colour_in(take(words, 3)[0]), number_in(words[1]), whole_in(words[2])
    if stones < 0:
        raise Refusal(SYNTAX)
    desk.session.clocks[colour].tell(seconds, stones)
    return ""


def kgs_time_settings(desk: Desk, words: Words) -> str:
    """A kind of clock and its numbers."""
    kind, numbers = (words or [""])[0], [number_in(word) for word in words[1:]]
    makers = {
        ("none", 0): lambda: FREE,
        ("absolute", 1): lambda: clock.absolute(*numbers),
        ("byoyomi", 3): lambda: clock.byo_yomi(numbers[0], numbers[1], int(numbers[2])),
        ("canadian", 3): lambda: clock.canadian(numbers[0], numbers[1], int(numbers[2])),
        ("fischer", 2): lambda: clock.fischer(*numbers),
        ("fischer-capped", 4): lambda: clock.fischer(*numbers[:2], *map(_limit, numbers[2:])),
    }
    if (kind, len(numbers)) not in makers:
        raise Refusal(SYNTAX)
    return _set(desk, makers[kind, len(numbers)])


def list_time_settings(desk: Desk, words: Words) -> str:
    """The kinds that are known."""
    return "none absolute byoyomi canadian fischer fischer-capped"


def _limit(number: float) -> float:
    return number if number >= 0 else math.inf


def _set(desk: Desk, make: Callable[[], Control]) -> str:
    try:
        desk.session.set_control(make())
    except ValueError:
        raise Refusal(SYNTAX) from None
    return ""


COMMANDS: dict[str, Command] = {
    "time_settings": time_settings,
    "time_left": time_left,
    "kgs-time_settings": kgs_time_settings,
    "kata-time_settings": kgs_time_settings,
    "kata-list_time_settings": list_time_settings,
}
