"""A run as one file that travels: it goes on elsewhere as it would have gone on here.

What must come along is the training state, and the newest games, which it learns from next; they may fill
the file. Room that is left goes to earlier networks, spread over the whole run.
"""

import io
import json
import re
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tengen import __version__
from tengen.runs import atomic, folder, schema, state
from tengen.runs.folder import CHANGES, CONFIG, DATABASE, NETWORKS, TENSORBOARD, TRAINING, View
from tengen.runs.store import Store

FORMAT = 1  # raised when older programs could not unpack a file any more
LIMIT = 20_000_000  # bytes of a packed run
UNPACKED_LIMIT = 20 * LIMIT  # a file that claims more is no packed run
HEAD = "pack.json"
PARTS = re.compile(
    rf"{HEAD}|{CONFIG}|{CHANGES}|{DATABASE}|{NETWORKS}/\d+\.onnx"
    rf"|{TRAINING}/\d{{6,}}-[0-9a-f]{{16}}\.safetensors",
)
OVERHEAD = 300  # bytes that a part takes in the file besides its content, at most
SHRINKING = 6  # games hardly become smaller than by this factor
DAMAGES = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, UnicodeError)  # of a zip
CLOSE = 0.97  # of the room is aimed at, so that a second try mostly fits


def pack(view: View, file: Path, limit: int = LIMIT) -> str:
    """Write a run into one file of at most so many bytes; what is wrong with its state, if anything."""
    head = {"format": FORMAT, "name": view.name, "tengen": __version__}
    with tempfile.TemporaryDirectory() as scratch, view.store.snapshot():
        parts = {HEAD: json.dumps(head).encode()}
        texts = [view.path / name for name in (CONFIG, CHANGES)]
        parts |= {text.name: text.read_bytes() for text in texts if text.exists()}
        found = state.newest(view.training, view.store.pointed_at)
        if found:
            name = f"{TRAINING}/{found.name}{state.ENDING}"
            parts[name] = (view.path / name).read_bytes()
        networks = view.networks()
        for network in networks[-1:]:
            parts[f"{NETWORKS}/{network.name}"] = network.read_bytes()
        room = limit - sum(map(_packed_size, parts.values()))
        parts[DATABASE] = _database(view, found.name if found else "", room - OVERHEAD, Path(scratch))
        room -= _packed_size(parts[DATABASE])
        for network in _spread(networks[:-1], room):
            parts[f"{NETWORKS}/{network.name}"] = network.read_bytes()
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for name, content in parts.items():
            target.writestr(name, content)
    atomic.write(file, data.getvalue())
    return found.warning if found else ""


def _packed_size(content: bytes) -> int:
    return len(zlib.compress(content, 9)) + OVERHEAD


def _database(view: View, pointed_at: str, room: int, scratch: Path) -> bytes:
    """A copy of the database with as many of the newest games as fit, found by trying."""
    numbers, sizes = view.store.game_sizes()
    totals = np.cumsum(sizes)
    budget = SHRINKING * float(max(room, 0))
    while True:
        fitting = int(np.searchsorted(totals, budget, "right"))
        first = numbers[fitting - 1] if fitting else view.store.next_number
        copy = _copy(view, scratch / DATABASE, int(first), pointed_at)
        size = _packed_size(copy)
        if size <= room:
            return copy
        if not fitting:
            raise ValueError(
                f"{view.path} cannot be packed: what must come along is {size - room} bytes too much"
            )
        budget = float(totals[fitting - 1]) * CLOSE * max(room, 0) / size


def _copy(view: View, file: Path, first: int, pointed_at: str) -> bytes:
    schema.create(file)
    store = Store(file)
    try:
        with store.transaction():
            store.copy_from(view.store, first)
            if pointed_at:
                store.point_at(pointed_at)
    finally:
        store.close()
    content = file.read_bytes()
    file.unlink()
    return content


def _spread(networks: Sequence[Path], room: int) -> Sequence[Path]:
    """All of these, or every second, fourth ... of them, so that they fit."""
    step = 1
    while networks and sum(path.stat().st_size + OVERHEAD for path in networks[::-step]) > room:
        if step > len(networks):
            return []
        step *= 2
    return networks[::-step]


def unpack(file: Path, runs: Path, name: str = "") -> Path:
    """Make a packed run a folder again, by its own name or another; which."""
    parts = _parts(file)
    target = runs / _name(file, parts.pop(HEAD), name)
    with atomic.new_folder(target) as new:
        for part in (NETWORKS, TRAINING, TENSORBOARD):
            (new / part).mkdir()
        for part, content in parts.items():
            atomic.write(new / part, content)
        _check(file, new)
    return target


def _parts(file: Path) -> dict[str, bytes]:
    """What a packed run holds, by name; nothing else is taken."""
    try:
        with file.open("rb") as stream, zipfile.ZipFile(stream) as archive:
            sizes = {part.filename: part.file_size for part in archive.infolist()}
            strange = [name for name in sizes if not PARTS.fullmatch(name)]
            if not strange and sum(sizes.values()) <= UNPACKED_LIMIT:
                parts = {name: archive.read(name) for name in sizes}
    except DAMAGES as error:
        raise ValueError(f"{file} is damaged or no packed run ({error}): get it again") from error
    if strange or not sizes.keys() >= {HEAD, CONFIG, DATABASE} or sum(sizes.values()) > UNPACKED_LIMIT:
        holds = f"it holds {strange[0]!r}" if strange else "it holds too little or too much"
        raise ValueError(f"{file} is no packed run: {holds}; give a file that `tengen runs pack` wrote")
    return parts


def _name(file: Path, head: bytes, wanted: str) -> str:
    """What to call a run: as wanted, or as it was called."""
    try:
        values = json.loads(head)
        version, name = int(values["format"]), str(values["name"])
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"{file} is no packed run: its {HEAD} says nothing") from None
    if version > FORMAT:
        raise ValueError(f"{file} has format {version}, this tengen reads up to {FORMAT}: upgrade tengen")
    if not wanted and not re.fullmatch(r"\w[\w.+-]*", name):
        raise ValueError(f"{file} calls its run {name!r}: name another folder with --as")
    return wanted or name


def _check(file: Path, new: Path) -> None:
    """What was unpacked is a run that can go on."""
    try:
        with folder.look(new) as view:
            _ = view.config  # read when it is asked for
            view.store.counts()
            state.newest(view.training, view.store.pointed_at)
    except ValueError as error:
        raise ValueError(f"{file} holds no sound run: {str(error).replace(str(new), 'its folder')}") from None
