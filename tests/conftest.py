"""What every test may use: the long runs behind ``--full``, and where the shared files lie."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from ledger.messages import ENGLISH, speak
from tests.in_memory import lay_in_memory
from tests.long_runs import Told, dear_first
from tests.tiers import COLLECTED, FAST, WIDE, only

SHARED = Path(__file__).resolve().parents[2] / "shared"

# Of a busy machine no test says anything: how long an example takes is measured by the bench.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

if sys.dont_write_bytecode:
    # Half of what it takes to start one of our programs is compiling it, and the tests start
    # hundreds. Who wants no bytecode beside the sources gets it beside the libraries, kept.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(Path(sys.prefix) / "pycache")
    sys.dont_write_bytecode = False


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="run the long versions of the tests")
    parser.addoption("--tier", choices=(FAST, WIDE), help="only one of them: tests/tiers.py")


def pytest_configure(config):
    if hasattr(config, "workerinput"):
        return
    lay_in_memory(config)
    if config.getoption("--full"):
        config.pluginmanager.register(Told(config))


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Of all that is collected nothing becomes garbage: to look for it took a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """A file that shows no example is not searched for one, object by object."""
    found = yield
    if found and ">>>" not in file_path.read_text("utf-8"):
        return [one for one in found if not isinstance(one, DoctestModule)]
    return found


def pytest_collection_modifyitems(config, items):
    config.stash[COLLECTED] = tuple(items)
    if tier := config.getoption("--tier"):
        config.hook.pytest_deselected(items=only(tier, items))
    if config.getoption("--full"):
        dear_first(items)
        return
    long_run = pytest.mark.skip(reason="a long run: make torture")
    for item in items:
        if item.get_closest_marker("torture"):
            item.add_marker(long_run)


@pytest.fixture(autouse=True)
def next_test_in_english():
    """The language that a test's client was answered in, in this thread, is not the next test's."""
    yield
    speak(ENGLISH)


@pytest.fixture(scope="session")
def shared():
    """The folder of shared reference files; tests that read it skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("no shared folder beside the project")
    return SHARED


@pytest.fixture(scope="module")
def read_here():
    """Files are read by their readers in this process: to begin one takes most of what it costs.

    For tests of what a file says; that it is told apart, within bounds, has tests of its own.
    """

    from ledger.apart.reading import Apart

    def read(self, data, _seconds):
        answer = import_module(self._module)._answered(data)
        return answer if len(answer) <= self._most else None

    with pytest.MonkeyPatch.context() as instead:
        instead.setattr(Apart, "_read", read)
        yield
