"""Pruning frees room and takes nothing that the run needs."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from tengen.runs import folder, state
from tengen.runs.prune import prune
from tests.runs.making import lessons, made, promotion, step


def test_a_run_is_pruned(tmp_path: Path) -> None:
    (tmp_path / ".go.0badcafe.new").mkdir()
    (tmp_path / ".go7.0badcafe.new").mkdir()
    with made(tmp_path / "go", 12) as run:
        with run.store.transaction():
            run.store.add_promotion(promotion(4, "000004"))
            run.store.add_promotion(promotion(5, "000005", accepted=False))
            played = [
                dataclasses.replace(each, entries=np.resize(each.entries, 50_000)) for each in lessons(9)
            ]
            run.store.add_lessons(played, 0, kind="other")
        start = run.store.window_start(50)
        window, before = run.store.shelf(50), run.bytes_on_disk
        freed = prune(run, keep=5)
        assert [int(path.stem) for path in run.networks()] == [1, 4, 5, 8, 12]
        assert (freed.networks, freed.states, freed.policies) == (7, 1, start - 1)
        assert freed.size == before - run.bytes_on_disk
        assert freed.size > 0
        assert np.array_equal(run.store.shelf(10**6).turns, window.turns)
        assert np.array_equal(run.store.shelf(10**6).entries, window.entries)
        assert len(run.store.games()) == 69
        found = run.state()
        assert found
        assert (found.number, found.warning) == (12, "")
        assert len(list(run.training.iterdir())) == 2
        assert sorted(path.name for path in tmp_path.iterdir()) == [".go7.0badcafe.new", "go"]
        step(run, 13)
        again = prune(run, keep=100)
        assert (again.networks, again.states) == (0, 1)


@pytest.mark.parametrize("keep", [1, 2, 3, 7, 12, 13])
def test_as_many_networks_stay_as_asked(keep: int, tmp_path: Path) -> None:
    with made(tmp_path / "go", 12) as run:
        prune(run, keep)
        assert len(run.networks()) == min(keep, 12)
        assert run.networks()[-1].stem == "000012"


def test_an_empty_run_is_pruned(tmp_path: Path) -> None:
    with made(tmp_path / "go", 0) as run:
        freed = prune(run, 1)
        assert (freed.networks, freed.states, freed.policies) == (0, 0, 0)


def test_a_run_in_training_is_not_pruned(tmp_path: Path) -> None:
    with made(tmp_path / "go", 1), pytest.raises(BlockingIOError, match="in use"):
        folder.resume(tmp_path / "go")


def test_states_stay_where_none_is_pointed_at(tmp_path: Path) -> None:
    with made(tmp_path / "go", 0) as run:
        name = run.write_state(1, {}, {})
        prune(run, 1)
        assert state.read(run.training, name).number == 1
