"""What a manager wishes in INFO lines: time, memory, rules, and how much it wants to hear."""

import math

from tengen.engine.clock import Clock, Control
from tengen.engine.session import MEMORY

RULES = {0: "freestyle", 1: "exact", 2: "renju", 4: "renju", 5: "freestyle", 6: "freestyle"}  # 2, 5, 6: Yixin
KNOWN = ("timeout_turn", "timeout_match", "time_left", "max_memory", "rule", "max_node", "show_detail")
UNLIMITED = 2_147_483_647
OWN_MEMORY = 250_000_000  # bytes that are needed without any tree
LEAST_MEMORY = 4_000_000
STARTING = 3.0  # seconds of a match that are gone before we hear of it


class Wishes:
    """The wishes so far. What cannot be fulfilled is kept until it can be complained about."""

    def __init__(self) -> None:
        self.rule = RULES[0]
        self.in_vain = ""
        self._said: dict[str, int] = {}
        self._clock: Clock | None = None

    @property
    def detail(self) -> bool:
        """Whether the manager draws what we think."""
        return bool(self._said.get("show_detail"))

    @property
    def simulations(self) -> int | None:
        """How many, where a number of nodes was named."""
        nodes = self._said.get("max_node", 0)
        return nodes if nodes > 0 else None

    @property
    def memory(self) -> int:
        """Bytes for a tree: what is left beside ourselves."""
        most = self._said.get("max_memory", 0)
        return max(LEAST_MEMORY, min(MEMORY, most - OWN_MEMORY)) if most > 0 else MEMORY

    def note(self, text: str) -> tuple[str, int] | None:
        """A line after INFO: its key and number; nothing where it is not known, or in vain."""
        key, _, value = text.strip().partition(" ")
        key = key.lower()
        if key not in KNOWN:
            return None
        try:
            number = int(value)
        except ValueError:
            self.in_vain = f"INFO {key} wants a whole number"
            return None
        if key == "rule" and number not in RULES:
            self.in_vain = f"rule {number} is not supported: there are 0 freestyle, 1 exactly five, 4 renju"
            return None
        self._said[key] = number
        if key.startswith("timeout"):
            self._clock = None
        return key, number

    def begin_match(self) -> None:
        """Clocks begin anew."""
        self._clock = None
        self._said.pop("time_left", None)

    def clock(self) -> Clock:
        """Our clock as the next turn begins."""
        if self._clock is None:
            turn, match = self._said.get("timeout_turn"), self._said.get("timeout_match", 0)
            main = match / 1000 if match > 0 else math.inf
            self._clock = Clock(Control(main=main, turn=math.inf if turn is None else max(turn, 0) / 1000))
            self._clock.charge(STARTING)
        left = self._said.pop("time_left", UNLIMITED)
        if left < UNLIMITED:
            self._clock.tell(left / 1000)
        return self._clock
