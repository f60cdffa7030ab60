"""`tengen train`: a run begins, goes on, ends, and says so; a mistake is one line."""

import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from tengen import cli, config
from tengen.runs import folder, state
from tengen.training import soundness
from tests.runs.making import files
from tests.runs.test_folder import unwritable
from tests.training.test_resume import contents
from tests.training.tiny import CHANGES, begun, trained

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
    assert re.fullmatch(r"Done after \d+ s and 2 iterations\.", said[-2])
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
        (("tictactoe", "--set", "search.considred=8"), "no option 'considred'; did you mean considered?"),
        (("tictactoe", "--set", "loop.player=best"), "loop.player cannot be best where loop.gate is off"),
        (("go5", "--set", "replay.window_limit=5"), "replay.window_limit 5 is below replay.window 60000"),
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


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("search.considred=8", "no option 'considred'; did you mean considered?"),
        ("network.blocks=2", "network cannot change within a run: begin another one"),
        ("loop.minuts=5", "there is no loop.minuts; did you mean minutes?"),
    ],
)
def test_a_mistake_changes_nothing(change: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    begun(Path("runs/tictactoe")).close()
    before = files(Path("runs"))
    said = train(capsys, "tictactoe", "--set", "loop.seed=5", "--set", change, code=1)
    assert complaint in said
    assert said.count("\n") == 1
    assert files(Path("runs")) == before
    folder.resume(Path("runs/tictactoe")).close()  # nobody holds it


def test_a_second_process_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with begun(Path("runs/tictactoe")):
        said = train(capsys, "tictactoe", code=1)
    assert said.startswith("tengen: runs/tictactoe is in use by process ")
    assert said.count("\n") == 1


def test_a_folder_that_is_no_run_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    Path("runs/tictactoe").mkdir(parents=True)
    said = train(capsys, "tictactoe", code=1)
    assert said == "tengen: runs/tictactoe is no run: it holds no run.db; `tengen runs` lists the runs\n"
    assert list(Path("runs").rglob("*")) == [Path("runs/tictactoe")]


def test_a_run_of_a_newer_version(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(state, "FORMAT", state.FORMAT + 1)
        loop, _ = trained(Path("runs/tictactoe"), "loop.iterations=1")
        loop.run.close()
    before = files(Path("runs"))
    said = train(capsys, "tictactoe", code=1)
    assert re.fullmatch(
        r"tengen: state 0000\S+ has format 2, this tengen reads up to 1: upgrade tengen\n", said
    )
    with closing(sqlite3.connect("runs/tictactoe/run.db")) as database:
        database.execute("PRAGMA user_version = 7")
    said = train(capsys, "tictactoe", code=1)
    assert said == (
        "tengen: runs/tictactoe is a run of format 7, this tengen reads up to 1: upgrade tengen\n"
    )
    assert files(Path("runs")).keys() == before.keys()


def test_a_folder_that_cannot_be_written_to(capsys: pytest.CaptureFixture[str]) -> None:
    soundness.check(config.read(config.preset("tictactoe")))  # what it compiles can be kept now
    with tempfile.TemporaryDirectory() as place:
        path = Path(place)
        begun(path / "there").close()
        before = files(path)
        with unwritable(path):
            for name, complaint in (("there", "/there/lock: "), ("new", "/new: ")):
                said = train(capsys, "tictactoe", "--as", name, "--runs", place, code=1)
                assert said == f"tengen: {path}{complaint}Permission denied\n"
        assert files(path) == before


@pytest.mark.parametrize(
    ("room", "complaint"),
    [
        (34_000, r"/training/\S+\.safetensors: File too large"),
        (200_000, r"/run\.db: disk I/O error; no finished step is lost"),
    ],
)
def test_a_full_disk_loses_nothing(room: int, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    loop, _ = trained(Path("whole/one"))
    with loop.run:
        expected = contents(loop.run)
    begun(Path("runs/one")).close()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        said = train(capsys, "one", code=1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert re.fullmatch(rf"tengen: runs/one{complaint}\n", said)
    train(capsys, "one")
    with folder.resume(Path("runs/one")) as run:
        found = contents(run)
    for name in expected:
        assert found[name] == expected[name], name
