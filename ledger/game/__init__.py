"""One game: what can have happened in it, what that adds up to, and what may happen next."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

CHAPTERS = tuple(
    f"{__name__}.{found.name}"
    for found in iter_modules(__path__)
    if found.ispkg and found.name != "sheet"
)
"""Each chapter by the name of its folder: this is the one list, and nobody writes it."""


def of_each_chapter(part: str) -> tuple[ModuleType, ...]:
    """Import ``facts``, ``folds`` or another part of each chapter that has one."""
    names = [f"{chapter}.{part}" for chapter in CHAPTERS]
    return tuple(import_module(name) for name in names if find_spec(name) is not None)
