"""One game: what can have happened in it, what that adds up to, and what may happen next."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

PARTS = {
    f"{__name__}.{folder.parent.name}": frozenset(part.stem for part in folder.parent.iterdir())
    for folder in sorted(Path(__file__).parent.glob("*/__init__.py"))
    if folder.parent.name != "sheet"
}
"""Each chapter by the name of its folder, with its parts: this is the one list, and nobody writes
it. Python's own search for a part that may be there costs a command a tenth of its time."""


def of_each_chapter(part: str) -> tuple[ModuleType, ...]:
    """Import ``facts``, ``folds`` or another part of each chapter that has one."""
    having = (chapter for chapter, parts in PARTS.items() if part in parts)
    return tuple(import_module(f"{chapter}.{part}") for chapter in having)
