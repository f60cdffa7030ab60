"""The wheel: it holds the package alone, and a fresh environment without extras plays with it offline."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.xdist_group("wheel")  # one environment serves all, so they stay in one process

# Installing asks the package index, so at home this is a long proof; CI does it daily.
needs_index = [] if os.environ.get("CI") == "true" else [pytest.mark.prove]

# An audit hook sees what a process does; this one refuses every way out. A .pth file loads it at start.
CUT = """
import sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        raise OSError("the network is cut")

sys.addaudithook(refuse)
"""
PLAY = """
import importlib.util, tengen

position = tengen.new("gomoku", size=15)
after = position.play(112)
print(after)
assert 112 in position.legal() and 112 not in after.legal()
assert importlib.util.find_spec("torch") is None, "the extras are not in this environment"
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this source tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def offline(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment where the wheel is installed and the network is cut."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    programs = folder / "bin"
    pins = str(ROOT / "requirements" / "lock.txt")
    install = [str(programs / "python"), "-m", "pip", "install", "--constraint", pins, str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "cut_network.py").write_text(CUT, encoding="utf-8")
    (packages / "cut_network.pth").write_text("import cut_network\n", encoding="utf-8")
    return programs


def run(program: Path, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program away from the source tree, with a compile cache of its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["TENGEN_CACHE"] = str(folder)
    command = [str(program), *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder, env=environment)


def test_wheel_holds_the_package_alone(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    kept = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == kept
    assert all(name.startswith(("tengen/", "tengen-")) for name in names)
    assert wheel.stat().st_size < 20_000_000


class TestFreshEnvironment:
    pytestmark = needs_index

    def test_the_network_is_cut(self, offline: Path, tmp_path: Path) -> None:
        code = "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9')"
        assert "the network is cut" in run(offline / "python", "-c", code, folder=tmp_path).stderr

    def test_help(self, offline: Path, tmp_path: Path) -> None:
        answer = run(offline / "tengen", "--help", folder=tmp_path)
        assert answer.returncode == 0
        assert "bench" in answer.stdout

    def test_a_move(self, offline: Path, tmp_path: Path) -> None:
        answer = run(offline / "python", "-c", PLAY, folder=tmp_path)
        assert answer.returncode == 0, answer.stderr
        assert "White to move" in answer.stdout
