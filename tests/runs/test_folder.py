"""A run is created whole, gone on with by one process, looked at by any number, and survives being killed."""

import errno
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from tengen import __version__, config
from tengen.runs import folder, schema, state
from tests.runs.making import CONFIG, files, lessons, made, step

NOBODY = 65534
ROOT = Path(__file__).parent.parent.parent


def test_a_run_is_created(tmp_path: Path) -> None:
    with folder.create(tmp_path / "runs" / "go", CONFIG) as run:
        assert run.name == "go"
        assert run.config == config.read(CONFIG)
        assert run.store.version == __version__
        assert run.state() is None
        assert run.networks() == []
    text = (tmp_path / "runs" / "go" / "config.toml").read_text()
    assert text == f"# made with tengen {__version__}\n{CONFIG}"
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == ["go"]
    assert folder.names(tmp_path / "runs") == ["go"]


def test_what_cannot_be_created_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="the configuration of go: there is no gam"):
        folder.create(tmp_path / "go", "[gam]")

    def fail(path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(schema, "create", fail)
    with pytest.raises(OSError, match="No space left"):
        folder.create(tmp_path / "go", CONFIG)
    assert list(tmp_path.iterdir()) == []


def test_a_run_is_not_created_twice(tmp_path: Path) -> None:
    made(tmp_path / "go", 1).close()
    before = files(tmp_path)
    with pytest.raises(ValueError, match="is there already"):
        folder.create(tmp_path / "go", CONFIG)
    assert files(tmp_path) == before


def test_a_half_made_folder_is_no_run(tmp_path: Path) -> None:
    made(tmp_path / ".go.0badcafe.new", 0).close()
    assert folder.names(tmp_path) == []
    folder.create(tmp_path / "go", CONFIG).close()
    assert folder.names(tmp_path) == ["go"]


def test_one_process_at_a_time(tmp_path: Path) -> None:
    with made(tmp_path / "go", 1):
        with pytest.raises(BlockingIOError, match=f"go is in use by process {os.getpid()}"):
            folder.resume(tmp_path / "go")
        with folder.look(tmp_path / "go") as view:
            assert view.store.iteration == 1
    folder.resume(tmp_path / "go").close()


def test_a_run_goes_on(tmp_path: Path) -> None:
    made(tmp_path / "go", 3).close()
    with folder.resume(tmp_path / "go") as run:
        found = run.state()
        assert found
        assert (found.number, found.warning, found.notes) == (3, "", {"iteration": 3})
        assert [path.stem for path in run.networks()] == ["000001", "000002", "000003"]
        step(run, 4)
        assert [point.iteration for point in run.store.metrics("loss")] == [1, 2, 3, 4]


def test_knobs_are_turned_within_a_run(tmp_path: Path) -> None:
    with made(tmp_path / "go", 1) as run:
        run.change(["loop.seed=3"])
        run.change([])
        run.change(["search.simulations=8", "loop.seed=4"])
        assert (run.config.loop.seed, run.config.search.simulations) == (4, 8)
    with folder.resume(tmp_path / "go") as run:
        assert run.changes == ["loop.seed=3", "search.simulations=8", "loop.seed=4"]
        assert (run.config.loop.seed, run.config.replay.window) == (4, 30)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("game.sizes=[7]", "game cannot change within a run: begin another one"),
        ("network.blocks=9", "network cannot change within a run"),
        ("learner.optimizer=sgd", "learner.optimizer cannot change within a run"),
        ("loop.sed=3", "there is no loop.sed; did you mean seed?"),
    ],
)
def test_what_must_stay_stays(change: str, complaint: str, tmp_path: Path) -> None:
    with made(tmp_path / "go", 1) as run:
        before = files(tmp_path)
        with pytest.raises(ValueError, match=complaint):
            run.change(["loop.seed=3", change])
        assert run.config == config.read(CONFIG)
        assert files(tmp_path) == before


def test_a_damaged_state_is_said_once_and_the_run_goes_on_from_the_one_before(tmp_path: Path) -> None:
    with made(tmp_path / "go", 3) as run:
        (run.training / (run.store.pointed_at + state.ENDING)).write_bytes(b"bad")
        found = run.state()
        assert found
        assert found.number == 2
        assert "damaged" in found.warning
        assert run.store.pointed_at == found.name
        again = run.state()
        assert again
        assert again.warning == ""
        step(run, 3)
        newest = run.state()
        assert newest
        assert newest.number == 3


@contextmanager
def unwritable(path: Path) -> Iterator[None]:
    """Neither the folder nor its files can be written to, not even by root."""
    entries = [path, *path.rglob("*")]
    for entry in entries:
        entry.chmod(0o555 if entry.is_dir() else 0o444)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        for entry in entries:
            entry.chmod(0o755)


def test_a_disk_that_cannot_be_written_to() -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place)
        made(path / "go").close()
        with unwritable(path):
            with folder.look(path / "go") as view:
                assert view.store.iteration == 3
                assert len(view.store.shelf(1)) == 1
            with pytest.raises(OSError, match="Permission denied") as caught:
                folder.resume(path / "go")
            assert caught.value.filename == str(path / "go" / "lock")
            with pytest.raises(OSError, match="Permission denied") as caught:
                folder.create(path / "other", CONFIG)
            assert caught.value.filename == str(path / "other")


def test_a_killed_run_on_a_disk_that_cannot_be_written_to() -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place)
        with made(path / "go"):
            copy = {
                name: (path / "go" / name).read_bytes() for name in ("run.db", "run.db-wal", "run.db-shm")
            }
        for name, content in copy.items():
            (path / "go" / name).write_bytes(content)
        with unwritable(path), folder.look(path / "go") as view:
            assert view.store.iteration == 3


def killed(path: Path, after: int) -> int:
    """Let a process write steps, kill it some time after so many; the last step that it said was done."""
    command = [sys.executable, "-m", "tests.runs.stepping", str(path)]
    done = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout
        for count, line in enumerate(process.stdout):
            done = int(line.split()[1]) if line.startswith("done") else done
            if count == after:
                process.kill()
    return done


def check_killed(path: Path, done: int) -> None:
    """All that was said to be done is there, and the state that is named belongs to it."""
    with folder.resume(path) as run:
        store, found = run.store, run.state()
        reached = store.iteration
        assert reached >= done
        assert [point.value for point in store.metrics("loss")] == list(range(1, reached + 1))
        assert store.next_number == 10 * reached + 1
        for iteration in range(1, reached + 1):
            for offset, lesson in enumerate(lessons(10, iteration)):
                assert store.record(10 * iteration - 9 + offset) == lesson.record
        if reached:
            assert found
            assert (found.number, found.warning) == (reached, "")
            assert found.notes["games"] == 10 * reached
            assert found.arrays["weights"].tolist() == np.random.default_rng(reached).random(20_000).tolist()
        assert len(list(run.training.iterdir())) <= 3 + 2  # what was being made did not count yet


def test_the_newest_network_of_a_run(tmp_path: Path) -> None:
    with folder.create(tmp_path / "go", CONFIG) as run:
        with pytest.raises(ValueError, match="go has no network yet"):
            folder.newest_network(str(run.path))
        for number in (3, 20):
            run.network(number).touch()
        assert folder.newest_network(str(run.path)) == str(run.network(20))
    assert folder.newest_network("go7") == "go7"


def test_kill_loses_nothing_that_was_done(tmp_path: Path) -> None:
    for after in (0, 1, 7):
        done = killed(tmp_path / "go", after)
        if (tmp_path / "go").exists():
            check_killed(tmp_path / "go", done)


@pytest.mark.prove
def test_fifty_kills_lose_nothing_that_was_done(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        check_killed(tmp_path / "go", killed(tmp_path / "go", int(rng.integers(0, 12))))
    with folder.look(tmp_path / "go") as view:
        print(
            f"50 kills, {view.store.iteration} steps, {view.store.next_number - 1:,} games: none is missing"
        )
