"""Matches whose outcome is known beforehand."""

import threading
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest

import tengen
from tengen.arena.match import Game, Seats, play_match
from tengen.arena.openings import random_stones
from tengen.arena.opponents import Forfeit, PlayerSeat, rollout_seat
from tengen.arena.rating import Tally, elo
from tengen.arena.sprt import Sprt
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position
from tengen.play.player import Random
from tengen.records.record import Record, positions

START = tengen.new("gomoku", size=3, line=3)
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@cache
def best(board: tuple[int, ...], to_move: int) -> tuple[int, int]:
    """The value of a board for the side to move, and an action that reaches it, by trying everything."""
    if any(all(board[point] == -to_move for point in row) for row in ROWS):
        return -1, -1
    free = [point for point in range(9) if not board[point]]
    tries = [(-best((*board[:point], to_move, *board[point + 1 :]), -to_move)[0], point) for point in free]
    return max(tries, default=(0, -1))


class Perfect:
    """Never makes a mistake on 3x3."""

    def choose(self, position: Position) -> int:
        return best(tuple(position.board.ravel().tolist()), position.to_move)[1]


class Watched:
    """Plays the first legal action and remembers what it was asked."""

    def __init__(self, name: str, answer: Callable[[Position], int | Forfeit] | None = None) -> None:
        self.name, self.answer = name, answer or (lambda position: int(position.legal()[0]))
        self.asked: list[list[Position]] = []
        self.closed = False

    def choose(self, positions: Sequence[Position]) -> list[int | Forfeit]:
        self.asked.append(list(positions))
        return [self.answer(position) for position in positions]

    def close(self) -> None:
        self.closed = True


def chance(seed: int) -> PlayerSeat:
    return PlayerSeat(Random(np.random.default_rng(seed)))


def openings(count: int, plies: int = 1) -> list[Position]:
    return random_stones(START, count, plies, np.random.default_rng(5))


def test_perfect_play_never_loses_where_the_opening_is_not_lost() -> None:
    played = play_match(lambda: (PlayerSeat(Perfect()), chance(1)), openings(9))
    assert played.names == ("perfect", "random")
    tally = played.tally()
    assert (tally.games, tally.losses) == (18, 0)
    assert tally.wins > 12
    assert elo(*tally).low > 0
    other_way = play_match(lambda: (chance(1), PlayerSeat(Perfect())), openings(9)).tally()
    assert other_way.wins == 0
    drawn = play_match(lambda: (PlayerSeat(Perfect()), PlayerSeat(Perfect(), "twin")), openings(9))
    assert drawn.tally() == (0, 18, 0)


def test_roll_outs_beat_chance() -> None:
    played = play_match(lambda: (rollout_seat(100), chance(1)), openings(9))
    assert played.tally().wins >= 12


def test_chance_against_itself_gets_about_half() -> None:
    start = tengen.new("gomoku", size=5, line=4)
    begun = random_stones(start, 200, 2, np.random.default_rng(1))
    played = play_match(lambda: (chance(1), chance(2)), begun)
    low, high = elo(*played.tally())[1:]
    assert low < 0 < high
    assert played.tally().games == 400
    assert played.distinct == 400


def test_colours_are_exchanged_and_openings_are_not() -> None:
    begun = openings(6, plies=2)
    played = play_match(lambda: (chance(1), PlayerSeat(Perfect())), begun, threads=2, at_once=3)
    assert [(game.opening, game.colour) for game in played.games] == [
        (index, colour) for index in range(6) for colour in (BLACK, WHITE)
    ]
    for game in played.games:
        record = game.record
        assert (record.black, record.white) == (
            ("random", "perfect") if game.colour == BLACK else ("perfect", "random")
        )
        assert record.actions[:2].tolist() == begun[game.opening].actions
        *_, last = positions(record)
        assert last.result is not None
        assert (record.result, game.outcome) == (last.result, game.colour * last.result)
        assert (record.ending, game.reason) == ("", "")
    black, white = played.tally(BLACK), played.tally(WHITE)
    assert black.games == white.games == 6
    assert tuple(map(sum, zip(black, white, strict=True))) == played.tally()


def test_whoever_is_to_move_is_asked_about_all_games() -> None:
    one, other = Watched("one"), Watched("other")
    play_match(lambda: (one, other), openings(5))
    assert [len(batch) for batch in one.asked[:3]] == [5, 10, 10]
    assert [len(batch) for batch in other.asked[:2]] == [10, 10]
    for seat in (one, other):
        assert seat.closed
        assert not any(position.over for batch in seat.asked for position in batch)


def test_no_more_games_side_by_side_than_allowed() -> None:
    one, other = Watched("one"), Watched("other")
    played = play_match(lambda: (one, other), openings(7), at_once=4)
    assert max(len(batch) for batch in one.asked + other.asked) == 4
    assert played.tally().games == 14


def test_games_that_are_alike_are_counted_once() -> None:
    played = play_match(lambda: (Watched("one"), Watched("other")), [START, START.play(8)])
    assert played.distinct == 2
    assert len(played.games) == 4


def test_the_same_seats_play_the_same_match() -> None:
    def records(make_seats: Callable[[], Seats], threads: int) -> list[Record]:
        return [game.record for game in play_match(make_seats, openings(8), threads=threads).games]

    by_chance, again = (records(lambda: (chance(3), Watched("b")), 1) for _ in range(2))
    assert by_chance == again
    one, three = (records(lambda: (PlayerSeat(Perfect()), Watched("b")), threads) for threads in (1, 3))
    assert one == three


def test_threads_have_seats_of_their_own() -> None:
    made: list[tuple[int, Watched, Watched]] = []

    def seats() -> Seats:
        made.append((threading.get_ident(), Watched("one"), Watched("other")))
        return made[-1][1:]

    heard: list[Game] = []
    played = play_match(seats, openings(9), threads=3, on_game=heard.append)
    assert len(made) == 3
    assert all(one.closed and other.closed for _, one, other in made)
    assert sorted(heard, key=lambda game: (game.opening, -game.colour)) == list(played.games)


def test_who_gives_up_or_breaks_the_rules_loses() -> None:
    def gives_up(position: Position) -> int | Forfeit:
        return Forfeit("had enough", "resign") if position.ply >= 3 else int(position.legal()[0])

    def breaks_rules(position: Position) -> int:
        return int(position.actions[0]) if position.ply >= 3 else int(position.legal()[0])

    played = play_match(lambda: (Watched("a", gives_up), Watched("b")), openings(4))
    assert played.tally() == (0, 0, 8)
    assert {(game.record.ending, game.reason) for game in played.games} == {("resign", "had enough")}
    assert played.forfeits == []
    played = play_match(lambda: (Watched("a"), Watched("b", breaks_rules)), openings(4))
    assert played.tally() == (8, 0, 0)
    assert len(played.forfeits) == 8
    assert all("the point is occupied" in game.reason for game in played.games)
    assert all(game.record.result == game.colour for game in played.games)


def test_points_are_written_down() -> None:
    start = tengen.new("go", size=2, komi=0.5)
    passes = Watched("passes", lambda position: 4)
    played = play_match(lambda: (passes, passes), [start.play(0)])
    assert [game.record.ending for game in played.games] == ["3.5", "3.5"]
    assert [game.outcome for game in played.games] == [1, -1]


def test_it_ends_when_that_is_enough() -> None:
    test = Sprt(elo0=0, elo1=100)

    def enough(tally: Tally) -> bool:
        return test.decide(*tally) is not None

    begun = openings(9) * 10
    played = play_match(lambda: (PlayerSeat(Perfect()), chance(1)), begun, at_once=4, enough=enough)
    assert test.decide(*played.tally()) == "better"
    assert 10 < played.tally().games < 60
    assert {game.colour for game in played.games[-2:]} == {BLACK, WHITE}  # what was begun was finished


def test_an_error_ends_the_match_in_every_thread() -> None:
    made: list[Watched] = []

    def broken(position: Position) -> int:
        raise ArithmeticError("the network is broken")

    def seats() -> Seats:
        made.extend([Watched("a", broken if not made else None), Watched("b")])
        return made[-2], made[-1]

    with pytest.raises(ArithmeticError, match="the network is broken"):
        play_match(seats, openings(9), threads=2)
    assert all(seat.closed for seat in made)


def test_a_seat_that_answers_too_little_is_an_error() -> None:
    class Lazy(Watched):
        def choose(self, positions: Sequence[Position]) -> list[int | Forfeit]:
            return super().choose(positions)[1:]

    with pytest.raises(ValueError, match="zip"):
        play_match(lambda: (Lazy("lazy"), Watched("b")), openings(3))


def test_openings_that_make_no_match_are_refused() -> None:
    def seats() -> Seats:
        raise AssertionError("nobody needs a seat")

    with pytest.raises(ValueError, match="a match needs openings"):
        play_match(seats, [])
    over = START.play(0).play(3).play(1).play(4).play(2)
    with pytest.raises(ValueError, match="opening 1 is a finished game"):
        play_match(seats, [START, over])
