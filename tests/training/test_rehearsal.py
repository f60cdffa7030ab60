"""A rehearsal meets every kernel that training calls, so that none is compiled while time is counted."""

import subprocess
import sys
from pathlib import Path

TOLD = """
import sys
from pathlib import Path
from numba.core.dispatcher import Dispatcher
from tests.training.tiny import begun
from tengen.training.loop import Loop
from tengen.training.rehearsal import rehearse

def kernels():
    modules = [module for name, module in sys.modules.items() if name.startswith("tengen.")]
    found = {one for module in modules for one in vars(module).values() if isinstance(one, Dispatcher)}
    return {f"{one.__name__}{signature}" for one in found for signature in one.signatures}

with begun(Path(sys.argv[1]), "loop.opponents=[]", sys.argv[2]) as run:
    loop = Loop(run)
    rehearse(run.config)
    known = kernels()
    list(loop.reports())
    print(len(known), *sorted(kernels() - known))
"""


def test_training_meets_no_other_kernels(tmp_path: Path) -> None:
    command = [sys.executable, "-c", TOLD, str(tmp_path / "one"), "game.sizes=[3,4]"]
    known, *others = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert int(known) > 5
    assert others == []
