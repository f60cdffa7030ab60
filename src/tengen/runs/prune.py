"""What a run can do without, when the disk is small."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from tengen.runs import atomic, state
from tengen.runs.folder import Run


@dataclass(frozen=True, slots=True)
class Freed:
    """What was removed, and the room that this made."""

    networks: int
    states: int
    policies: int  # games whose policies were forgotten
    size: int  # bytes


def prune(run: Run, keep: int) -> Freed:
    """Keep so many networks, the policies of the window, and the training state with the one before it."""
    size = run.bytes_on_disk
    networks = spare_networks(run, keep)
    for path in networks:
        path.unlink()
    states = state.keep(run.training, run.store.pointed_at) if run.store.pointed_at else []
    policies = _forget(run)
    run.store.shrink()
    for rest in atomic.unfinished(run.path):
        shutil.rmtree(rest)
    return Freed(len(networks), len(states), policies, size - run.bytes_on_disk)


def spare_networks(run: Run, keep: int) -> list[Path]:
    """The networks to do without: the newest, the best and some spread over the run stay."""
    networks = run.networks()
    accepted = [promotion.network for promotion in run.store.promotions() if promotion.accepted]
    needed = {path for path in networks if path == networks[-1] or path.stem in accepted[-1:]}
    others = [path for path in networks if path not in needed]
    wanted = min(max(keep - len(needed), 0), len(others))
    spread = {others[index * len(others) // wanted] for index in range(wanted)}
    return [path for path in others if path not in spread]


def _forget(run: Run) -> int:
    """Forget the policies that no window reaches; how many games had them."""
    start = run.store.window_start(run.config.replay.window_limit)
    with run.store.transaction():
        return run.store.forget_policies(start)
