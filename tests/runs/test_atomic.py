"""Files and folders are whole or not there."""

import errno
from pathlib import Path

import pytest

from tengen.runs import atomic


def full_disk(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_file_is_written_and_written_over(tmp_path: Path) -> None:
    atomic.write(tmp_path / "a", b"one")
    atomic.write(tmp_path / "a", b"two")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"two")]


@pytest.mark.parametrize("call", ["os.fsync", "pathlib.Path.replace"])
def test_a_full_disk_leaves_what_was_there(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    atomic.write(tmp_path / "a", b"one")
    monkeypatch.setattr(call, full_disk)
    with pytest.raises(OSError, match="No space left") as caught:
        atomic.write(tmp_path / "a", b"two")
    assert caught.value.filename == str(tmp_path / "a")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"one")]


def test_a_folder_appears_when_it_is_finished(tmp_path: Path) -> None:
    with atomic.new_folder(tmp_path / "runs" / "go") as new:
        (new / "file").write_text("all")
        assert not (tmp_path / "runs" / "go").exists()
        assert atomic.unfinished(tmp_path / "runs" / "go") == [new]
    assert (tmp_path / "runs" / "go" / "file").read_text() == "all"
    assert atomic.unfinished(tmp_path / "runs" / "go") == []
    plain = tmp_path / "plain"
    plain.mkdir()
    assert (tmp_path / "runs" / "go").stat().st_mode == plain.stat().st_mode


def test_a_folder_that_is_not_finished_is_gone(tmp_path: Path) -> None:
    def fill() -> None:
        with atomic.new_folder(tmp_path / "go") as new:
            (new / "file").write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fill()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is there already"), atomic.new_folder(tmp_path):
        pass


def test_a_folder_that_another_process_made_meanwhile_stays(tmp_path: Path) -> None:
    def fill() -> None:
        with atomic.new_folder(tmp_path / "go") as new:
            (new / "file").write_text("mine")
            (tmp_path / "go").mkdir()
            (tmp_path / "go" / "file").write_text("theirs")

    with pytest.raises(OSError, match="not empty"):
        fill()
    assert (tmp_path / "go" / "file").read_text() == "theirs"
