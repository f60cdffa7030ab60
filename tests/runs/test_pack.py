"""A run travels as one file and goes on elsewhere as it would have gone on here."""

import dataclasses
import io
import json
import random
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tengen.games.policies import ENTRY
from tengen.runs import folder, state
from tengen.runs.pack import LIMIT, OVERHEAD, pack, unpack
from tests.records.random_records import random_go
from tests.runs.making import files, lessons, made, promotion, step
from tests.runs.test_store import dump


def packed(tmp_path: Path, limit: int = LIMIT) -> Path:
    """The run `go`, packed."""
    with folder.look(tmp_path / "go") as view:
        pack(view, tmp_path / "go.zip", limit)
    return tmp_path / "go.zip"


def rewritten(file: Path, change: Callable[[dict[str, bytes]], object]) -> None:
    """Change the parts of a packed run."""
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def test_a_small_run_comes_back_whole(tmp_path: Path) -> None:
    with made(tmp_path / "go", 4) as run, run.store.transaction():
        run.store.add_promotion(promotion(4, "000004"))
        run.store.add_record(random_go(random.Random(1)), 4, "gate")
        run.change(["search.simulations=7"])
    target = unpack(packed(tmp_path), tmp_path / "elsewhere")
    assert target == tmp_path / "elsewhere" / "go"
    with folder.resume(tmp_path / "go") as mine, folder.resume(target) as theirs:
        assert dump(mine.store) == dump(theirs.store)
        here, there = mine.state(), theirs.state()
        assert here
        assert there
        assert (here.name, there.warning) == (there.name, "")
        assert [path.name for path in mine.networks()] == [path.name for path in theirs.networks()]
        assert mine.config == theirs.config
        assert theirs.config.search.simulations == 7
        step(mine, 5)
        step(theirs, 5)
        assert dump(mine.store) == dump(theirs.store)


def test_a_run_is_packed_while_it_trains(tmp_path: Path) -> None:
    with made(tmp_path / "go", 2) as run:
        file = packed(tmp_path)
        step(run, 3)
    with folder.look(unpack(file, tmp_path, "other")) as view:
        assert view.store.iteration == 2


def random_policies(run: folder.Run, iteration: int) -> None:
    """Games that cannot be made smaller."""
    rng = np.random.default_rng(iteration)
    played = [
        dataclasses.replace(each, entries=rng.integers(0, 256, 8_000, np.uint8).view(ENTRY))
        for each in lessons(20, iteration)
    ]
    with run.store.transaction():
        run.store.add_lessons(played, iteration)


def test_the_state_and_the_newest_games_come_first(tmp_path: Path) -> None:
    with made(tmp_path / "go", 8) as run:
        random_policies(run, 9)
        totals = run.store.counts()
    limit = 100_000
    file = packed(tmp_path, limit)
    assert 0.8 * limit < file.stat().st_size <= limit
    with folder.look(unpack(file, tmp_path, "small")) as view:
        numbers = [game.number for game in view.store.games()]
        assert numbers == list(range(60, 60 - len(numbers), -1))
        assert 5 < len(numbers) < 20
        assert [len(view.store.lesson(number).entries) for number in numbers] == [2_000] * len(numbers)
        assert view.store.counts() == totals, "what was ever played is remembered"
        assert view.store.next_number == 61
        assert [path.stem for path in view.networks()][-1] == "000008"
        found = state.newest(view.training, view.store.pointed_at)
        assert found
        assert (found.number, found.warning) == (8, "")


def test_earlier_networks_fill_what_room_is_left(tmp_path: Path) -> None:
    noise = np.random.default_rng(0).integers(0, 256, 5_000, np.uint8).tobytes()
    with made(tmp_path / "go", 8) as run:
        for network in run.networks():
            network.write_bytes(noise)
    whole = packed(tmp_path).stat().st_size
    with folder.look(unpack(packed(tmp_path, whole - 3_000), tmp_path, "less")) as view:
        assert [int(path.stem) for path in view.networks()] == [1, 3, 5, 7, 8]
    with folder.look(unpack(packed(tmp_path, whole - 30_000 - 7 * OVERHEAD), tmp_path, "least")) as view:
        assert [int(path.stem) for path in view.networks()] == [8]


def test_what_does_not_fit_is_said(tmp_path: Path) -> None:
    made(tmp_path / "go").close()
    with pytest.raises(ValueError, match=r"go cannot be packed: .* bytes too much"):
        packed(tmp_path, 1_000)
    assert not (tmp_path / "go.zip").exists()


def test_a_run_of_no_steps(tmp_path: Path) -> None:
    made(tmp_path / "go", 0).close()
    with folder.resume(unpack(packed(tmp_path), tmp_path, "other")) as run:
        assert run.state() is None
        step(run, 1)


def test_a_damaged_state_stays_at_home(tmp_path: Path) -> None:
    with made(tmp_path / "go") as run:
        (run.training / (run.store.pointed_at + state.ENDING)).write_bytes(b"bad")
    with folder.look(tmp_path / "go") as view:
        assert "damaged" in pack(view, tmp_path / "go.zip")
    with folder.resume(unpack(tmp_path / "go.zip", tmp_path, "other")) as run:
        found = run.state()
        assert found
        assert (found.number, found.warning) == (2, "")


def test_nothing_is_written_over(tmp_path: Path) -> None:
    made(tmp_path / "go").close()
    file = packed(tmp_path)
    before = files(tmp_path)
    with pytest.raises(ValueError, match="go is there already: choose another name"):
        unpack(file, tmp_path)
    assert files(tmp_path) == before


STRANGE = ["../evil", "/etc/evil", "training/../../evil", "networks/1.onnx/../../evil", "lock", "a\\..\\evil"]
CHANGES: list[tuple[str, Callable[[dict[str, bytes]], object]]] = [
    *((f"it holds {name!r}", lambda parts, name=name: parts.update({name: b""})) for name in STRANGE),
    ("it holds too little", lambda parts: parts.pop("run.db")),
    ("it holds too little", lambda parts: parts.pop("pack.json")),
    ("says nothing", lambda parts: parts.update({"pack.json": b"{}"})),
    ("format 9, this tengen reads up to 1", lambda parts: parts.update({"pack.json": head(format=9)})),
    ("calls its run '../x'", lambda parts: parts.update({"pack.json": head(name="../x")})),
    ("holds no sound run", lambda parts: parts.update({"run.db": b"nothing" * 1_000})),
    ("holds no sound run", lambda parts: [parts.pop(name) for name in [*parts] if name[:5] == "train"]),
    ("holds no sound run", lambda parts: parts.update({"config.toml": b"[gam]"})),
]


def head(**changes: object) -> bytes:
    """What a packed run says of itself."""
    return json.dumps({"format": 1, "name": "go", **changes}).encode()


@pytest.mark.parametrize(("complaint", "change"), CHANGES)
def test_a_changed_pack_is_refused(
    complaint: str, change: Callable[[dict[str, bytes]], object], tmp_path: Path
) -> None:
    made(tmp_path / "go").close()
    file = packed(tmp_path)
    rewritten(file, change)
    before = files(tmp_path)
    with pytest.raises(ValueError, match=r".") as caught:
        unpack(file, tmp_path / "runs")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
    assert files(tmp_path) == before


def test_a_run_with_a_strange_name_gets_another(tmp_path: Path) -> None:
    made(tmp_path / "go").close()
    file = packed(tmp_path)
    rewritten(file, lambda parts: parts.update({"pack.json": head(name="my go: 7")}))
    assert unpack(file, tmp_path, "my go") == tmp_path / "my go"


def test_a_pack_that_claims_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path / "go").close()
    file = packed(tmp_path)
    monkeypatch.setattr("tengen.runs.pack.UNPACKED_LIMIT", 1_000)
    with pytest.raises(ValueError, match="too little or too much"):
        unpack(file, tmp_path / "runs")


def unpacked(file: Path, runs: Path, name: str) -> str:
    """Unpack a file; the one line with which it is refused, or nothing."""
    try:
        unpack(file, runs, name)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("trials", [40, pytest.param(1_000, marks=pytest.mark.prove)])
def test_damage_is_noticed_or_harmless(trials: int, tmp_path: Path) -> None:
    made(tmp_path / "go").close()
    sound = packed(tmp_path).read_bytes()
    rng = random.Random(1)
    complaints = []
    for trial in range(trials):
        data = io.BytesIO(sound)
        data.seek(rng.randrange(len(sound)))
        data.write(rng.randbytes(rng.choice((1, 4, 100))))
        (tmp_path / "bad.zip").write_bytes(data.getvalue()[: rng.choice((None, rng.randrange(len(sound))))])
        complaints.append(unpacked(tmp_path / "bad.zip", tmp_path / "runs", f"{trial}"))
    assert not any("\n" in complaint for complaint in complaints)
    harmless = folder.names(tmp_path / "runs")
    assert harmless == sorted(f"{trial}" for trial in range(trials) if not complaints[trial])
    print(f"{trials} damaged packs: {trials - len(harmless)} refused, {len(harmless)} unpacked as they were")
    for name in harmless:
        with folder.look(tmp_path / "runs" / name) as mine, folder.look(tmp_path / "go") as theirs:
            assert dump(mine.store) == dump(theirs.store)


def test_a_full_disk_leaves_the_earlier_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path / "go").close()
    packed(tmp_path)
    before = files(tmp_path)

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        packed(tmp_path)
    with pytest.raises(OSError, match="No space left"):
        unpack(tmp_path / "go.zip", tmp_path / "runs")
    assert files(tmp_path) == before


def test_a_newer_database_inside_is_refused(tmp_path: Path) -> None:
    made(tmp_path / "go").close()
    with sqlite3.connect(tmp_path / "go" / "run.db") as connection:
        connection.execute("PRAGMA user_version = 7")
    connection.close()
    content = (tmp_path / "go" / "run.db").read_bytes()
    made(tmp_path / "new" / "go").close()
    with folder.look(tmp_path / "new" / "go") as view:
        pack(view, tmp_path / "go.zip")
    rewritten(tmp_path / "go.zip", lambda parts: parts.update({"run.db": content}))
    with pytest.raises(ValueError, match=r"holds no sound run: .* is a run of format 7"):
        unpack(tmp_path / "go.zip", tmp_path / "runs")
