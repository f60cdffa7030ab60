"""Both branches of the rule for torch's build, with a stand-in for nvidia-smi."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PINNED = (ROOT / "requirements" / "torch.txt").read_text(encoding="utf-8").strip()
CPU_INDEX = "https://download.pytorch.org/whl/cpu"
WITH_GPU = "#!/bin/sh\necho 'GPU 0: NVIDIA GeForce GTX 1070 (UUID: GPU-1)'\n"
WITHOUT_DRIVER = "#!/bin/sh\necho 'NVIDIA-SMI has failed'\nexit 9\n"
WITHOUT_DEVICE = "#!/bin/sh\necho 'No devices were found'\n"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")


def requirement(folder: Path, script: str | None, platform: str) -> list[str]:
    """What the rule says on this platform where nvidia-smi is this script, or missing."""
    if script:
        (folder / "nvidia-smi").write_text(script, encoding="utf-8")
        (folder / "nvidia-smi").chmod(0o755)
    environment = {**os.environ, "PATH": str(folder)}
    command = [sys.executable, str(ROOT / "tools" / "torch_requirement.py"), platform]
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return answer.stdout.split()


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_gpu_means_the_build_of_pypi(tmp_path: Path, platform: str) -> None:
    assert requirement(tmp_path, WITH_GPU, platform) == [PINNED]


@pytest.mark.parametrize("script", [None, WITHOUT_DRIVER, WITHOUT_DEVICE])
def test_linux_without_gpu_means_the_cpu_build(tmp_path: Path, script: str | None) -> None:
    arguments = requirement(tmp_path, script, "linux")
    assert arguments[0] == PINNED + "+cpu"
    assert arguments[arguments.index("--extra-index-url") + 1] == CPU_INDEX


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_elsewhere_the_build_of_pypi_is_the_cpu_build(tmp_path: Path, platform: str) -> None:
    assert requirement(tmp_path, None, platform) == [PINNED]
