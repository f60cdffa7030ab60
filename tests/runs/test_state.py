"""A training state comes back bit for bit, or not at all; then the one before is taken."""

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.games.policies import TURN
from tengen.runs import state

NESTED = np.dtype([("at", "<i2", (2, 3)), ("inner", [("x", "<f4"), ("y", "?")]), ("hash", "<u8")])


def bytes_of(dtype: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Random bytes, whatever they mean in this type: not-a-numbers among them."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    data = np.random.default_rng(size).integers(0, 256, size, np.uint8)
    return data.view(kind).reshape(shape) if size else np.zeros(shape, kind)


ARRAYS = {
    **{name: bytes_of(name, (3, 4)) for name in ("u1", "i1", "<u2", "<i2", "<f2", "<u4", "<i4")},
    **{name: bytes_of(name, (5,)) for name in ("<f4", "<u8", "<i8", "<f8")},
    **{name: bytes_of(name, (2, 2)) for name in (">i4", ">f8", "<c8", "<U3", "S5", "<M8[s]")},
    "truth": np.array([True, False]),
    "number": np.array(3.5),
    "nothing": np.zeros((0, 5), np.float32),
    "no turns": np.zeros(0, TURN),
    "turns": bytes_of(TURN, (7,)),
    "nested": bytes_of(NESTED, (2, 2)),
    "turned": np.arange(6, dtype=np.float32).reshape(2, 3).T,
    "every other": np.arange(10)[::2],
}
NOTES = {"rate": 0.1 + 0.2, "random": {"state": 2**127 + 1}, "text": "é", "list": [1, None, True]}


def test_everything_comes_back_bit_for_bit(tmp_path: Path) -> None:
    name = state.write(tmp_path, 12, ARRAYS, NOTES)
    found = state.read(tmp_path, name)
    assert (found.name, found.number, found.notes, found.warning) == (name, 12, NOTES, "")
    assert found.arrays.keys() == ARRAYS.keys()
    for key, array in ARRAYS.items():
        back = found.arrays[key]
        assert (back.dtype, back.shape) == (array.dtype, array.shape), key
        assert back.tobytes() == array.tobytes(), key
        assert back.flags.writeable


def test_equal_states_have_equal_names(tmp_path: Path) -> None:
    assert state.write(tmp_path, 1, ARRAYS, NOTES) == state.write(tmp_path, 1, ARRAYS, NOTES)
    assert state.write(tmp_path, 1, ARRAYS, {}) != state.write(tmp_path, 1, ARRAYS, NOTES)


def test_no_objects_are_kept(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'a' holds objects"):
        state.write(tmp_path, 1, {"a": np.array([object()])}, {})
    assert list(tmp_path.iterdir()) == []


def test_any_flipped_bit_is_noticed(tmp_path: Path) -> None:
    name = state.write(tmp_path, 1, {"a": np.arange(3)}, {"b": 1})
    (file,) = tmp_path.iterdir()
    sound = file.read_bytes()
    for place in range(len(sound)):
        file.write_bytes(sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :])
        with pytest.raises(state.BadState, match="damaged"):
            state.read(tmp_path, name)
    for length in (0, 4, len(sound) - 1):
        file.write_bytes(sound[:length])
        with pytest.raises(state.BadState, match="damaged"):
            state.read(tmp_path, name)


def several(folder: Path, count: int) -> list[str]:
    """States 1, 2, 3 ... each of which was pointed at when the next was written."""
    names = [""]
    for number in range(1, count + 1):
        names.append(state.write(folder, number, {"a": np.array([number])}, {}, names[-1]))
    return names[1:]


def test_the_last_three_are_kept(tmp_path: Path) -> None:
    names = several(tmp_path, 6)
    assert sorted(path.stem for path in tmp_path.iterdir()) == names[-3:]


def test_states_that_never_counted_do_not_push_out_those_that_do(tmp_path: Path) -> None:
    names = several(tmp_path, 3)
    for trial in range(5):  # killed each time before the database points at the new one
        orphan = state.write(tmp_path, 4, {"a": np.array([trial])}, {}, names[2])
    assert sorted(path.stem for path in tmp_path.iterdir()) == [*names[1:], orphan]


def test_what_a_killed_process_left_is_swept_up(tmp_path: Path) -> None:
    (tmp_path / ".000004-0123456789abcdef.safetensors.new").write_bytes(b"half")
    names = several(tmp_path, 1)
    assert [path.stem for path in tmp_path.iterdir()] == names


def test_the_newest_is_the_one_pointed_at(tmp_path: Path) -> None:
    assert state.newest(tmp_path, "") is None
    names = several(tmp_path, 3)
    for name in names:
        found = state.newest(tmp_path, name)
        assert found
        assert (found.name, found.warning) == (name, "")


@pytest.mark.parametrize("trouble", ["damaged", "not there"])
def test_the_one_before_is_taken_and_said_so(trouble: str, tmp_path: Path) -> None:
    names = several(tmp_path, 3)
    files = [tmp_path / (name + state.ENDING) for name in names]
    for good in (1, 0):
        files[good + 1].write_bytes(b"bad") if trouble == "damaged" else files[good + 1].unlink()
        found = state.newest(tmp_path, names[2])
        assert found
        assert found.name == names[good]
        assert trouble in found.warning
        assert found.warning.endswith(f"going on from {names[good]}")
    files[0].write_bytes(b"")
    with pytest.raises(ValueError, match="no earlier state is good"):
        state.newest(tmp_path, names[2])


def test_a_state_of_a_newer_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    several(tmp_path, 1)
    monkeypatch.setattr(state, "FORMAT", 2)
    name = state.write(tmp_path, 2, {}, {})
    monkeypatch.undo()
    with pytest.raises(ValueError, match="format 2, this tengen reads up to 1: upgrade"):
        state.newest(tmp_path, name)


@pytest.mark.parametrize("name", ["../000001-0123456789abcdef", "000001", "x", "000001-0123456789ABCDEF"])
def test_a_name_stays_in_its_folder(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is no name of a training state"):
        state.read(tmp_path, name)


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = several(tmp_path, 3)
    calls = itertools.count()

    def fail(*_: object) -> None:
        next(calls)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        state.write(tmp_path, 4, ARRAYS, NOTES, names[2])
    assert next(calls) == 1
    assert sorted(path.stem for path in tmp_path.iterdir()) == names
