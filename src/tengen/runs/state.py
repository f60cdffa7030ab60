"""The training state: arrays and notes in one file of safetensors that is whole, checked, or not there.

The file's name ends with the checksum of all that is in it, so whoever knows the name knows the content:

    training/000123-0f3ac8d21b9e5c47.safetensors
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import safetensors.numpy
from numpy.typing import NDArray

from tengen.runs import atomic

FORMAT = 1  # raised when older programs could not read a state any more
ENDING = ".safetensors"
NAME = re.compile(r"(\d{6,})-([0-9a-f]{16})")


class BadState(ValueError):
    """A training state that is damaged or not there; an earlier one may be good."""


@dataclass(frozen=True, eq=False)
class State:
    """All that learning goes on from: weights, optimiser, random state, counters."""

    name: str
    number: int
    arrays: Mapping[str, NDArray[Any]]
    notes: Mapping[str, Any] = field(default_factory=dict)  # what JSON can say
    warning: str = ""  # that it is not the one that was wanted, and why


def write(
    folder: Path,
    number: int,
    arrays: Mapping[str, NDArray[Any]],
    notes: Mapping[str, Any],
    pointed_at: str = "",
) -> str:
    """Keep a state beside the one that is pointed at and the one before that; older ones go. Its name."""
    data = _encoded(number, arrays, notes)
    name = f"{number:06d}-{_digest(data)}"
    atomic.write(folder / (name + ENDING), data)
    keep(folder, name, pointed_at)
    return name


def read(folder: Path, name: str) -> State:
    """The state of this name, checked."""
    if not NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name of a training state: wanted one like 000123-0f3ac8d21b9e5c47")
    path = folder / (name + ENDING)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadState(f"{path} is not there") from None
    if _digest(data) != name.rpartition("-")[2]:
        raise BadState(f"{path} is damaged: its checksum is another")
    return _decoded(name, data)


def newest(folder: Path, pointed_at: str) -> State | None:
    """The state that is pointed at, or the newest good one before it, with a warning; None if nothing is."""
    if not pointed_at:
        return None
    wrong = []
    for name in [pointed_at, *before(folder, pointed_at)]:
        try:
            state = read(folder, name)
        except BadState as error:
            wrong.append(str(error))
            continue
        return replace(state, warning=f"{wrong[0]}; going on from {name}" if wrong else "")
    raise ValueError(f"{wrong[0]}, and no earlier state is good: unpack an earlier pack of the run")


def before(folder: Path, name: str) -> list[str]:
    """The states that are older than this one, the newest first."""
    names = [path.stem for path in folder.glob("*" + ENDING) if NAME.fullmatch(path.stem)]
    return sorted((each for each in names if _number(each) < _number(name)), key=_number, reverse=True)


def keep(folder: Path, *names: str) -> list[Path]:
    """Remove all states but these, and but the one before the last of these that is given; which."""
    wanted = [name for name in names if name]
    spared = {*wanted, *before(folder, wanted[-1])[:1]}
    removed = [path for path in sorted(folder.glob("*" + ENDING)) if path.stem not in spared]
    for path in [*removed, *atomic.leftovers(folder)]:
        path.unlink()
    return removed


def _number(name: str) -> int:
    return int(name.partition("-")[0])


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _encoded(number: int, arrays: Mapping[str, NDArray[Any]], notes: Mapping[str, Any]) -> bytes:
    plain, types = {}, {}
    for name, array in arrays.items():
        plain[name] = np.array(array, order="C")
        if not _is_plain(array.dtype):
            if array.dtype.hasobject:
                raise ValueError(f"array {name!r} holds objects: a state keeps numbers and records of them")
            types[name] = [np.lib.format.dtype_to_descr(array.dtype), list(array.shape)]
            plain[name] = np.frombuffer(plain[name].tobytes(), np.uint8)
    head = {"format": FORMAT, "number": number, "types": types, "notes": notes}
    return bytes(safetensors.numpy.save(plain, {"tengen": json.dumps(head)}))


def _is_plain(dtype: np.dtype[Any]) -> bool:
    """Whether safetensors knows a type; other arrays are kept as bytes, with their type in the head."""
    return dtype.kind in "biuf" and dtype.itemsize <= 8 and dtype.isnative


def _decoded(name: str, data: bytes) -> State:
    length = int.from_bytes(data[:8], "little")
    head = json.loads(json.loads(data[8 : 8 + length])["__metadata__"]["tengen"])
    if head["format"] > FORMAT:
        raise ValueError(
            f"state {name} has format {head['format']}, this tengen reads up to {FORMAT}: upgrade tengen"
        )
    arrays = dict(safetensors.numpy.load(data))
    for key, (described, shape) in head["types"].items():
        arrays[key] = np.frombuffer(bytearray(arrays[key]), _type(described)).reshape(shape)
    return State(name, head["number"], arrays, head["notes"])


def _type(described: Any) -> np.dtype[Any]:
    """A type as JSON brings it back: with lists where NumPy wants tuples."""
    if isinstance(described, str):
        return np.dtype(described)
    return np.dtype([(name, _type(inner), tuple(*shape)) for name, inner, *shape in described])
