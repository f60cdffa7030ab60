"""Players by name: what people write on a command line or in a preset becomes a seat in a match.

random                 any legal move
mcts:2000              tree search with so many random games
gnugo:10               GNU Go at a level, by the rules of the game
gtp:COMMAND            any program that speaks GTP
"""

import shlex
import shutil

import numpy as np

from tengen.arena.opponents import PlayerSeat, Seat, rollout_seat
from tengen.arena.programs import ProgramSeat, gnugo_command
from tengen.games.position import Position
from tengen.play.player import Random

KINDS = ("random", "mcts:SIMULATIONS", "gnugo:LEVEL", "gtp:COMMAND")


def seat_named(name: str, start: Position, seed: int = 0) -> Seat:
    """A seat for a player of this name in games that begin like this."""
    kind, _, rest = name.partition(":")
    if kind == "random" and not rest:
        return PlayerSeat(Random(np.random.default_rng(seed)), name)
    if kind == "mcts":
        return rollout_seat(_number(name, rest), seed=seed)
    if kind == "gnugo":
        return ProgramSeat(gnugo_command(start, _number(name, rest), seed=seed + 1), name)
    if kind == "gtp" and rest:
        return ProgramSeat(shlex.split(rest), name)
    raise ValueError(f"no player called {name!r}: write {', '.join(KINDS)}")


def check_name(name: str, start: Position) -> None:
    """Refuse what `seat_named` would refuse, without starting any program."""
    kind, _, rest = name.partition(":")
    if kind == "gnugo":
        gnugo_command(start, _number(name, rest))
    elif kind == "gtp" and rest:
        shlex.split(rest)
    else:
        seat_named(name, start)


def missing_program(name: str) -> str:
    """The program that a player of this name needs and this machine lacks; empty if it lacks none."""
    kind, _, rest = name.partition(":")
    words = {"gnugo": ["gnugo"], "gtp": shlex.split(rest)}.get(kind, [])
    return words[0] if words and not shutil.which(words[0]) else ""


def _number(name: str, text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ValueError(f"no player called {name!r}: after the colon comes a whole number above 0")
    return int(text)
