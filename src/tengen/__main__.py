"""`python -m tengen` is the same as `tengen`."""

from tengen.cli import app

app()
