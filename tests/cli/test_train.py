"""`tengen train`: a run begins, goes on, ends, and says so; a mistake is one line."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tengen import cli
from tengen.runs import folder
from tests.training.tiny import CHANGES, begun

SET = [word for change in CHANGES for word in ("--set", change)]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own; training changes how a process is stopped."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(signal, "signal", lambda *_: None)


def train(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """Train; what is said, by the command or of its mistake."""
    with pytest.raises(SystemExit) as ended:
        cli.app(("train", *arguments))
    said = capsys.readouterr()
    assert ended.value.code == code, said.err
    return said.err if code else said.out


def test_a_run_begins_and_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    said = train(capsys, "tictactoe", *SET, "--set", "loop.iterations=2").splitlines()
    assert said[0].startswith("A new run in runs/tictactoe: three in a row")
    assert [line.partition("games")[0].split()[1:3] for line in said if "games  B" in line] == [
        ["iteration", "1"],
        ["iteration", "2"],
    ]
    assert said[-2].startswith("Done after 0 minutes and 2 iterations.")
    assert said[-1] == "To go on: tengen train tictactoe"
    said = train(capsys, "tictactoe", "--set", "loop.iterations=3").splitlines()
    assert said[0] == "Going on with runs/tictactoe after iteration 2."
    assert sum("games  B" in line for line in said) == 1
    said = train(capsys, "tictactoe").splitlines()
    assert len(said) == 3
    with folder.look(Path("runs/tictactoe")) as view:
        assert view.changes == [*CHANGES, "loop.iterations=2", "loop.iterations=3"]
        assert view.store.iteration == 3


def test_a_run_by_another_name_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    said = train(
        capsys, "tictactoe", "--as", "mine", "--runs", "a/b", *SET, "--set", "loop.iterations=1"
    ).splitlines()
    assert said[0].startswith("A new run in a/b/mine: ")
    assert said[-1] == "To go on: tengen train mine --runs a/b"
    assert train(capsys, "mine", "--runs", "a/b").startswith("Going on with a/b/mine after iteration 1.")


def test_a_warning_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    train(capsys, "tictactoe", *SET, "--set", "loop.iterations=1")
    said = train(capsys, "tictactoe", "--set", "selfplay.games=4")
    assert "Note: the games in flight were of another version or number of threads" in said


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_who_is_asked_to_stop_stops(asked: signal.Signals | None) -> None:
    command = [sys.executable, "-m", "tengen", "train", "tictactoe", *SET, "--set", "loop.iterations=0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout
        lines = []
        for line in process.stdout:
            lines.append(line.rstrip())
            if "iteration    2" in line and asked:
                process.send_signal(asked)
                asked = None  # once
    assert process.returncode == 0, lines
    assert lines[-2].startswith("Stopped after iteration ")
    assert lines[-1] == "To go on: tengen train tictactoe"
    reached = int(lines[-2].split()[3].rstrip("."))
    assert max(int(line.split()[2]) for line in lines if "games  B" in line) <= reached
    with folder.look(Path("runs/tictactoe")) as view:
        assert view.store.metrics("loss")[-1].iteration == reached


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("tictacto",), "no preset called 'tictacto': did you mean tictactoe?"),
        (("chess",), "no preset called 'chess': there are go5, go7"),
        (("tictactoe", "--set", "search.simulations"), "write section.key=value"),
        (("tictactoe", "--set", "loop.minuts=5"), "there is no loop.minuts; did you mean minutes?"),
    ],
)
def test_a_mistake_makes_nothing(
    arguments: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said = train(capsys, *arguments, code=1)
    assert complaint in said
    assert said.count("\n") == 1
    assert list(tmp_path.rglob("*")) == []


def test_a_second_process_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("runs").mkdir()
    with begun(Path("runs/tictactoe")):
        said = train(capsys, "tictactoe", code=1)
    assert said.startswith("tengen: runs/tictactoe is in use by process ")
    assert said.count("\n") == 1
