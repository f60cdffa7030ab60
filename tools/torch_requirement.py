"""Say which build of torch this machine needs, as arguments for pip.

    pip install $(python tools/torch_requirement.py)

The rule: with an NVIDIA GPU, and on macOS and Windows, PyPI's build. On Linux without such a GPU, PyPI's
build would bring gigabytes of CUDA for nothing, so it is the CPU build, from PyTorch's own index. That index
is one more place to look, not the only one: a wheel at hand (pip's find-links) serves when it is silent.
"""

import subprocess
import sys
from pathlib import Path

PINNED = (Path(__file__).parent.parent / "requirements" / "torch.txt").read_text(encoding="utf-8").strip()
CPU_BUILD = [PINNED + "+cpu", "--extra-index-url", "https://download.pytorch.org/whl/cpu"]
PATIENCE = ["--retries", "1", "--timeout", "15"]


def nvidia_gpu() -> bool:
    """Whether nvidia-smi runs and lists a GPU; an installed tool without a working driver does not count."""
    try:
        answer = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and answer.stdout.startswith("GPU ")


def requirement(platform: str) -> list[str]:
    """The arguments for pip on this platform (as sys.platform names it)."""
    if platform != "linux" or nvidia_gpu():
        return [PINNED]
    return CPU_BUILD + PATIENCE


if __name__ == "__main__":
    print(*requirement(sys.argv[1] if len(sys.argv) > 1 else sys.platform))
