"""The protocol of Gomocup and Piskvork, with what Yixin-Board needs besides.

A manager sends a command in a line; what asks for a move is answered by `x,y`, column and row from the top
left. BOARD and its like go on over several lines, up to DONE. INFO is never answered: what it says in vain
is complained about at the next command.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from tengen import __version__
from tengen.engine.analysis import Analysis
from tengen.engine.gomocup_info import RULES, Wishes
from tengen.engine.gomocup_words import Complaint, board_of, numbers_in, one_line, stones_of
from tengen.engine.opening import answer
from tengen.engine.session import Session
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position, new

ABOUT = f'name="tengen", version="{__version__}", author="the tengen authors", country="", www=""'
SIZES = range(5, 21)
LISTS = ("BOARD", "YXBOARD", "SWAP2BOARD", "YXBLOCK", "YXBLOCKUNDO")  # commands of many lines
URGENT = ("END", "YXSTOP", "STOP")
BEFORE_START = ("START", "RECTSTART", "ABOUT", "YXSHOWINFO", *URGENT)
USUAL_INTERVAL = 0.5  # seconds between reports
SHOWN = 10


class Ears(Protocol):
    """What of `Lines` whoever thinks looks at."""

    def urgent(self) -> str:
        """An urgent line that has come."""


def is_urgent(line: str) -> bool:
    """Whether a line asks whoever thinks to come to an end."""
    return line.strip().upper() in URGENT


class Gomocup:
    """Obeys lines; `write` gets every answer at once."""

    def __init__(self, session: Session, ears: Ears, write: Callable[[str], object]) -> None:
        """The session is one of Gomoku."""
        self.session, self._ears, self._write = session, ears, write
        self.ended = False
        self._begun = False
        self._wishes = Wishes()
        self._list: tuple[str, list[str]] | None = None  # a command of many lines, and those so far
        self._blocked: set[int] = set()
        self._lines_shown = 1

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.session.position

    def obey_all(self, lines: Iterable[str]) -> None:
        """Until END, or until the manager is gone."""
        for line in lines:
            self.obey(line)
            if self.ended:
                return

    def obey(self, line: str) -> None:
        """One line; whatever it says, nothing ends us but END."""
        word, _, rest = line.strip().partition(" ")
        word = word.upper()
        try:
            if word == "INFO":
                self._note(rest)
            elif word == "END":
                self.ended = True
            elif self._list is not None:
                self._go_on_with_list(line.strip())
            elif word:
                self._obey(word, rest)
        except (Complaint, ValueError, MemoryError) as error:
            self._say(f"ERROR {one_line(error) or 'out of memory'}")

    def _obey(self, word: str, rest: str) -> None:
        if word not in (*COMMANDS, *LISTS):
            self._say(f"UNKNOWN {one_line(word)[:40]}")
            return
        if word not in BEFORE_START:
            self._check_begun()
        if word in LISTS:
            self._list = word, []
        else:
            COMMANDS[word](self, rest)

    def _check_begun(self) -> None:
        if self._wishes.in_vain:
            told, self._wishes.in_vain = self._wishes.in_vain, ""
            raise Complaint(told)
        if not self._begun:
            raise Complaint("no game has begun: send START 20 first")

    def _say(self, text: str) -> None:
        self._write(f"{text}\n")

    # Games and boards

    def start(self, rest: str) -> None:
        """A new game; Yixin-Board gives two sizes."""
        sizes = set(numbers_in(rest, 1, 2))
        if len(sizes) > 1:
            raise Complaint("rectangular board is not supported")
        size = sizes.pop()
        if size not in SIZES:
            raise Complaint(f"unsupported size {size}: sizes from {SIZES[0]} to {SIZES[-1]} are played")
        self.session.begin(new("gomoku", size=size, rule=self._wishes.rule))
        self._wishes.begin_match()
        self._blocked.clear()
        self._begun = True
        self._say("OK")

    def restart(self, rest: str) -> None:
        """A new game by the same rules."""
        self.start(str(self.position.size))

    def take_back(self, rest: str) -> None:
        """Remove a stone, the last one or any other."""
        action, position = self._point(rest), self.position
        if position.last == action and position.previous is not None:
            self.session.undo()
        elif position.board.ravel()[action]:
            left = [stone for stone in stones_of(position) if stone[0] != action]
            self.session.begin(board_of(position, left, -position.to_move))
        else:
            raise Complaint("there is no stone to take back")
        self._say("OK")

    def begin(self, rest: str) -> None:
        """Move first."""
        if self.position.board.any():
            raise Complaint("the board is not empty")
        self._move()

    def turn(self, rest: str) -> None:
        """The opponent has moved."""
        after = self.position.play(self._point(rest))
        if after.over:
            raise Complaint("this move ends the game")
        self.session.position = after
        self._move()

    def play(self, rest: str) -> None:
        """A move that is to be ours."""
        action = self._point(rest)
        self.session.play(action)
        self._say(self._name(action))

    def _go_on_with_list(self, line: str) -> None:
        """Another line of many, of which the last one says DONE."""
        word, lines = self._list or ("", [])
        if line.upper() != "DONE":
            lines.append(line)
            return
        self._list = None
        if word == "SWAP2BOARD":
            self._swap2([self._point(each) for each in lines])
        elif word in ("BOARD", "YXBOARD"):
            self.session.begin(self._position_of(lines))
            if word == "BOARD":
                self._move()
        else:
            points = {self._point(each) for each in lines}
            self._blocked = self._blocked | points if word == "YXBLOCK" else self._blocked - points

    def _position_of(self, lines: Sequence[str]) -> Position:
        """A board of `x,y,who`, we (1) to move; who is Black, the numbers of stones tell."""
        said = [numbers_in(line, 3, 3) for line in lines]
        stones = [(self._point(f"{x},{y}"), who) for x, y, who in said if who in (1, 2)]  # 3 is a mere mark
        ours = sum(who == 1 for _, who in stones)
        own = BLACK if 2 * ours >= len(stones) else WHITE
        coloured = [(point, own if who == 1 else -own) for point, who in stones]
        position = board_of(self.position, coloured, own)
        if position.over:
            raise Complaint("on this board the game is over")
        return position

    def _swap2(self, points: Sequence[int]) -> None:
        """Our part of the opening: stones, a move as White, or SWAP to be Black."""
        position = new("gomoku", **self.position.options)
        for point in points:
            position = position.play(point)
        stones = answer(position, self.session)
        for point in stones:
            position = position.play(point)
        self.session.begin(position)
        self._say(" ".join(map(self._name, stones)) or "SWAP")

    # Thinking

    def _note(self, rest: str) -> None:
        """An INFO; another rule is for the game as it stands, too."""
        noted = self._wishes.note(rest)
        if noted is None or noted[0] != "rule":
            return
        rule = RULES[noted[1]]
        try:
            if self._begun:
                self.session.change(rule=rule)
            self._wishes.rule = rule
        except ValueError:
            self._wishes.in_vain = f"the game so far cannot go on with rule {noted[1]}"

    def _move(self) -> None:
        """Find a move, play it and say it; whoever wants to leave hears nothing."""
        if self.position.over:
            raise Complaint("the game is over")
        wishes, session = self._wishes, self.session
        session.clocks = dict.fromkeys((BLACK, WHITE), wishes.clock())
        session.memory = wishes.memory
        session.simulations = wishes.simulations or session.simulations
        open_points = set(self.position.legal().tolist()) - self._blocked
        avoid = self._blocked if open_points else ()
        interval = USUAL_INTERVAL if wishes.detail else math.inf
        for found in session.thinking(None, self._ears.urgent, interval, avoid):
            if is_end(self._ears.urgent()):
                return
            if wishes.detail:
                self._report(found)
        session.play(found.found.best)
        self._say(self._name(found.found.best))

    def _report(self, found: Analysis) -> None:
        """What Yixin-Board draws and tells while we think."""
        candidates = found.found.candidates
        self._say("MESSAGE REALTIME REFRESH")
        for each in candidates[:SHOWN]:
            self._say(f"MESSAGE REALTIME POS {self._name(each.action)}")
        self._say(f"MESSAGE REALTIME BEST {self._name(found.found.best)}")
        for each in candidates[: self._lines_shown]:
            chance, line = 0.5 + 0.5 * each.value, " ".join(map(self.position.name, each.line))
            self._say(f"MESSAGE {chance:.1%} {each.visits} visits {line}")

    def n_best(self, rest: str) -> None:
        """Move, and show so many lines."""
        self._lines_shown = max(1, *numbers_in(rest, 1, 1))
        self._move()

    # The rest

    def show_forbidden(self, rest: str) -> None:
        """The points that renju forbids to the side to move."""
        position = self.position
        legal = set(position.legal().tolist())
        empty = [point for point, stone in enumerate(position.board.ravel()) if not stone]
        forbidden = [divmod(point, position.size) for point in empty if point not in legal]
        marks = "" if position.over else "".join(f"{x:02}{y:02}" for y, x in forbidden)
        self._say(f"FORBID {marks}.")

    def show_info(self, rest: str) -> None:
        """What Yixin-Board asks when it starts."""
        self._say("MESSAGE INFO MAX_THREAD_NUM 1")
        self._say("MESSAGE INFO MAX_HASH_SIZE 30")

    def unblock(self, rest: str) -> None:
        """All points may be played again."""
        self._blocked.clear()

    def stop(self, rest: str) -> None:
        """Nobody thinks any more: whoever did has heard it."""

    def about(self, rest: str) -> None:
        """Who we are."""
        self._say(ABOUT)

    def _point(self, text: str) -> int:
        x, y = numbers_in(text, 2, 2)
        size = self.position.size
        if not (0 <= x < size and 0 <= y < size):
            raise Complaint(f"there is no point {x},{y}")
        return y * size + x

    def _name(self, action: int) -> str:
        y, x = divmod(action, self.position.size)
        return f"{x},{y}"


def is_end(line: str) -> bool:
    """Whether the manager wants us to leave."""
    return line.strip().upper() == "END"


COMMANDS: dict[str, Callable[[Gomocup, str], None]] = {
    "START": Gomocup.start,
    "RECTSTART": Gomocup.start,
    "RESTART": Gomocup.restart,
    "BEGIN": Gomocup.begin,
    "TURN": Gomocup.turn,
    "TAKEBACK": Gomocup.take_back,
    "PLAY": Gomocup.play,
    "ABOUT": Gomocup.about,
    "STOP": Gomocup.stop,
    "YXSTOP": Gomocup.stop,
    "YXSHOWFORBID": Gomocup.show_forbidden,
    "YXSHOWINFO": Gomocup.show_info,
    "YXNBEST": Gomocup.n_best,
    "YXBLOCKRESET": Gomocup.unblock,
}
