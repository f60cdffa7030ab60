"""What cannot be trained is refused before anything is made, with the knob in the message."""

import pytest

from tengen.config import preset, preset_names, read
from tengen.training.soundness import check


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_sound(name: str) -> None:
    check(read(preset(name)))


@pytest.mark.parametrize(
    ("name", "change", "complaint"),
    [
        ("tictactoe", "search.considred=8", "gumbel has no option 'considred'; did you mean considered?"),
        ("tictactoe", "search.considered=few", "considered cannot be 'few': it must be a whole number"),
        ("tictactoe", "search.method=puct", "puct has no option 'considered'"),
        ("tictactoe", "game.name=chess", "no game called 'chess'"),
        ("tictactoe", "game.sizes=[3, 40]", "size"),
        ("tictactoe", "game.options.komi=7", "komi"),
        ("tictactoe", "game.komi_spread=1", "game.komi_spread must be 0: gomoku knows no komi"),
        ("tictactoe", "network.planes=colours", "no planes called 'colours'"),
        ("tictactoe", "network.system=alphazero", "no system called 'alphazero'"),
        ("tictactoe", "loop.opponents=['gnugo:1']", "GNU Go plays Go, not gomoku"),
        ("tictactoe", "loop.opponents=['mcts']", "no player called 'mcts'"),
        ("tictactoe", "selfplay.opening_plies=9", "selfplay.opening_plies cannot be 9: the game ended in"),
        ("tictactoe", "loop.evaluation_plies=10", "loop.evaluation_plies cannot be 10: the game ended in"),
        ("gomoku9", "selfplay.opening_plies=90", "selfplay.opening_plies cannot be 90: no opening of 90"),
    ],
)
def test_what_cannot_be_trained_is_refused(name: str, change: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        check(read(preset(name), [change]))
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_openings_that_nobody_asks_for_need_not_exist() -> None:
    check(read(preset("tictactoe"), ["selfplay.opening_plies=9", "selfplay.opening_share=0"]))
    check(read(preset("tictactoe"), ["loop.evaluation_plies=9", "loop.opponents=[]"]))
