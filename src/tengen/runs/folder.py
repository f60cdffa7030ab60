"""A run: a folder that holds all that training needs to go on, and all that there is to see of it.

    runs/go7/  config.toml   as it was, with the version of tengen that made it
               changes.txt   the knobs turned since, one to a line
               run.db        games, policies, metrics, matches, promotions (tengen.runs.store)
               networks/     000123.onnx ...
               training/     the newest training states (tengen.runs.state)
               tensorboard/  curves for another program

One process at a time goes on with a run, and any number look at it meanwhile.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from numpy.typing import NDArray

from tengen import __version__, config
from tengen.runs import atomic, schema
from tengen.runs.lock import Lock
from tengen.runs.reader import Reader
from tengen.runs.store import Store

if TYPE_CHECKING:
    from tengen.runs.state import State

CONFIG, CHANGES, DATABASE, LOCK = "config.toml", "changes.txt", "run.db", "lock"
NETWORKS, TRAINING, TENSORBOARD = "networks", "training", "tensorboard"
FIXED = ("game", "network", "learner.optimizer")  # of a configuration, from a run's beginning to its end


class View:
    """A run to look at, also while another process trains it."""

    def __init__(self, path: Path, store: Reader) -> None:
        self.path, self.store = path, store

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files."""
        self.store.close()

    @property
    def name(self) -> str:
        """What people call the run."""
        return self.path.resolve().name

    @cached_property
    def config(self) -> config.Config:
        """The configuration it was made with."""
        file = self.path / CONFIG
        return config.read(file.read_text(encoding="utf-8"), self.changes, name=str(file))

    @property
    def changes(self) -> list[str]:
        """The knobs that were turned, as `section.key=value`."""
        file = self.path / CHANGES
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []

    def network(self, number: int) -> Path:
        """The file of a published network, there or not."""
        return self.path / NETWORKS / f"{number:06d}.onnx"

    def networks(self) -> list[Path]:
        """The files of all published networks, the oldest first."""
        return sorted((self.path / NETWORKS).glob("[0-9]*.onnx"))

    @property
    def training(self) -> Path:
        """Where the training states are."""
        return self.path / TRAINING

    @property
    def tensorboard(self) -> Path:
        """Where the curves for TensorBoard are."""
        return self.path / TENSORBOARD

    @property
    def bytes_on_disk(self) -> int:
        """How much room the run takes."""
        return sum(file.stat().st_size for file in self.path.rglob("*") if file.is_file())


class Run(View):
    """A run to go on with; nobody else does at the same time."""

    store: Store

    def __init__(self, path: Path, store: Store, lock: Lock) -> None:
        super().__init__(path, store)
        self._lock = lock

    def close(self) -> None:
        """Let another process go on."""
        super().close()
        self._lock.release()

    def changed(self, changes: Sequence[str]) -> config.Config:
        """The configuration with more knobs turned; what is played and what learns must stay as it is."""
        text = (self.path / CONFIG).read_text(encoding="utf-8")
        after = config.read(text, [*self.changes, *changes])
        for fixed in FIXED:
            if attrgetter(fixed)(self.config) != attrgetter(fixed)(after):
                raise ValueError(
                    f"{fixed} cannot change within a run: begin another one, tengen train ... --as"
                )
        return after

    def change(self, changes: Sequence[str]) -> None:
        """Turn some knobs."""
        self.changed(changes)
        if changes:
            atomic.write(self.path / CHANGES, _lines([*self.changes, *changes]))
            self.__dict__.pop("config", None)  # it is read anew

    def write_state(self, number: int, arrays: Mapping[str, NDArray[Any]], notes: Mapping[str, Any]) -> str:
        """Keep a training state, which counts as soon as `store.point_at` names it; its name."""
        from tengen.runs import state

        return state.write(self.training, number, arrays, notes, self.store.pointed_at)

    def state(self) -> "State | None":
        """The training state to go on from, with a warning if it is an older one; None at the beginning."""
        from tengen.runs import state

        found = state.newest(self.training, self.store.pointed_at)
        if found and found.warning:
            with self.store.transaction():
                self.store.point_at(found.name)
        return found


def create(path: Path, config_text: str, changes: Sequence[str] = ()) -> Run:
    """Begin a run."""
    config.read(config_text, changes, name=f"the configuration of {path.name}")
    with atomic.new_folder(path) as new:
        atomic.write(new / CONFIG, f"# made with tengen {__version__}\n{config_text}".encode())
        atomic.write(new / CHANGES, _lines(changes))
        schema.create(new / DATABASE)
        for folder in (NETWORKS, TRAINING, TENSORBOARD):
            (new / folder).mkdir()
    return resume(path)


def _lines(changes: Sequence[str]) -> bytes:
    return "".join(f"{change}\n" for change in changes).encode()


def resume(path: Path) -> Run:
    """Go on with a run."""
    schema.connect(path / DATABASE, writing=False).close()  # before anything is written there
    lock = Lock(path / LOCK)
    try:
        return Run(path, Store(path / DATABASE), lock)
    except BaseException:
        lock.release()
        raise


def look(path: Path) -> View:
    """Look at a run, whoever trains it."""
    return View(path, Reader(path / DATABASE))


def newest_network(name: str) -> str:
    """The file of a run's newest network, where this names a run's folder; any other name is as it is."""
    path = Path(name)
    if not path.is_dir():
        return name
    with look(path) as run:
        networks = run.networks()
    if not networks:
        raise ValueError(f"{name} has no network yet: let it train for a minute first")
    return str(networks[-1])


def names(runs: Path) -> list[str]:
    """The runs in a folder."""
    return sorted(
        path.parent.name for path in runs.glob(f"*/{DATABASE}") if not path.parent.name.startswith(".")
    )
