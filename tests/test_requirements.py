"""The lock pins what pyproject asks for, and nothing of CUDA has slipped in."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LINES = (ROOT / "requirements" / "lock.txt").read_text(encoding="utf-8").splitlines()
LOCKED = [Requirement(line) for line in LINES if line and not line.startswith("#")]
TORCH = Requirement((ROOT / "requirements" / "torch.txt").read_text(encoding="utf-8").strip())


def test_everything_is_pinned_once() -> None:
    names = [canonicalize_name(pin.name) for pin in [*LOCKED, TORCH]]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"==[\w.]+", str(pin.specifier)) for pin in [*LOCKED, TORCH])


def test_pins_serve_the_project() -> None:
    extras = PROJECT["optional-dependencies"]
    wanted = [Requirement(each) for each in [*PROJECT["dependencies"], *extras["train"], *extras["dev"]]]
    pinned = {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in [*LOCKED, TORCH]}
    for requirement in wanted:
        assert pinned[canonicalize_name(requirement.name)] in requirement.specifier


def test_no_cuda_in_the_lock() -> None:
    assert [pin.name for pin in LOCKED if re.match(r"nvidia|cuda|triton", pin.name)] == []
