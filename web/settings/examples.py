"""Examples to begin with: a file of settings, and what stands around a service.

The files lie in ``web/manual/operating`` and travel with the package, so that whoever installed
it has them too; the file of settings is made from the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from web.settings.known import SETTINGS, Setting

OPERATING = Path(__file__).parents[1] / "manual" / "operating"

FILES = {
    "systemd": "tilescribe.service",
    "container": "Containerfile",
    "nginx": "nginx.conf",
    "caddy": "Caddyfile",
}
EXAMPLES = ("toml", *FILES)
"""What there are examples of."""


def example(of: str) -> str:
    if of == "toml":
        return "\n".join(_file()) + "\n"
    return (OPERATING / FILES[of]).read_text("utf-8")


def _file() -> Iterator[str]:
    """A file of settings in which each stands as it is by default, and none is in force."""
    yield "# Settings of Tilescribe. Take the # away before a setting to change it. What is"
    yield "# in force, `tilescribe config` shows; the environment goes before this file."
    table = ""
    for setting in SETTINGS:
        before, _, name = setting.key.rpartition(".")
        if before != table:
            table = before
            yield f"\n[{table}]"
        yield f"\n# {setting.what}"
        yield f"# {setting.variable} in the environment: {setting.kind.words}."
        yield f"#{name} = {in_toml(setting.default)}"


def in_toml(value: object) -> str:
    """A default as a file would have it.

    >>> [in_toml(value) for value in (False, 8421, "lines", ("a.example", "b"))]
    ['false', '8421', '"lines"', '["a.example", "b"]']
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(in_toml(each) for each in value)}]"
    return str(value) if isinstance(value, int | float) else f'"{value}"'


def settings_table(settings: tuple[Setting, ...] = SETTINGS) -> str:
    rows = [
        "| in the file | in the environment | default | what it does |",
        "| --- | --- | --- | --- |",
    ]
    rows += [
        f"| `{each.key}` | `{each.variable}` | {_default(each)} | {each.what} |"
        for each in settings
    ]
    return "\n".join(rows)


def _default(setting: Setting) -> str:
    return "" if setting.default in ("", ()) else f"`{in_toml(setting.default)}`"
