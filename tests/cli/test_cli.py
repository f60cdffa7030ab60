"""The command line as a user meets it: help, versions, exit codes, one line for an error."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import tengen
from tengen import cli

COMMANDS = sorted(
    module.name for module in pkgutil.iter_modules(cli.__path__) if not module.name.startswith("_")
)


def run(*arguments: str) -> int:
    """Run a command line in this process; its exit code."""
    with pytest.raises(SystemExit) as ended:
        cli.app(arguments)
    code = ended.value.code
    assert isinstance(code, int)
    return code


def failing_with(monkeypatch: pytest.MonkeyPatch, error: Exception) -> int:
    """Run a command whose work fails like this."""

    def fail(name: str) -> None:
        raise error

    monkeypatch.setattr("tengen.cli.bench.run", fail)
    return run("bench", "rules")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out == f"tengen {tengen.__version__}\n"


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    listed = capsys.readouterr().out
    assert "bench" in COMMANDS
    assert all(f" {name} " in listed for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_helps_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(name, "--help") == 0
    assert f"Example: tengen {name}" in capsys.readouterr().out


def test_help_is_light() -> None:
    code = (
        "import sys\nfrom tengen.cli import app\n"
        "try:\n    app(['--help'])\nexcept SystemExit:\n    print('loaded', *sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = answer.stdout.rpartition("loaded ")[2].split()
    assert "typer" in loaded
    assert {"numpy", "numba", "torch", "openvino", "ray", "starlette"}.isdisjoint(loaded)


def test_mistyped_command_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bensh") == 2
    assert "Did you mean 'bench'?" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [(), ("bench",), ("bench", "rules", "--nonsense")])
def test_wrong_usage(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 2


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("size=30: wanted\n   3 to 20"), "tengen: size=30: wanted 3 to 20\n"),
        (
            FileNotFoundError(2, "No such file or directory", "x.sgf"),
            "tengen: x.sgf: No such file or directory\n",
        ),
        (OSError("the disk is full"), "tengen: the disk is full\n"),
        (MemoryError("Unable to allocate 9 TiB"), "tengen: Unable to allocate 9 TiB\n"),
        (ValueError(), "tengen: ValueError\n"),
    ],
)
def test_error_is_one_line(
    error: Exception, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert failing_with(monkeypatch, error) == 1
    assert capsys.readouterr() == ("", line)


def test_a_mistake_of_ours_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="ours"):
        failing_with(monkeypatch, TypeError("ours"))


def test_development_mode_shows_every_traceback(tmp_path: Path) -> None:
    command = [sys.executable, "-X", "dev", "-m", "tengen", "bench", "nothing"]
    answer = subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path)
    assert answer.returncode == 1
    assert "Traceback" in answer.stderr
