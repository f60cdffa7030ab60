"""Programs follow their games, lose those in which they fail, and GNU Go agrees about the score."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import tengen
from tengen.arena.gtp_client import Program
from tengen.arena.match import Seats, play_match
from tengen.arena.openings import random_stones
from tengen.arena.opponents import Forfeit, PlayerSeat
from tengen.arena.programs import ProgramSeat, gnugo_command, set_up_commands, told
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position, set_up
from tengen.play.player import Random
from tengen.records.history import history
from tengen.records.record import positions

Fake = Callable[..., list[str]]
START = tengen.new("gomoku", size=4, line=4)


def heard(log: Path) -> list[list[str]]:
    """The commands that each process got after its name was asked, in the order in which they came."""
    by_process: dict[str, list[str]] = {}
    for line in log.read_text().splitlines():
        process, _, command = line.partition(" ")
        by_process.setdefault(process, []).append(command)
    return [[each for each in told if each not in ("name", "version")] for told in by_process.values()]


def test_a_process_is_told_only_what_it_has_not_seen(fake: Fake, log: Path) -> None:
    seat = ProgramSeat(fake())
    assert seat.name == "Fake 7"
    opening = START.play("B1").play("C1")
    (first,) = seat.choose([opening])
    assert first == START.action("A1")
    assert seat.choose([opening.play(first).play("D1")]) == [START.action("A2")]
    seat.close()
    begin = ["boardsize 4", "clear_board", "play black B1", "play white C1", "genmove black"]
    assert heard(log) == [[*begin, "play white D1", "genmove black", "quit"]]


def test_every_game_has_a_process_and_a_game_that_ended_leaves_its_own(fake: Fake, log: Path) -> None:
    seat = ProgramSeat(fake(), processes=2)
    one, other = START.play("B1"), START.play("C1")
    for _ in range(3):
        answers = seat.choose([one, other])
        one, other = (
            position.play(answer if isinstance(answer, int) else "").play(int(position.legal()[-2]))
            for position, answer in zip((one, other), answers, strict=True)
        )
    seat.choose([START.play("D4"), START.play("D3")])
    seat.close()
    counts = [Counter(command.split()[0] for command in told) for told in heard(log)]
    assert [(each["clear_board"], each["genmove"]) for each in counts] == [(2, 4), (2, 4)]


def test_one_process_can_play_many_games(fake: Fake, log: Path) -> None:
    def seats(processes: int) -> Callable[[], Seats]:
        chance = Random(np.random.default_rng(2))
        return lambda: (ProgramSeat(fake(), processes=processes), PlayerSeat(chance))

    openings = random_stones(START, 3, 2, np.random.default_rng(1))
    one, many = play_match(seats(1), openings), play_match(seats(6), openings)
    assert [game.record for game in one.games] == [game.record for game in many.games]
    assert len(heard(log)) == 1 + 6


@pytest.mark.parametrize(
    ("habit", "reason"),
    [
        ("die", "died at 'genmove black' with exit code 3: trouble in the engine room"),
        ("hang", "gave no answer to 'genmove black' within 0.2 seconds"),
        ("lie", "answered 'hello' to 'genmove black', which is not GTP"),
        ("stray", "answered 'Z99' when asked for a move: no point 'Z99' on a board of size 4"),
        ("refuse", "refused 'play white D4': illegal move"),
    ],
)
def test_a_failure_costs_the_game_and_only_that(fake: Fake, log: Path, habit: str, reason: str) -> None:
    seat = ProgramSeat(fake(habit, after=1))
    opening = START.play("D3").play("C3")
    (first,) = seat.choose([opening])
    assert isinstance(first, int)
    if habit == "hang":
        (game,) = seat._games
        game.program.timeout = 0.2
    (failed,) = seat.choose([opening.play(first).play("D4")])
    assert isinstance(failed, Forfeit)
    assert failed.ending == "forfeit"
    assert failed.reason.startswith(reason)
    assert seat.choose([START.play("A2").play("B2")]) == [START.action("A1")]
    seat.close()


@pytest.mark.parametrize(
    ("habit", "ending", "reason"),
    [
        ("resign", "resign", "resigned"),
        ("cheat", "forfeit", " may not play A1: the point is occupied"),
        ("pass", "forfeit", "nobody passes in gomoku"),
        ("die", "forfeit", "died at 'genmove"),
    ],
)
def test_a_match_goes_on(fake: Fake, habit: str, ending: str, reason: str) -> None:
    openings = random_stones(START, 3, 1, np.random.default_rng(1))
    chance = np.random.default_rng(1)
    played = play_match(lambda: (PlayerSeat(Random(chance)), ProgramSeat(fake(habit, after=1))), openings)
    assert played.tally() == (6, 0, 0)
    for game in played.games:
        assert game.record.result == game.colour
        assert game.record.ending == ending
        assert reason in game.reason


def test_a_program_that_cannot_be_used_is_no_opponent(fake: Fake) -> None:
    with pytest.raises(ValueError, match=r"^no-such cannot be started: .*: give a program that speaks GTP$"):
        ProgramSeat(["no-such"])
    seat = ProgramSeat(fake("picky"))
    complaint = "^the program cannot play this game, it refused 'boardsize 4': unacceptable size: choose"
    with pytest.raises(ValueError, match=complaint):
        seat.choose([START])
    seat.close()


def test_the_first_position_is_set_up() -> None:
    start = set_up("go", ["C3", "B2"], ["D4"], WHITE, size=5, komi=3.5)
    assert list(set_up_commands(start)) == [
        "boardsize 5", "clear_board", "komi 3.5", "play white D4", "play black C3", "play black B2",
    ]  # fmt: skip
    assert told(BLACK, 25, 5) == "play black pass"
    assert told(WHITE, 8, 9) == "play white J9"  # without an I, in Gomoku too


def test_gnu_go_is_told_the_rules() -> None:
    command = gnugo_command(tengen.new("go", size=7, ko="simple", suicide=True), level=1)
    assert {"--simple-ko", "--allow-all-suicide", "--chinese-rules"} <= set(command)
    assert command[command.index("--level") + 1] == "1"
    with pytest.raises(ValueError, match="GNU Go plays Go, not gomoku"):
        gnugo_command(START)


def gnu_score(command: list[str], position: Position) -> str:
    """What GNU Go thinks a finished game is worth."""
    program = Program(command, 60)
    start, moves = history(position)
    for line in [*set_up_commands(start), *(told(*move, start.size) for move in moves)]:
        program.ask(line)
    score = program.ask("final_score")
    program.close()
    return score


@pytest.mark.parametrize("komi", [0.5, 24.5])
def test_gnu_go_plays_without_forfeit_and_agrees_about_the_score(
    program: Callable[[str], str], komi: float
) -> None:
    start = tengen.new("go", size=5, komi=komi)
    command = gnugo_command(start, level=1, program=program("gnugo"))
    openings = random_stones(start, 2, 2, np.random.default_rng(1))
    for opponent in ("itself", "chance"):

        def seats(opponent: str = opponent) -> Seats:
            chance = PlayerSeat(Random(np.random.default_rng(1)))
            return ProgramSeat(command), ProgramSeat(command) if opponent == "itself" else chance

        played = play_match(seats, openings, threads=2)
        assert not played.forfeits
        for game in played.games:
            *_, last = positions(game.record)
            if last.over:
                winner = "B" if last.score > 0 else "W"
                assert gnu_score(command, last) == f"{winner}+{abs(last.score):g}"
                assert game.record.ending == f"{abs(last.score):g}"
            else:
                assert game.record.ending == "resign"
