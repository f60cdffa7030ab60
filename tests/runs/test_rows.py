"""What rows say of themselves."""

import dataclasses

from tests.runs.making import match


def test_a_draw_is_half_a_point() -> None:
    assert match(1).score == 0.75
    assert dataclasses.replace(match(1), games=0, wins=0, draws=0, losses=0).score == 0
