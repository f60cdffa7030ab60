"""`tengen presets`: what there is to train."""


def presets() -> None:
    """List the presets: what each is about.

    Example: tengen presets
    """
    from rich.console import Console
    from rich.table import Table

    from tengen import config

    table = Table("preset", "about", title="tengen train NAME", title_justify="left")
    for name in config.preset_names():
        table.add_row(name, config.read(config.preset(name)).about)
    Console(markup=False, highlight=False).print(table)
