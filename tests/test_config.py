"""Configurations: what a file says, what a command line changes, and what makes no sense."""

import pytest

from tengen.config import Config, preset, preset_names, read


def test_nothing_said_means_the_defaults() -> None:
    assert read("") == Config()


def test_a_file_and_a_command_line_turn_knobs() -> None:
    text = "[game]\nname = 'go'\nsizes = [7]\n[search]\nsimulations = 24\nconsidered = 8\n"
    config = read(
        text, ["search.simulations=64", "game.sizes=[5, 7]", "game.name=reversi", "loop.gate=fixed"]
    )
    assert config.search.options == {"simulations": 64, "considered": 8}
    assert config.game.sizes == (5, 7)
    assert config.game.name == "reversi"
    assert config.loop.gate == "fixed"


@pytest.mark.parametrize(
    ("text", "changes", "complaint"),
    [
        ("[game", [], "is not TOML"),
        ("[learner]\nrat = 0.1\n", [], "there is no learner.rat; did you mean rate?"),
        ("[larner]\nrate = 0.1\n", [], "there is no larner; did you mean learner?"),
        ("", ["loop.seed"], "write section.key=value"),
        ("", ["loop.seed.deep=1"], "loop.seed"),
        ("about = 'x'", ["about.seed=1"], "about is no section"),
        ("", ["learner.batch=0"], "learner.batch cannot be 0: input should be greater than"),
        ("", ["learner.batch=many"], "learner.batch cannot be 'many'"),
        ("", ["learner.rate=nan"], "learner.rate cannot be nan"),
        ("", ["search.method=magic"], "search.method cannot be 'magic': input should be 'gumbel' or 'puct'"),
        ("", ["selfplay.full_share=0.5"], "fast_simulations cannot be 0"),
        ("", ["selfplay.exempt=0"], "exempt cannot be 0"),
        ("", ["replay.window_limit=10"], "window_limit 10 is below"),
        ("", ["replay.held_out=0.9"], "held_out"),
        ("", ["game.shares=[1, 2]"], "one for each"),
        ("", ["loop.player=best"], "loop.player cannot be best where loop.gate is off"),
        ("", ["game.shares=[0]"], "some size must be played"),
    ],
)
def test_what_makes_no_sense_is_one_line(text: str, changes: list[str], complaint: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        read(text, changes)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_presets_are_found_by_name() -> None:
    for name in preset_names():
        assert read(preset(name)).about
    with pytest.raises(ValueError, match="no preset called"):
        preset("tictactoes")
