"""`tengen runs`: lists and tables for people, JSON for programs, one line for what goes wrong."""

import json
from pathlib import Path

import numpy as np
import pytest

from tengen import cli
from tengen.runs import folder
from tests.runs.making import made, promotion, step


@pytest.fixture(autouse=True)
def trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run called go in a folder of runs, beside something that is none and something broken."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "150")
    with made(Path("runs/go"), 3) as run, run.store.transaction():
        run.store.add_promotion(promotion(3, "000003"))
        run.store.add_metrics(3, 1.0, {"strange": np.nan})
    Path("runs/notes").mkdir()
    Path("runs/broken").mkdir()
    Path("runs/broken/run.db").touch()


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """Run a command; what it says."""
    with pytest.raises(SystemExit) as ended:
        cli.app(("runs", *arguments))
    assert ended.value.code == code
    said = capsys.readouterr()
    return said.err if code else said.out


def words(text: str) -> list[list[str]]:
    """The cells of each line of a table."""
    return [[cell.strip() for cell in line.strip("│┃ ").split("│")] for line in text.splitlines()]


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    lines = words(run(capsys))
    assert ["go", "go 5x5", "3", "15", "000001 against random 7-1-2"] in lines
    assert any(line[0] == "broken" and line[-1].startswith("runs/broken is no run") for line in lines)
    assert not any("notes" in line for line in lines)
    (broken, go) = json.loads(run(capsys, "--json"))["runs"]
    assert broken["name"] == "broken"
    assert go["last_match"]["wins"] == 7
    assert run(capsys, "--runs", "nowhere") == "no runs in nowhere: tengen train begins one\n"


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    lines = words(run(capsys, "show", "go"))
    assert ["networks", "3"] in lines
    assert ["loss", "3", "0.3333"] in lines
    assert ["strange", "3", "nan"] in lines
    assert ["3", "000003", "60.0%", "accepted"] in lines
    assert ["2", "000001", "against random", "7-1-2"] in lines
    assert any(line[:4] == ["15", "selfplay", "a", "b"] for line in lines)


def test_show_json(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run(capsys, "show", "go", "--json"))
    assert data["metrics"]["loss"] == [[1, 10.0, 1.0], [2, 20.0, 0.5], [3, 30.0, 1 / 3]]
    assert data["metrics"]["strange"] == [[3, 1.0, None]]
    assert data["counts"]["selfplay"]["games"] == 15
    assert data["networks"] == ["000001", "000002", "000003"]
    assert data["newest_games"][0]["number"] == 15
    assert data["promotions"][0]["details"] == {"games": 50}


def test_show_what_has_just_begun(capsys: pytest.CaptureFixture[str]) -> None:
    made(Path("runs/new"), 0).close()
    assert ["training state", "none yet"] in words(run(capsys, "show", "new"))


def test_a_run_travels(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "pack", "go").startswith("packed runs/go into go.zip: 0.0 MB")
    run(capsys, "pack", "go", "--to", "other.zip")
    assert "go is there already" in run(capsys, "unpack", "go.zip", code=1)
    assert run(capsys, "unpack", "other.zip", "--as", "two") == "unpacked other.zip as runs/two\n"
    run(capsys, "--runs", "elsewhere", "unpack", "go.zip")
    run(capsys, "show", "go", "--runs", "elsewhere")
    with folder.resume(Path("elsewhere/go")) as there:
        step(there, 4)


def test_prune(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "prune", "go", "--keep", "2")
    assert ": 1 networks, 1 training states, the policies of " in said
    assert sorted(path.name for path in Path("runs/go/networks").iterdir()) == ["000001.onnx", "000003.onnx"]
    with folder.resume(Path("runs/go")):
        assert "go is in use by process" in run(capsys, "prune", "go", code=1)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("show", "og"), "tengen: runs/og is no run: it holds no run.db; `tengen runs` lists the runs\n"),
        (("pack", "broken"), "tengen: runs/broken is no run: its run.db is a database of something else\n"),
        (("unpack", "no.zip"), "tengen: no.zip: No such file or directory\n"),
        (("unpack", "runs/go/config.toml"), "is damaged or no packed run"),
    ],
)
def test_what_goes_wrong_is_one_line(
    arguments: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = run(capsys, *arguments, code=1)
    assert complaint in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("command", ["show", "pack", "unpack", "prune"])
def test_every_command_helps_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"Example: tengen runs {command}" in run(capsys, command, "--help")
