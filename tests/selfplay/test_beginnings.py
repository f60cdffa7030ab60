"""Games begin on every size, at a komi near the fair one, with a few blind plies as often as asked."""

import numpy as np

from tengen import config
from tengen.selfplay.beginnings import Beginnings


def drawn(game: config.Game, selfplay: config.Selfplay, size: int, count: int = 300) -> Beginnings:
    return Beginnings(game, selfplay, size, np.random.default_rng(5))


def test_komi_is_drawn_around_the_one_given() -> None:
    game = config.Game(name="go", options={"komi": 9}, komi_spread=1.0)
    begin = drawn(game, config.Selfplay(opening_share=0.0), 5)
    found = [begin() for _ in range(400)]
    komi = np.array([each.start.options["komi"] for each in found])
    assert np.all(2 * komi == np.round(2 * komi))
    assert abs(komi.mean() - 9) < 0.2
    assert abs(komi.std() - 1) < 0.2
    assert {each.actions for each in found} == {()}


def test_blind_plies_come_as_often_as_asked() -> None:
    begin = drawn(config.Game(name="go"), config.Selfplay(opening_share=0.5, opening_plies=3), 5)
    lengths = np.array([len(begin().actions) for _ in range(600)])
    assert abs((lengths == 0).mean() - 0.5) < 0.08
    for plies in (1, 2, 3):
        assert abs((lengths == plies).mean() - 1 / 6) < 0.06


def test_the_same_generator_gives_the_same_beginnings() -> None:
    game = config.Game(name="gomoku")
    one, other = (drawn(game, config.Selfplay(opening_share=0.7), 9) for _ in range(2))
    assert [one().actions for _ in range(20)] == [other().actions for _ in range(20)]
