"""A small round of everything, forgotten at once: so all is compiled before training is timed."""

from tengen.config import Config
from tengen.network.plain import UniformEvaluator
from tengen.records.shelf import shelf_of
from tengen.selfplay.source import Source
from tengen.training.networks import configured_shape, first_position
from tengen.training.replay import Replay
from tengen.training.window import Window

FEW = {"threads": 1, "games": 1}


def rehearse(config: Config) -> None:
    """Play a game without a network, put it aside and take it up, and draw a batch from it."""
    shape = configured_shape(config, first_position(config))
    few = config.model_copy(update={"selfplay": config.selfplay.model_copy(update=FEW)})
    source, window = Source(few, shape.planes, UniformEvaluator(shape.has_pass)), Window()
    window.extend(shelf_of(source.play(1), 0))
    source.put_back(source.take_out())
    for _ in Replay(window, config.replay, shape.planes).batches(1, 2):
        """What it says does not matter."""
