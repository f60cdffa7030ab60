"""How games are played out: what the conduct says is what happens."""

import numpy as np
import pytest

import tengen
from tengen.games import base
from tengen.games.base import State
from tengen.games.compiled import kernel
from tengen.games.position import Position
from tengen.search.conduct import Conduct
from tengen.search.forest import Forest
from tengen.search.method import settings_for
from tests.games.test_go import position_of
from tests.search.reference import Scripted


def played(start: tengen.Position, conduct: Conduct, games: int = 40, method: str = "puct") -> Forest:
    """A forest whose games have all ended."""
    noise = {"noise": 0.25} if method == "puct" else {}
    forest = Forest(start.state, settings_for(method, simulations=12, **noise), games, conduct=conduct)
    for index in range(games):
        forest.plant(index, start.state)
    forest.search(Scripted(len(forest.arrays.policy)))
    return forest


def turns_of(forest: Forest) -> "np.recarray[tuple[int], np.dtype[np.void]]":
    """The turns of all games together."""
    heads, turns = forest.arrays.heads, forest.arrays.turns
    return np.concatenate([turns[i, : heads[i].turns] for i in range(len(heads))]).view(np.recarray)


def test_only_full_turns_teach() -> None:
    start = tengen.new("gomoku", size=5, line=4)
    turns = turns_of(played(start, Conduct(temperatures=[1.0], full_share=0.25, fast_simulations=3)))
    share = np.count_nonzero(turns["count"]) / len(turns)
    assert abs(share - 0.25) < 0.1
    assert not turns["surprise"][turns["count"] == 0].any()
    whole = turns_of(played(start, Conduct(temperatures=[1.0])))
    assert whole["count"].all()


@pytest.mark.parametrize("method", ["puct", "gumbel"])
def test_noise_ends_with_its_plies(method: str) -> None:
    start = tengen.new("gomoku", size=4, line=4)
    quiet = played(start, Conduct(noisy_plies=0), 6, method)
    games = {quiet.arrays.turns["action"][i, : quiet.arrays.heads[i].turns].tobytes() for i in range(6)}
    assert len(games) == 1
    noisy = played(start, Conduct(noisy_plies=2), 6, method)
    assert len({row.tobytes() for row in noisy.arrays.turns["action"][:, :2]}) > 1


def test_a_game_is_called_when_both_agree() -> None:
    start = tengen.new("go", size=4, komi=0.5)
    forest = played(start, Conduct(temperatures=[1.0], resign_at=0.1, exempt=0.5))
    for index, head in enumerate(forest.arrays.heads):
        turns = forest.arrays.turns[index, : head.turns]
        values = turns["colour"] * turns["value"]
        agreed = [i for i in range(1, len(values)) if min(abs(values[i - 1 : i + 1])) >= 0.1]
        agreed = [i for i in agreed if values[i] * values[i - 1] > 0]
        if head.called:
            assert not head.exempt
            assert agreed == [len(values) - 1]
            assert forest.arrays.roots[index].result == np.sign(values[-1])
        elif not head.exempt:
            assert not [i for i in agreed if i < len(values) - 1]
    called, exempt = forest.arrays.heads["called"], forest.arrays.heads["exempt"]
    assert called.any()
    assert 0.2 < exempt.mean() < 0.8


@kernel
def closed(state: State) -> None:
    base.close(state)


def test_a_game_of_go_closes_when_all_is_settled() -> None:
    black_lives = position_of(
        """. O X . .
           X X X X X
           X . X . X
           X X X X X
           X X . X X"""
    ).state
    closed(black_lives)
    assert black_lives.over
    assert black_lives.result == 1
    assert Position(black_lives).score == 25 - Position(black_lives).options["komi"]
    open_still = position_of(". X . X .\nX X X X .\n. . . . .\n. . . . .\n. . . . .").state
    closed(open_still)
    assert not open_still.over


def test_closed_games_are_shorter_and_end_alike() -> None:
    start = tengen.new("go", size=3, komi=0.5)
    closing = played(start, Conduct(temperatures=[1.0]))
    lasting = played(start, Conduct(temperatures=[1.0], close=False))
    assert closing.arrays.heads["turns"].sum() < lasting.arrays.heads["turns"].sum()
    assert closing.arrays.roots["over"].all()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"temperatures": []}, "temperatures"),
        ({"temperatures": [-1.0]}, "temperatures"),
        ({"full_share": 0.0}, "full_share"),
        ({"full_share": 0.5}, "fast_simulations"),
    ],
)
def test_a_conduct_that_makes_no_sense_is_refused(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Conduct(**options)  # type: ignore[arg-type]
