"""The plan of the house, checked over the syntax trees.

Every check takes the folder of a repository and returns what is wrong there, one line each. The same checks
are shown planted mistakes, so that none of them passes because it looks at nothing.
"""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# From the rules at the bottom to the command line at the top: imports go downwards only, and modules of one
# layer do not know each other. "tengen" is the front door, src/tengen/__init__.py.
LAYERS = (
    {"games", "config"},
    {"search", "records"},
    {"play", "network", "runs"},
    {"selfplay", "arena", "engine"},
    {"training", "web"},
    {"bench"},
    {"tengen"},
    {"cli"},
    {"__main__"},
)
RANKS = {module: rank for rank, layer in enumerate(LAYERS) for module in layer}

# Heavy libraries and the only files or folders of src/tengen that may import them.
HOMES = {
    "numba": ("games/compiled.py",),
    "llvmlite": ("games/compiled.py",),
    "torch": (
        "network/model.py",
        "network/export.py",
        "network/torch_evaluator.py",
        "training/",
        "bench/learner.py",
        "bench/network.py",
    ),
    "openvino": ("network/evaluator.py", "bench/network.py"),  # the bench runs it bare, to compare
    "starlette": ("web/",),
    "typer": ("cli/",),
    "rich": ("cli/",),
    "ray": ("selfplay/cluster.py",),
    "sqlite3": ("runs.py", "runs/"),
    "safetensors": ("runs/state.py",),
    "pydantic": ("config.py", "config/"),
}

FORBIDDEN = {"util", "utils", "common", "helper", "helpers", "manager", "managers", "misc"}
PRINTERS = ("cli/", "bench/")
FILE_LINES = 400
FILE_LINES_OF = {"src/tengen/games/go.py": 350}
FUNCTION_LINES = 40


def files(root: Path, *folders: str) -> Iterator[tuple[str, Path]]:
    """Every Python file of these folders, and its path as seen from its folder."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            yield path.relative_to(root / folder).as_posix(), path


def sources(root: Path) -> Iterator[tuple[str, Path]]:
    """Every source file, named as seen from src/tengen."""
    return files(root, "src/tengen")


def nodes(path: Path) -> Iterator[ast.AST]:
    """Every node of a file's syntax tree."""
    return ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path)))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of all that a file imports, wherever; relative ones begin with a dot."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


def owner(name: str) -> str:
    """The module of the house that a source file belongs to: games/go.py belongs to games."""
    first = name.split("/")[0].removesuffix(".py")
    return "tengen" if first == "__init__" else first


def target(imported: str) -> str | None:
    """The module of the house that an import reaches, if any."""
    parts = imported.split(".")
    if parts[0] != "tengen" or imported == "tengen.__version__":  # the version is a word, not a module
        return None
    return parts[1] if len(parts) > 1 and parts[1] in RANKS else "tengen"


def wrong_layers(root: Path) -> list[str]:
    """Modules without a layer, and imports that go upwards or sideways."""
    wrong = []
    for name, path in sources(root):
        own = owner(name)
        if own not in RANKS:
            wrong.append(f"{name}: {own!r} has no layer; give it one in LAYERS")
            continue
        for line, imported in imports(path):
            reached = target(imported)
            if imported.startswith("."):
                wrong.append(f"{name}:{line}: relative import; write tengen....")
            elif reached and reached != own and RANKS[reached] >= RANKS[own]:
                wrong.append(f"{name}:{line}: {own} may not import {reached}")
    return wrong


def strayed_libraries(root: Path) -> list[str]:
    """Heavy libraries imported outside their homes."""
    return [
        f"{name}:{line}: {imported} may be imported only in {', '.join(homes)}"
        for name, path in sources(root)
        for line, imported in imports(path)
        if (homes := HOMES.get(imported.split(".")[0])) and not name.startswith(homes)
    ]


def empty_names(root: Path) -> list[str]:
    """Files and folders with a name that says nothing."""
    return [
        f"{name}: a name that says nothing"
        for name, path in files(root, "src/tengen", "tests", "tools")
        if FORBIDDEN & {part.removeprefix("test_") for part in Path(name).with_suffix("").parts}
    ]


def long_files(root: Path) -> list[str]:
    """Files that nobody reads in one sitting."""
    wrong = []
    for _, path in files(root, "src", "tests", "tools"):
        name = path.relative_to(root).as_posix()
        lines = len(path.read_text(encoding="utf-8").splitlines())
        allowed = FILE_LINES_OF.get(name, FILE_LINES)
        if lines > allowed:
            wrong.append(f"{name}: {lines} lines, {allowed} at most")
    return wrong


def long_functions(root: Path) -> list[str]:
    """Functions that do not fit on a screen."""
    return [
        f"{name}:{node.lineno}: {node.name} has {lines} lines, {FUNCTION_LINES} at most"
        for name, path in files(root, "src", "tests", "tools")
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or 0) - node.lineno + 1) > FUNCTION_LINES
    ]


def has_code(path: Path) -> bool:
    """Whether a file defines anything; a package's docstring alone needs no test."""
    return any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in nodes(path))


def mirror(name: str) -> str:
    """Where tests belong: games/go.py in games/test_go.py, cli/__init__.py in cli/test_cli.py."""
    path = Path(name)
    subject = path.parent.name or "tengen" if path.stem == "__init__" else path.stem.strip("_")
    return (path.parent / f"test_{subject}.py").as_posix()


def untested_sources(root: Path) -> list[str]:
    """Source files without the test file that mirrors them."""
    return [
        f"{name}: its tests belong in tests/{mirror(name)}"
        for name, path in sources(root)
        if (path.stem != "__init__" or has_code(path)) and not (root / "tests" / mirror(name)).exists()
    ]


def prints(root: Path) -> list[str]:
    """Libraries that print; only commands speak."""
    return [
        f"{name}:{node.lineno}: a library does not print"
        for name, path in sources(root)
        if not name.startswith(PRINTERS)
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]


def nameless_packages(root: Path) -> list[str]:
    """Folders of source files that do not say what they are for."""
    wrong = []
    for folder in sorted({path.parent for _, path in sources(root)}):
        init, name = folder / "__init__.py", folder.relative_to(root).as_posix()
        if not init.exists():
            wrong.append(f"{name}: no __init__.py")
        elif not ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))):
            wrong.append(f"{name}/__init__.py: no docstring")
    return wrong


def unlisted_files(root: Path) -> list[str]:
    """Files that their package's list in reading order leaves out, and names in it that are no files."""
    wrong = []
    for name, init in sources(root):
        text = ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))) or ""
        if init.name == "__init__.py" and "In reading order:" in text:
            listed = set(re.findall(r"^(\w+)  +\S", text.partition("In reading order:")[2], re.MULTILINE))
            files = {path.stem for path in init.parent.glob("*.py")} - {"__init__"}
            wrong += [f"{name}: {missing} is not listed" for missing in sorted(files - listed)]
            wrong += [f"{name}: {gone} is listed, and not there" for gone in sorted(listed - files)]
    return wrong


CHECKS: tuple[Callable[[Path], list[str]], ...] = (
    wrong_layers,
    strayed_libraries,
    empty_names,
    long_files,
    long_functions,
    untested_sources,
    prints,
    nameless_packages,
    unlisted_files,
)

SOUND = {
    "src/tengen/__init__.py": '"""A house."""\nfrom tengen.games.go import play\n',
    "src/tengen/games/__init__.py": '"""Rules."""\n',
    "src/tengen/games/compiled.py": "import numba\nfrom tengen import __version__\n",
    "src/tengen/games/go.py": "from tengen.games import compiled\n" + "#\n" * 349,
    "src/tengen/search/__init__.py": '"""Search. In reading order:\n\ntree  grows\n"""\ndef search(): ...\n',
    "src/tengen/search/tree.py": "from tengen.games.go import play\nimport numpy.typing\n" + "#\n" * 398,
    "src/tengen/cli/__init__.py": '"""Commands."""\nimport typer\nimport tengen\nprint()\n',
    "src/tengen/__main__.py": "from tengen.cli import app\n",
    "tests/test_main.py": "",
    "tests/games/test_compiled.py": "",
    "tests/games/test_go.py": "def test():\n" + "    pass\n" * 39,
    "tests/search/test_search.py": "",
    "tests/search/test_tree.py": "",
}

# Check, file, what is planted there, and a piece of the complaint.
PLANTED = [
    (wrong_layers, "games/go.py", "from tengen.search.tree import Tree", "games may not import search"),
    (wrong_layers, "games/go.py", "def f():\n    import tengen.cli", "go.py:2: games may not import cli"),
    (wrong_layers, "games/go.py", "from tengen import search", "games may not import search"),
    (wrong_layers, "games/go.py", "import tengen", "games may not import tengen"),
    (wrong_layers, "games/go.py", "from .. import cli", "relative import"),
    (wrong_layers, "search/tree.py", "from tengen.records import sgf", "search may not import records"),
    (wrong_layers, "web/server.py", "import tengen.training.loop", "web may not import training"),
    (wrong_layers, "magic/wand.py", "", "'magic' has no layer"),
    (wrong_layers, "wand.py", "", "'wand' has no layer"),
    (
        strayed_libraries,
        "games/go.py",
        "from numba import njit",
        "go.py:1: numba.njit may be imported only in",
    ),
    (strayed_libraries, "network/evaluator.py", "def f():\n    import torch.nn", "evaluator.py:2: torch.nn"),
    (strayed_libraries, "search/tree.py", "import rich", "tree.py:1: rich"),
    (strayed_libraries, "arena/match.py", "import sqlite3, ray", "ray may be imported only in selfplay"),
    (empty_names, "games/utils.py", "", "games/utils.py"),
    (empty_names, "common/go.py", "", "common/go.py"),
    (empty_names, "../../tests/test_helpers.py", "", "test_helpers.py"),
    (long_files, "games/go.py", "#\n" * 351, "go.py: 351 lines, 350 at most"),
    (long_files, "search/tree.py", "#\n" * 401, "tree.py: 401 lines, 400 at most"),
    (long_files, "../../tests/search/test_tree.py", "#\n" * 401, "401 lines, 400 at most"),
    (long_functions, "games/go.py", "def f():\n" + "    pass\n" * 40, "f has 41 lines"),
    (long_functions, "games/go.py", "class A:\n  async def f(self):\n" + "    pass\n" * 40, "f has 41 lines"),
    (untested_sources, "games/hex.py", "", "tests/games/test_hex.py"),
    (untested_sources, "play/__init__.py", "class Player: ...", "tests/play/test_play.py"),
    (untested_sources, "__init__.py", "def f(): ...", "tests/test_tengen.py"),
    (prints, "games/go.py", "def f():\n    print(1)", "go.py:2"),
    (nameless_packages, "search/__init__.py", "import os", "search/__init__.py: no docstring"),
    (nameless_packages, "engine/gtp.py", "", "engine: no __init__.py"),
    (unlisted_files, "search/puct.py", "", "search/__init__.py: puct is not listed"),
    (
        unlisted_files,
        "search/__init__.py",
        '"""Search. In reading order:\n\ntree  nodes\npuct  how one is chosen\n"""',
        "search/__init__.py: puct is listed, and not there",
    ),
]


def write(root: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("check", CHECKS)
def test_the_house_is_as_planned(check: Callable[[Path], list[str]]) -> None:
    assert list(sources(ROOT))
    found = check(ROOT)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("check", CHECKS)
def test_a_sound_house_passes(check: Callable[[Path], list[str]], tmp_path: Path) -> None:
    write(tmp_path, SOUND)
    assert check(tmp_path) == []


@pytest.mark.parametrize(("check", "name", "text", "complaint"), PLANTED)
def test_a_planted_mistake_is_found(
    check: Callable[[Path], list[str]], name: str, text: str, complaint: str, tmp_path: Path
) -> None:
    write(tmp_path, SOUND | {f"src/tengen/{name}": text})
    found = check(tmp_path)
    assert any(complaint in line for line in found), found


def test_every_check_has_a_planted_mistake() -> None:
    assert {check for check, *_ in PLANTED} == set(CHECKS)
