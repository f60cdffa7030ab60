"""The rules of Gomoku against PyPI's `renju` referee, and against the twin written from their text."""

from collections import Counter
from itertools import zip_longest
from random import Random

import pytest
from renju import RenjuBoard
from renju.board import BoardStatus, WinReason

import tengen
from tengen.games.base import IllegalAction
from tengen.games.grid import BLACK, WHITE
from tengen.games.position import Position
from tests.games.gomoku_twin import Point, Twin
from tests.games.line_rich import line_rich

REFEREE_RULES = {"freestyle": "freestyle", "exact": "standard", "renju": "renju"}
RESULTS = {
    BoardStatus.ONGOING: "goes on",
    BoardStatus.BLACK_WIN: "Black wins",
    BoardStatus.WHITE_WIN: "White wins",
    BoardStatus.DRAW: "draw",
}
NAMES = {None: "goes on", 1: "Black wins", -1: "White wins", 0: "draw"}
FORBIDDEN = ("overline", "double four", "double three")
CHUNK = 250
PASS = (-1, -1)


@pytest.mark.parametrize("rule", REFEREE_RULES)
def test_every_move_ends_as_the_referee_says(rule: str) -> None:
    seen = compared_with_referee(rule, range(CHUNK))
    assert seen["Black wins"] > 100
    assert seen["White wins"] > 50
    if rule == "renju":
        assert all(seen[reason] > 50 for reason in FORBIDDEN)


@pytest.mark.prove
@pytest.mark.parametrize("rule", REFEREE_RULES)
def test_every_move_ends_as_the_referee_says_10_000_times(rule: str) -> None:
    seen = compared_with_referee(rule, range(CHUNK, CHUNK + 10_000))
    print(f"\n{rule}: 10,000 positions, {seen.total():,} moves, no disagreement: {dict(seen)}")
    assert rule != "renju" or all(seen[reason] > 2_000 for reason in FORBIDDEN)


def compared_with_referee(rule: str, seeds: range) -> Counter[str]:
    """How often each way to end was met while both said the same about every move."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(f"{rule} {seed}")
        twin, to_move = line_rich(rng, rule), rng.choice((BLACK, BLACK, WHITE))
        position, referee = twin.position(to_move), referee_of(twin, to_move)
        legal = set(position.legal().tolist())
        for point in filter(twin.empty, twin.points()):
            action = point[0] * twin.size + point[1]
            ours, theirs = our_verdict(position, action), referee_verdict(referee, point)
            assert ours == theirs, f"{rule}, {NAMES[to_move]} at {point}, seed {seed}:\n{twin}"
            assert (action in legal) == (ours not in FORBIDDEN)
            seen[ours] += 1
    return seen


def our_verdict(position: Position, action: int) -> str:
    """How a move ends, or why it is forbidden, by the rules under test."""
    try:
        return NAMES[position.play(action).result]
    except IllegalAction as error:
        return next(reason for reason in FORBIDDEN if reason in str(error))


def referee_verdict(referee: RenjuBoard, point: Point) -> str:
    """The same, by the referee, who scores a forbidden move as a loss; its board is left as it was."""
    status, reason = referee.play_move(*point)
    referee.moves.pop()
    referee.status, referee.reason = BoardStatus.ONGOING, WinReason.NORMAL
    word = reason.value.replace("_", " ")
    return word if word in FORBIDDEN else RESULTS[status]


def referee_of(twin: Twin, to_move: int) -> RenjuBoard:
    """The twin's board as the referee keeps one: a list of alternate moves, with passes where stones lack."""
    referee = RenjuBoard(board_size=twin.size, rule=REFEREE_RULES[twin.rule])
    for pair in zip_longest(twin.of(BLACK), twin.of(WHITE), fillvalue=PASS):
        referee.moves += map(list, pair)
    if to_move == WHITE:
        referee.moves.append(list(PASS))
    return referee


@pytest.mark.parametrize("rule", REFEREE_RULES)
@pytest.mark.parametrize("size", range(3, 21))
def test_games_end_as_the_twin_says(size: int, rule: str) -> None:
    for line in range(3, min(size, 6) + 1):
        if rule != "renju" or line == 5:
            for seed in range(3):
                play_beside_twin(Random(seed), size, rule, line)


def play_beside_twin(rng: Random, size: int, rule: str, line: int) -> None:
    """A random game in which legal moves, the end and the winning row are compared after every move."""
    position, twin = tengen.new("gomoku", size=size, rule=rule, line=line), Twin(size, rule, line)
    while not position.over:
        legal = position.legal().tolist()
        colour, action = position.to_move, rng.choice(legal)
        free = [point for point in twin.points() if twin.empty(point)]
        if rule != "renju" or colour == WHITE:
            assert legal == [row * size + column for row, column in free]
        elif size <= 7:
            allowed = [point for point in free if twin.forbidden(point) == "allowed"]
            assert legal == [row * size + column for row, column in allowed]
        position = position.play(action)
        point = divmod(action, size)
        twin.stones[point] = colour
        won = twin.winning_row(point)
        assert position.winning_line == [row * size + column for row, column in won]
        if won:
            assert position.result == colour
        else:
            assert position.result in (None, 0)
            assert position.over == (len(free) == 1 or is_stuck(twin, position.to_move))
    assert len(position.legal()) == 0


def is_stuck(twin: Twin, to_move: int) -> bool:
    """Whether renju leaves Black no point to play on."""
    if twin.rule != "renju" or to_move == WHITE:
        return False
    return not any(twin.empty(point) and twin.forbidden(point) == "allowed" for point in twin.points())
