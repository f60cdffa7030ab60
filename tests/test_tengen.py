"""The front door: `import tengen` is instant and offers what it says."""

import ast
import inspect
import subprocess
import sys

import pytest

import tengen

HEAVY = {"numpy", "numba", "torch", "openvino", "onnx", "ray", "starlette", "typer", "rich", "sqlite3"}


def offered_to_type_checkers() -> set[str]:
    """The names that the source of tengen imports, all of them for type checkers alone."""
    blocks = [node for node in ast.parse(inspect.getsource(tengen)).body if isinstance(node, ast.If)]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name for node in imports for alias in node.names}


def test_all_is_sorted_and_complete() -> None:
    assert tengen.__all__ == sorted(tengen.__all__)
    assert set(tengen.__all__) == offered_to_type_checkers() | {"__version__"}
    assert dir(tengen) == tengen.__all__


@pytest.mark.parametrize("name", tengen.__all__)
def test_public_names_exist(name: str) -> None:
    assert getattr(tengen, name) is getattr(tengen, name)


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'gomoku'"):
        tengen.gomoku  # type: ignore[attr-defined]  # noqa: B018


def test_import_is_light() -> None:
    code = "import sys, tengen; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "tengen" in loaded.split()
    assert HEAVY.isdisjoint(loaded.split())
