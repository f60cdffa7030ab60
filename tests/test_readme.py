"""The README names what is there, and everything that is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def named_paths(text: str) -> set[str]:
    """What stands in backticks and looks like a file or a folder of the repository."""
    quoted = re.findall(r"`([\w./-]+)`", text)
    return {name for name in quoted if "/" in name or name.endswith((".md", ".py"))}


def test_paths_are_told_from_other_words() -> None:
    text = "see `docs/x.md`, `a.md`, `src/`, `make test`, `LICENSE` and src/y.py"
    assert named_paths(text) == {"docs/x.md", "a.md", "src/"}


def test_every_path_exists() -> None:
    assert [name for name in sorted(named_paths(README)) if not (ROOT / name).exists()] == []


def test_every_package_is_on_the_map() -> None:
    packages = {f"src/tengen/{path.parent.name}/" for path in (ROOT / "src/tengen").glob("*/__init__.py")}
    assert packages
    assert packages <= named_paths(README)


def test_every_verb_exists() -> None:
    verbs = set(re.findall(r"(?:^|`)make ([a-z]+)", README, re.MULTILINE))
    assert verbs
    assert {verb for verb in verbs if f"\n{verb}:" not in MAKEFILE} == set()
