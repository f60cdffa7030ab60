"""The same trees, bit by bit, whatever the number of threads that grow them."""

import threading
from pathlib import Path

import pytest

import tengen
from tengen.network.evaluator import NetworkEvaluator
from tengen.search.conduct import Conduct
from tengen.search.forest import Forest
from tengen.search.method import settings_for

NETWORK = Path(__file__).parents[1] / "network" / "data" / "gomoku_1x8.onnx"
FORESTS, TREES = 4, 6


def grown(method: str, threads: int, conduct: Conduct | None = None) -> list[bytes]:
    """All that some forests hold after their searches, which so many threads shared with one network."""
    start, network = tengen.new("gomoku", size=7), NetworkEvaluator(NETWORK)
    settings = settings_for(method, simulations=30, **({"noise": 0.25} if method == "puct" else {}))
    forests = [Forest(start.state, settings, TREES, seed=seed, conduct=conduct) for seed in range(FORESTS)]

    def work(number: int) -> None:
        for forest in forests[number::threads]:
            for index in range(TREES):
                forest.plant(index, start.state)
            forest.search(network)

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    kept = ("heads", "nodes", "edges", "priors", "actions", "roots", "turns", "entries")
    return [b"".join(getattr(forest.arrays, name).tobytes() for name in kept) for forest in forests]


@pytest.mark.parametrize("method", ["puct", "gumbel"])
@pytest.mark.parametrize("conduct", [None, Conduct(temperatures=[1.0])], ids=["searches", "games"])
def test_trees_do_not_depend_on_threads(method: str, conduct: Conduct | None) -> None:
    alone = grown(method, 1, conduct)
    assert len(set(alone)) == FORESTS  # the seeds differ, so a mistake here would be seen
    for threads in (2, 3, 4):
        assert grown(method, threads, conduct) == alone
