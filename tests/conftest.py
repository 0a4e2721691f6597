"""What every test may use: the long runs behind ``--full``, and where the shared files lie."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="run the long versions of the tests")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--full"):
        return
    long_run = pytest.mark.skip(reason="a long run: make torture")
    for item in items:
        if "torture" in item.keywords:
            item.add_marker(long_run)


@pytest.fixture(scope="session")
def shared():
    """The folder of shared reference files; tests that read it skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("no shared folder beside the project")
    return SHARED
