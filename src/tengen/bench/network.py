"""How fast networks answer, beside OpenVINO's own bare loop on the same file, and how exactly.

Both loops take turns in one run. Time is the thread's own, so that other programs disturb little; on a quiet
machine it is the time of the clock. The target of each speed is 0.95 of the bare loop's.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import openvino
import torch

from tengen.bench import Row
from tengen.games.position import Position, new
from tengen.network.card import Card
from tengen.network.evaluator import SETTINGS, Floats, NetworkEvaluator
from tengen.network.export import to_onnx
from tengen.network.model import new_network
from tengen.network.shape import shape_for
from tengen.network.torch_evaluator import TorchEvaluator

CASES = ((15, 6, 64), (9, 4, 32))  # board size, blocks, channels
BATCHES = (1, 8, 64, 256)
TURNS, TURN = 9, 0.15  # how often each loop has its turn, and for how many seconds of work
TARGET = 0.95
LARGEST_KL, LARGEST_VALUE_GAP = 1e-4, 0.01
ROWS = 256


def rows() -> list[Row]:
    """The table of `tengen bench network`."""
    found = []
    for size, blocks, channels in CASES:
        start = new("gomoku", size=size)
        shape = shape_for(start, blocks, channels)
        network = new_network(shape, seed=1)
        planes = np.stack([position.planes() for position in random_positions(start, ROWS)])
        for _ in range(20):  # its normalisation gets to know positions
            network(torch.from_numpy(planes[:64]))
        file = to_onnx(network.eval(), Card(shape=shape))
        fast = NetworkEvaluator(file)
        case = f"{blocks}x{channels} on {size}x{size} {fast.precision}"
        found += [row for batch in BATCHES for row in speeds(case, fast, file, planes[:batch])]
        found += agreement(case, fast(planes), TorchEvaluator(network, device="cpu")(planes))
        found.append(Row(f"{case}, rows that differ", differing(fast, planes), "rows", 0))
    return found


def speeds(case: str, fast: NetworkEvaluator, file: bytes, planes: Floats) -> list[Row]:
    """Positions a second, ours and the bare loop's."""
    ours, bare = interleaved(lambda: fast(planes), bare_loop(file, fast.precision, planes))
    batch = len(planes)
    return [
        Row(f"{case}, batch {batch}", batch / ours, "positions/s", TARGET * batch / bare),
        Row(f"{case}, batch {batch}, OpenVINO alone", batch / bare, "positions/s"),
    ]


def bare_loop(file: bytes, precision: str, planes: Floats) -> Callable[[], Any]:
    """OpenVINO's own way to the same answers: its quickest call, which shares memory and checks nothing."""
    core = openvino.Core()
    whole = core.read_model(file)
    model = openvino.Model([whole.output(name).node for name in ("policy", "value")], whole.get_parameters())
    compiled = core.compile_model(model, "CPU", SETTINGS | {"INFERENCE_PRECISION_HINT": precision})
    request = compiled.create_infer_request()
    return lambda: request.infer(planes, share_inputs=True, share_outputs=True)


def interleaved(*loops: Callable[[], Any]) -> list[float]:
    """Seconds of each loop for one call, in its best turn."""
    best = [float("inf")] * len(loops)
    calls = [_calls(loop) for loop in loops]
    for _ in range(TURNS):
        for i, loop in enumerate(loops):
            begin = time.thread_time()
            for _ in range(calls[i]):
                loop()
            best[i] = min(best[i], (time.thread_time() - begin) / calls[i])
    return best


def _calls(loop: Callable[[], Any]) -> int:
    """How many calls make a turn."""
    for _ in range(3):
        loop()
    begin = time.thread_time()
    for _ in range(3):
        loop()
    return max(1, round(TURN / max((time.thread_time() - begin) / 3, 1e-6)))


def agreement(case: str, found: tuple[Floats, Floats], wanted: tuple[Floats, Floats]) -> list[Row]:
    """How far the answers are from those of torch in f32."""
    p, q = (_log_softmax(logits.astype(np.float64)) for logits in (wanted[0], found[0]))
    divergence = float((np.exp(p) * (p - q)).sum(1).mean())
    gap = float(np.abs(found[1] - wanted[1]).mean())
    return [
        Row(f"{case}, KL from torch f32", divergence, "nats", LARGEST_KL),
        Row(f"{case}, mean gap of values", gap, "of [-1, 1]", LARGEST_VALUE_GAP),
    ]


def differing(fast: NetworkEvaluator, planes: Floats) -> int:
    """Rows that two threads with batches of other sizes get answered otherwise, be it by a bit."""
    logits, values = fast(planes)
    odd: set[int] = set()

    def ask(batch: int) -> None:
        for i in range(0, len(planes), batch):
            found = fast(planes[i : i + batch])
            same = (found[0] == logits[i : i + batch]).all(1) & (found[1] == values[i : i + batch])
            odd.update(i + int(row) for row in np.flatnonzero(~same))

    for pair in ((1, 64), (3, 8), (31, 2)):
        threads = [threading.Thread(target=ask, args=(batch,)) for batch in pair]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return len(odd)


def random_positions(start: Position, count: int) -> list[Position]:
    """Positions from random games."""
    draw = np.random.default_rng(0)
    found, position = [], start
    for _ in range(count):
        position = start if position.over else position
        found.append(position)
        position = position.play(int(draw.choice(position.legal())))
    return found


def _log_softmax(logits: Any) -> Any:
    logits = logits - logits.max(1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(1, keepdims=True))
