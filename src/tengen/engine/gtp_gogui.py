"""GTP's commands for GoGui: what it may draw, and the rules of the game, so that it plays Gomoku too."""

from tengen.engine.gtp_board import set_position
from tengen.engine.gtp_words import Command, Desk, Refusal, Words, colour_in, take, vertex_name
from tengen.engine.opinion import opinion
from tengen.games.grid import BLACK, COLOUR_NAMES
from tengen.records.record import with_turn

ANALYSES = (
    "cboard/Policy/tengen-policy",
    "dboard/Ownership/tengen-ownership",
    "string/Chance to win/tengen-win_rate",
    "varc/Best line/tengen-line %c",
    "plist/Legal moves/gogui-rules_legal_moves",
)


def analyze_commands(desk: Desk, words: Words) -> str:
    """What GoGui puts into its menu."""
    return "\n".join(ANALYSES)


def policy(desk: Desk, words: Words) -> str:
    """The network's policy, the redder the likelier."""
    position = desk.position_for(desk.position.to_move)
    shares = opinion(position, desk.session.evaluator).policy[: position.size**2]
    strongest = float(shares.max()) or 1.0
    return _grid([_red(float(share) / strongest) for share in shares], position.size)


def _red(share: float) -> str:
    pale = round(255 * (1 - share))
    return f"#ff{pale:02x}{pale:02x}"


def ownership(desk: Desk, words: Words) -> str:
    """Whose each point will be: 1 Black's, -1 White's."""
    position = desk.position_for(desk.position.to_move)
    owners = opinion(position, desk.session.evaluator).ownership
    if owners is None:
        raise Refusal("there is no network that tells who owns what")
    black = owners.ravel() * position.to_move
    return _grid([f"{owner:.4f}" for owner in black.tolist()], position.size)


def _grid(values: list[str], size: int) -> str:
    return "\n".join(" ".join(values[row * size : (row + 1) * size]) for row in range(size))


def win_rate(desk: Desk, words: Words) -> str:
    """Black's chance to win, by the network alone."""
    position = desk.position_for(desk.position.to_move)
    win, draw, _ = opinion(position, desk.session.evaluator).outcome
    share = win + draw / 2
    return f"Black {share if position.to_move == BLACK else 1 - share:.1%}"


def line(desk: Desk, words: Words) -> str:
    """How the game would go on."""
    colour = colour_in(take(words, 1)[0])
    desk.position_for(colour)
    *_, last = desk.session.analyse(colour, desk.ears.waiting, simulations=desk.session.simulations)
    return " ".join(vertex_name(action, desk.position.size) for action in last.found.candidates[0].line)


def setup_player(desk: Desk, words: Words) -> str:
    """Whose turn it is."""
    desk.session.position = with_turn(desk.position, colour_in(take(words, 1)[0]))
    return ""


def game_id(desk: Desk, words: Words) -> str:
    """The name of the game."""
    return desk.position.game.capitalize()


def board(desk: Desk, words: Words) -> str:
    """The stones, the top row first."""
    return "\n".join("".join(".XO"[int(stone)] for stone in row) for row in desk.position.board)


def board_size(desk: Desk, words: Words) -> str:
    """Points along one side."""
    return str(desk.position.size)


def legal_moves(desk: Desk, words: Words) -> str:
    """All of them; none when the game is over."""
    return " ".join(vertex_name(action, desk.position.size) for action in desk.position.legal().tolist())


def side_to_move(desk: Desk, words: Words) -> str:
    """Black or white."""
    return COLOUR_NAMES[desk.position.to_move].lower()


def final_result(desk: Desk, words: Words) -> str:
    """Who has won."""
    if desk.position.result is None:
        raise Refusal("the game is not over")
    return "Draw" if desk.position.result == 0 else f"{COLOUR_NAMES[desk.position.result]} wins"


COMMANDS: dict[str, Command] = {
    "gogui-analyze_commands": analyze_commands,
    "tengen-policy": policy,
    "tengen-ownership": ownership,
    "tengen-win_rate": win_rate,
    "tengen-line": line,
    "gogui-interrupt": lambda desk, words: "",
    "gogui-version": lambda desk, words: "",
    "gogui-title": lambda desk, words: desk.name,
    "gogui-setup": set_position,
    "gogui-setup_player": setup_player,
    "gogui-rules_game_id": game_id,
    "gogui-rules_board": board,
    "gogui-rules_board_size": board_size,
    "gogui-rules_legal_moves": legal_moves,
    "gogui-rules_side_to_move": side_to_move,
    "gogui-rules_final_result": final_result,
}
