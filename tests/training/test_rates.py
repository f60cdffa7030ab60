"""The learning rate of each step is what its formula says."""

import math

import pytest

from tengen.config import Learner as Settings
from tengen.training.rates import rate_at


def test_it_warms_up_in_a_straight_line_from_a_twentieth() -> None:
    settings = Settings(rate=0.02, warm_up=19)
    found = [rate_at(step, settings) for step in range(22)]
    assert found == pytest.approx([0.001 * (step + 1) for step in range(20)] + [0.02] * 2)


def test_without_warm_up_the_first_step_is_a_whole_one() -> None:
    assert rate_at(0, Settings(rate=0.02, warm_up=0)) == 0.02


def test_without_a_schedule_it_stays() -> None:
    settings = Settings(rate=0.02, rate_final=0.001)
    assert {rate_at(step, settings) for step in (100, 101, 10**9)} == {0.02}


def test_it_falls_along_a_cosine_and_stays_there() -> None:
    settings = Settings(rate=0.05, rate_final=0.01, rate_steps=600, warm_up=0)
    halfway = 0.02 * math.sqrt(2)  # the cosine of an eighth of a turn, times half the way down
    expected = {
        0: 0.05,
        150: 0.03 + halfway / 2,
        200: 0.04,
        300: 0.03,
        400: 0.02,
        450: 0.03 - halfway / 2,
        600: 0.01,
        601: 0.01,
        10**9: 0.01,
    }
    assert {step: rate_at(step, settings) for step in expected} == pytest.approx(expected)


def test_it_drops_at_the_steps_named() -> None:
    settings = Settings(rate=0.5, rate_drops={300: 0.005, 100: 0.05}, rate_steps=600, warm_up=0)
    expected = {0: 0.5, 99: 0.5, 100: 0.05, 299: 0.05, 300: 0.005, 10**9: 0.005}
    assert {step: rate_at(step, settings) for step in expected} == expected


def test_it_warms_up_to_what_the_schedule_says() -> None:
    falling = {"rate": 0.05, "rate_final": 0.01, "rate_steps": 600}
    warm, cold = Settings(**falling, warm_up=200), Settings(**falling, warm_up=0)  # type: ignore[arg-type]
    assert rate_at(100, warm) == pytest.approx(0.525 * rate_at(100, cold))
    assert rate_at(200, warm) == rate_at(200, cold)
