"""`tengen presets` lists every preset with what it is about."""

import pytest

from tengen import cli
from tengen.config import preset, preset_names, read


def test_every_preset_is_listed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "150")
    with pytest.raises(SystemExit) as ended:
        cli.app(["presets"])
    assert ended.value.code == 0
    cells = [[cell.strip() for cell in line.split("│")] for line in capsys.readouterr().out.splitlines()]
    for name in preset_names():
        assert ["", name, read(preset(name)).about, ""] in cells
    assert "tictactoe" in preset_names()
