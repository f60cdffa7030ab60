"""`tengen bench analysis`: how soon a first answer stands, and how much memory searches take in all."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tengen.bench import Row

PEAK = Path("/proc/self/status")  # where Linux tells how much memory a process has used at most
TRIES = 3


def rows() -> list[Row]:
    """The table; it takes some minutes, most of them for the largest search."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        gomoku, go = published(folder, "gomoku", 15), published(folder, "go", 9)
        tiny = published(folder, "go", 19, blocks=1, channels=8)
        table = [
            Row("first answer: gomoku 15x15, 6x64, 400 simulations", first_answer(gomoku), "s", 2),
            Row("first answer: go 9x9, 6x64, 400 simulations", first_answer(go), "s", 2),
        ]
        if PEAK.exists():
            games, search = peak("play", gomoku, 64, 800), peak("look", tiny, 19, 1_000_000)
            table += [
                Row("64 games: gomoku 15x15, 6x64, 800 simulations", games, "MB", 700),
                Row("one search: go 19x19, 1,000,000 simulations", search, "MB", 3000),
            ]
    return table


def published(folder: Path, game: str, size: int, blocks: int = 6, channels: int = 64) -> Path:
    """The file of an untrained network; beside it lies a drawing of its empty board."""
    from tengen.games.position import new
    from tengen.network.card import Card
    from tengen.network.export import to_onnx
    from tengen.network.model import new_network
    from tengen.network.shape import shape_for

    position = new(game, size)
    heads = {"ownership": True, "score": True} if game == "go" else {}
    shape = shape_for(position, blocks, channels, **heads)
    file = folder / f"{game}{size}_{blocks}x{channels}.onnx"
    file.with_suffix(".txt").write_text(str(position), encoding="utf-8")
    file.write_bytes(to_onnx(new_network(shape, seed=0), Card(shape=shape, rules=position.options)))
    return file


def first_answer(network: Path, simulations: int = 400) -> float:
    """Seconds from the start of `tengen analyze` to its end, the best of some: the first may compile."""
    command = [sys.executable, "-m", "tengen", "analyze", str(network.with_suffix(".txt"))]
    command += ["--network", str(network), "--simulations", str(simulations)]
    taken = []
    for _ in range(1 + TRIES):
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        taken.append(time.perf_counter() - began)
    return min(taken[1:])


def peak(task: str, network: Path, count: int, simulations: int) -> float:
    """The most memory, in MB, of a new process that does one of the tasks below."""
    code = f"from tengen.bench import analysis; analysis.{task}({str(network)!r}, {count}, {simulations}); "
    code += "print(analysis.PEAK.read_text())"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return int(done.stdout.split("VmHWM:")[1].split()[0]) * 1024 / 1e6


def play(network: str, trees: int, simulations: int) -> None:
    """Games of Gomoku side by side, for two turns each."""
    from tengen.games.position import new
    from tengen.network.evaluator import NetworkEvaluator
    from tengen.search.conduct import Conduct
    from tengen.search.forest import Forest
    from tengen.search.method import settings_for
    from tengen.selfplay.worker import Beginning, Worker

    start = new("gomoku", 15)
    forest = Forest(start.state, settings_for("puct", simulations=simulations), trees, conduct=Conduct())
    worker = Worker(forest, NetworkEvaluator(network), lambda: Beginning(start))
    while forest.arrays.heads["turns"].min() < 2:
        worker.step()


def look(network: str, size: int, simulations: int) -> None:
    """Analyse an empty board of Go."""
    from tengen.engine.analysis import analyze
    from tengen.games.position import new

    analyze(new("go", size), network, simulations)
