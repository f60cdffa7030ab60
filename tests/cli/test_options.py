"""Options that several commands have read alike in all of them."""

import pytest

from tengen import cli


@pytest.mark.parametrize("command", ["analyze", "play", "gtp", "gomocup", "katago"])
def test_a_network_is_named_in_the_same_way(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.app([command, "--help"])
    words = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert "A network by name, an ONNX file, or the folder of a run: its newest one." in words
