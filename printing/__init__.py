"""Paper: what gets signed, posted and filed. One form per file; see README.md here.

ReportLab and segno load libraries for pictures, other scripts and the web that few of our forms
need, or none; ``put_off`` spares a command the time, which was a third of what a blank form took.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType


@contextmanager
def put_off(*names: str) -> Iterator[None]:
    """Whatever is loaded inside gets a stand-in for each of these modules.

    The module itself is loaded when something is asked of its stand-in, or somebody imports it
    afterwards.
    """
    waiting = {name: _stand_in(name) for name in names if name not in sys.modules}
    sys.modules |= waiting
    try:
        yield
    finally:
        for name, stand_in in waiting.items():
            _taken_away(name, stand_in)


def _stand_in(name: str) -> ModuleType:
    module = ModuleType(name)

    def from_the_module(attribute: str) -> object:
        _taken_away(name, module)
        return getattr(import_module(name), attribute)

    module.__getattr__ = from_the_module  # type: ignore[method-assign]
    return module


def _taken_away(name: str, stand_in: ModuleType) -> None:
    if sys.modules.get(name) is stand_in:
        del sys.modules[name]
