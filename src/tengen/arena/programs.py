"""Programs that speak GTP, in a seat: GNU Go and many others.

A process plays one game at a time. When it is asked about a position, it is first told the moves that it
has not seen; where the position belongs to another game, that game is begun from the start.
"""

from collections.abc import Iterator, Sequence

from tengen.arena.gtp_client import Program, ProgramFailed, Refused
from tengen.arena.opponents import Forfeit
from tengen.games.grid import BLACK, GO_LETTERS, WHITE, name_of, named
from tengen.games.position import Position
from tengen.records.history import Moves, history, setup_of

WORDS = {BLACK: "black", WHITE: "white"}
KO_FLAGS = {
    "positional": "--positional-superko",
    "situational": "--situational-superko",
    "simple": "--simple-ko",
}


class ProgramSeat:
    """A program and as many processes of it as there are games in flight, or as it may have."""

    def __init__(
        self, command: Sequence[str], name: str = "", *, processes: int = 64, timeout: float = 60.0
    ) -> None:
        """Each answer must come within `timeout` seconds.

        With fewer processes than games each is brought from one game to another: slower, but no less right.
        """
        self.command, self.processes, self.timeout = list(command), processes, timeout
        try:
            first = Program(self.command, timeout)
            self.name = name or f"{first.ask('name')} {first.ask('version')}".strip()
        except ProgramFailed as failure:
            raise ValueError(f"{self.command[0]} {failure}: give a program that speaks GTP") from None
        self._games = [_Game(first)]  # the one asked last comes last

    def choose(self, positions: Sequence[Position]) -> list[int | Forfeit]:
        """One after the other: other threads have other seats."""
        return [self._choice(position) for position in positions]

    def close(self) -> None:
        """Let all processes end."""
        while self._games:
            self._games.pop().program.close()

    def _choice(self, position: Position) -> int | Forfeit:
        start, moves = history(position)
        try:
            game = self._game_of(start, moves)
        except ProgramFailed as failure:
            return Forfeit(str(failure))
        try:
            return game.choose(position, start, moves)
        except ProgramFailed as failure:
            self._games.remove(game)
            game.program.kill()
            return Forfeit(str(failure))

    def _game_of(self, start: Position, moves: Moves) -> "_Game":
        """The process that knows most of this game, else one for a new game."""
        game = max(self._games, key=lambda each: each.known(start, moves), default=None)
        if game is None or game.known(start, moves) < 0:
            game = self._idle()
        self._games.remove(game)
        self._games.append(game)
        return game

    def _idle(self) -> "_Game":
        """A process that never played, a new one if there may be more, or the one asked least recently."""
        unused = bool(self._games) and self._games[0].start is None
        if not unused and len(self._games) < self.processes:
            self._games.insert(0, _Game(Program(self.command, self.timeout)))
        return self._games[0]


class _Game:
    """A process and the game that it has been told."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.start: Position | None = None
        self.moves: Moves = []

    def known(self, start: Position, moves: Moves) -> int:
        """How many of these moves it has seen, -1 if it is not in this game or ahead of it."""
        seen = len(self.moves)
        return seen if self.start == start and self.moves == moves[:seen] else -1

    def choose(self, position: Position, start: Position, moves: Moves) -> int | Forfeit:
        """Ask for a move, after telling what has been played."""
        if self.known(start, moves) < 0:
            self._begin(start)
        for colour, action in moves[len(self.moves) :]:
            self.program.ask(told(colour, action, start.size))
            self.moves.append((colour, action))
        vertex = self.program.ask(f"genmove {WORDS[position.to_move]}")
        if vertex.lower() == "resign":
            return Forfeit("resigned", "resign")
        try:
            action = named(vertex, start.size, GO_LETTERS)
        except ValueError as error:
            raise ProgramFailed(f"answered {vertex!r} when asked for a move: {error}") from None
        self.moves.append((position.to_move, action))
        return action

    def _begin(self, start: Position) -> None:
        """Set the first position up."""
        self.start, self.moves = start, []
        try:
            for command in set_up_commands(start):
                self.program.ask(command)
        except Refused as refusal:
            raise ValueError(f"the program cannot play this game, it {refusal}: choose other rules") from None


def set_up_commands(start: Position) -> Iterator[str]:
    """What a program must be told before the first move."""
    yield f"boardsize {start.size}"
    yield "clear_board"
    if "komi" in start.options:
        yield f"komi {start.options['komi']:g}"
    for point, colour in setup_of(start).items():
        yield told(colour, point, start.size)


def told(colour: int, action: int, size: int) -> str:
    """A move as a program is told it; the letters are those of Go in every game."""
    return f"play {WORDS[colour]} {name_of(action, size, GO_LETTERS)}"


def gnugo_command(start: Position, level: int = 10, seed: int = 1, program: str = "gnugo") -> list[str]:
    """GNU Go by the rules of a game of Go: area counting, dead stones taken off before it passes."""
    if start.game != "go":
        raise ValueError(f"GNU Go plays Go, not {start.game}: choose another opponent")
    options = start.options
    suicide = "--allow-all-suicide" if options["suicide"] else "--forbid-suicide"
    how = ["--chinese-rules", "--capture-all-dead", KO_FLAGS[options["ko"]], suicide]
    return [program, "--mode", "gtp", "--level", str(level), "--seed", str(seed), *how]
