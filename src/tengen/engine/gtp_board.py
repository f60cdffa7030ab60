"""GTP's commands about the board: its size, its stones, the moves, and what they come to in the end."""

import time
from collections.abc import Sequence

from tengen.engine.analysis import outlook
from tengen.engine.gtp_words import (
    SYNTAX,
    Command,
    Desk,
    Refusal,
    Words,
    colour_in,
    moves_in,
    number_in,
    take,
    vertex_in,
    vertex_name,
    whole_in,
)
from tengen.engine.status import dead, score_without, strings
from tengen.games import go
from tengen.games.grid import BLACK, GO_LETTERS, WHITE
from tengen.games.position import Position, set_up

MOST_HANDICAP = 9
MOST_KOMI = 1e6  # in either direction: more points than any board has


def boardsize(desk: Desk, words: Words) -> str:
    """A new game on a board of this size; some clients say it twice, as width and height."""
    sizes = {whole_in(word) for word in words}
    if not 1 <= len(words) <= 2:
        raise Refusal(SYNTAX)
    try:
        if len(sizes) > 1:
            raise ValueError
        desk.session.clear(size=sizes.pop())
    except ValueError:
        raise Refusal("unacceptable size") from None
    return ""


def clear_board(desk: Desk, words: Words) -> str:
    """A new game by the same rules."""
    desk.session.clear()
    return ""


def komi(desk: Desk, words: Words) -> str:
    """What White gets, to the next half point; games that know no komi take no notice."""
    wish = number_in(take(words, 1)[0])
    if "komi" in desk.position.options:
        halves = round(2 * max(-MOST_KOMI, min(wish, MOST_KOMI)))
        desk.session.change(komi=halves / 2)
    return ""


def get_komi(desk: Desk, words: Words) -> str:
    """What White gets."""
    return f"{desk.position.options.get('komi', 0):g}"


def play(desk: Desk, words: Words) -> str:
    """One move; a colour may move again and again."""
    play_all(desk, moves_in(take(words, 2), desk.position.size))
    return ""


def play_sequence(desk: Desk, words: Words) -> str:
    """Several moves, or none of them."""
    play_all(desk, moves_in(words, desk.position.size))
    return ""


def play_all(desk: Desk, moves: Sequence[tuple[int, int]]) -> None:
    """Play moves; if one of them is illegal, none is played."""
    before = desk.position
    try:
        for colour, action in moves:
            desk.session.play(action, colour)
    except ValueError:
        desk.session.position = before
        raise Refusal("illegal move") from None


def genmove(desk: Desk, words: Words) -> str:
    """Think, and play."""
    colour = colour_in(take(words, 1)[0])
    desk.position_for(colour)
    return desk.decide(desk.session.think(colour, desk.ears.urgent))


def genmove_cleanup(desk: Desk, words: Words) -> str:
    """The same, but nobody passes while there are dead stones of the other side to take."""
    colour = colour_in(take(words, 1)[0])
    position = desk.position_for(colour)
    board, avoid = position.board.ravel(), list[int]()
    if position.game == "go" and any(board[point] == -colour for point in _dead(desk)):
        avoid = [position.size**2] * (len(position.legal()) > 1)
    return desk.decide(desk.session.think(colour, desk.ears.urgent, avoid))


def reg_genmove(desk: Desk, words: Words) -> str:
    """What would be played with as many simulations as usual; nothing is."""
    colour = colour_in(take(words, 1)[0])
    size = desk.position_for(colour).size
    *_, last = desk.session.analyse(colour, desk.ears.urgent, simulations=desk.session.simulations)
    return vertex_name(last.found.best, size)


def undo(desk: Desk, words: Words) -> str:
    """Take back one move, or as many as are said."""
    plies = whole_in(take(words, 1)[0]) if words else 1
    try:
        if plies < 1:
            raise ValueError
        desk.session.undo(plies)
    except ValueError:
        raise Refusal("cannot undo") from None
    return ""


def showboard(desk: Desk, words: Words) -> str:
    """The board, beginning on a line of its own."""
    return "\n" + drawing(desk.position)


def drawing(position: Position) -> str:
    """The board with the letters of GTP, and whose turn it is."""
    letters = "   " + " ".join(GO_LETTERS[: position.size])
    rows = [
        f"{position.size - row:2} {' '.join('.XO'[int(stone)] for stone in stones)} {position.size - row}"
        for row, stones in enumerate(position.board)
    ]
    turn = "the game is over" if position.over else f"{_name(position.to_move)} to move"
    return "\n".join([letters, *rows, letters, turn])


def _name(colour: int) -> str:
    return "Black" if colour == BLACK else "White"


def fixed_handicap(desk: Desk, words: Words) -> str:
    """Stones where they always stand."""
    count = _handicap_wish(desk, words)
    try:
        return _place(desk, go.handicap(desk.position.size, count))
    except ValueError:
        raise Refusal("invalid number of stones") from None


def place_free_handicap(desk: Desk, words: Words) -> str:
    """Stones where we like them: on the fixed points, as many as there are."""
    wish = _handicap_wish(desk, words)
    for count in range(min(wish, MOST_HANDICAP), 1, -1):
        try:
            return _place(desk, go.handicap(desk.position.size, count))
        except ValueError:
            continue
    raise Refusal("invalid number of stones")


def set_free_handicap(desk: Desk, words: Words) -> str:
    """Stones where the controller likes them."""
    _check_empty(desk)
    size = desk.position.size
    try:
        points = [vertex_in(word, size) for word in words]
    except Refusal:
        raise Refusal("bad vertex list") from None
    if not 2 <= len(points) < size**2 or len(set(points)) < len(points) or size**2 in points:
        raise Refusal("bad vertex list")
    _place(desk, points)
    return ""


def _handicap_wish(desk: Desk, words: Words) -> int:
    count = whole_in(take(words, 1)[0])
    _check_empty(desk)
    return count


def _check_empty(desk: Desk) -> None:
    if desk.position.game != "go":
        raise Refusal(f"there is no handicap in {desk.position.game}")
    if desk.position.board.any():
        raise Refusal("board not empty")


def _place(desk: Desk, points: Sequence[int]) -> str:
    """Begin the game with these stones, White to move."""
    desk.session.begin(set_up("go", points, [], WHITE, **desk.position.options))
    return " ".join(vertex_name(point, desk.position.size) for point in points)


def set_position(desk: Desk, words: Words) -> str:
    """Stones without a history: `b D4 w Q16 ...`; whoever is to move stays so."""
    position = desk.position
    stones = moves_in(words, position.size)
    black, white = ([action for each, action in stones if each == colour] for colour in (BLACK, WHITE))
    try:
        desk.session.begin(set_up(position.game, black, white, position.to_move, **position.options))
    except ValueError as error:
        raise Refusal(f"illegal setup: {error}") from None
    return ""


def final_score(desk: Desk, words: Words) -> str:
    """By area, without the dead stones."""
    if desk.position.game != "go":
        raise Refusal("cannot score")
    score = score_without(desk.position, _dead(desk))
    return f"{'B' if score > 0 else 'W'}+{abs(score):g}" if score else "0"


def final_status_list(desk: Desk, words: Words) -> str:
    """The strings that are alive, or dead; seki is not told apart from life."""
    status = take(words, 1)[0]
    if status not in ("alive", "seki", "dead"):
        raise Refusal(SYNTAX)
    if desk.position.game != "go":
        raise Refusal("cannot score")
    gone = set(_dead(desk))
    chosen = [each for each in strings(desk.position) if (each[0] in gone) == (status == "dead")]
    size = desk.position.size
    lines = (" ".join(vertex_name(point, size) for point in chain) for chain in chosen)
    return "" if status == "seki" else "\n".join(lines)


def _dead(desk: Desk) -> list[int]:
    return dead(desk.position, outlook(desk.position, desk.session.evaluator)[1])


def cputime(desk: Desk, words: Words) -> str:
    """Seconds of computing so far."""
    return f"{time.process_time():.3f}"


COMMANDS: dict[str, Command] = {
    "boardsize": boardsize,
    "rectangular_boardsize": boardsize,
    "clear_board": clear_board,
    "komi": komi,
    "get_komi": get_komi,
    "play": play,
    "gogui-play_sequence": play_sequence,
    "genmove": genmove,
    "kgs-genmove_cleanup": genmove_cleanup,
    "reg_genmove": reg_genmove,
    "undo": undo,
    "gg-undo": undo,
    "showboard": showboard,
    "fixed_handicap": fixed_handicap,
    "place_free_handicap": place_free_handicap,
    "set_free_handicap": set_free_handicap,
    "set_position": set_position,
    "final_score": final_score,
    "final_status_list": final_status_list,
    "cputime": cputime,
    "gomill-cpu_time": cputime,
}
