"""The Go Text Protocol, version 2: lines in, answers out, one command after the other.

    [id] command [arguments]        =[id] answer            ?[id] what is wrong

Every answer ends with an empty line, and holds none. Analysis answers line by line while it goes on.
What the commands do stands in the other files named gtp_; each has a table of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from tengen import __version__
from tengen.engine import gtp_analysis, gtp_board, gtp_gogui, gtp_records, gtp_rules, gtp_time
from tengen.engine.evaluators import name_of
from tengen.engine.gtp_words import Command, Desk, Ears, Refusal, Words, take
from tengen.engine.session import Session

# Programs that know us only by the name of another one: its name and a version of it.
COMPAT = {
    "plain": ("tengen", __version__),
    "lizzie": ("KataGo tengen", "1.16"),
    "lizzieyzy": ("KataGo tengen", "1.10"),  # from 1.11 on it asks for the ownership of every move
}
INTERRUPT = "# interrupt"
CONTROLS = dict.fromkeys((*range(32), 127)) | {ord("\t"): " "}


def is_interrupt(line: str) -> bool:
    """A comment by which GoGui asks whoever thinks to come to an end."""
    return line.strip() == INTERRUPT


class Gtp:
    """Obeys lines; `write` gets the answers piece by piece, each to be seen at once."""

    def __init__(
        self,
        session: Session,
        ears: Ears,
        write: Callable[[str], object],
        compat: str = "plain",
        resign: float = 0.0,
    ) -> None:
        self.desk = Desk(session, ears, *COMPAT[compat], resign=resign, commands=COMMANDS)
        self._write = write

    def obey_all(self, lines: Iterable[str]) -> None:
        """Until somebody says quit, or the lines end."""
        for line in lines:
            self.obey(line)
            if self.desk.ended:
                return

    def obey(self, line: str) -> None:
        """One line; a blank one, or a comment, gets no answer."""
        words = plain(line).split()
        number = words.pop(0) if words and words[0].isascii() and words[0].isdigit() else ""
        if not words and not number:
            return
        try:
            answer = self._answer(words)
        except Refusal as refusal:
            self._write(f"?{number} {tidy(str(refusal))}\n\n")
            return
        if isinstance(answer, str):
            text = tidy(answer)
            gap = " " if text and not text.startswith("\n") else ""
            self._write(f"={number}{gap}{text}\n\n")
        else:
            self._stream(number, answer)

    def _answer(self, words: Words) -> str | Iterator[str]:
        if not words or words[0] not in COMMANDS:
            raise Refusal("unknown command")
        try:
            return COMMANDS[words[0]](self.desk, words[1:])
        except (ValueError, OSError, MemoryError) as error:  # nothing that a controller says may end us
            raise Refusal(str(error) or type(error).__name__) from None

    def _stream(self, number: str, lines: Iterator[str]) -> None:
        self._write(f"={number}\n")
        for line in filter(None, map(tidy, lines)):  # an empty line would end the answer
            self._write(f"{line}\n")
        self._write("\n")


def plain(line: str) -> str:
    """A line without control characters and comments."""
    return line.translate(CONTROLS).partition("#")[0]


def tidy(text: str) -> str:
    """An answer in ASCII, without the empty lines that would end it; it may begin on a new line."""
    lines = [line for line in text.splitlines() if line.strip()]
    begin = "\n" if text.startswith("\n") else ""
    return begin + "\n".join(lines).encode("ascii", "replace").decode()


def known_command(desk: Desk, words: Words) -> str:
    """Whether there is such a command."""
    return str(take(words, 1)[0] in desk.commands).lower()


def leave(desk: Desk, words: Words) -> str:
    """Answer, and leave."""
    desk.ended = True
    return ""


def describe(desk: Desk, words: Words) -> str:
    """Who this is."""
    who = name_of(desk.session.evaluator)
    return f"{desk.name} {desk.version}\n{who}, {desk.session.simulations} simulations"


def nothing(desk: Desk, words: Words) -> str:
    """What clients say and nobody need act upon."""
    return ""


COMMANDS: Mapping[str, Command] = {
    "protocol_version": lambda desk, words: "2",
    "name": lambda desk, words: desk.name,
    "version": lambda desk, words: desk.version,
    "known_command": known_command,
    "list_commands": lambda desk, words: "\n".join(desk.commands),
    "quit": leave,
    **gtp_board.COMMANDS,
    **gtp_time.COMMANDS,
    **gtp_records.COMMANDS,
    **gtp_rules.COMMANDS,
    **gtp_analysis.COMMANDS,
    **gtp_gogui.COMMANDS,
    "gomill-describe_engine": describe,
    "stop": nothing,  # thinking on the other side's time, which is not done here
    "stop-ponder": nothing,
    "clear_cache": nothing,
    "kgs-game_over": nothing,
    "kgs-chat": lambda desk, words: "I play, and do not talk.",
}
