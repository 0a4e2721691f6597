"""What tests cost in core-seconds, which a busy machine hardly changes: ``-p tests.core_seconds``.

Of each test is counted what its process and all that it began spent, browser and servers too:
what a fixture costs is with the test that asked for it first. A run ends with the dearest files
and claims, and their sum; collecting, and telling what came, is beside it.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
SAID = "core_seconds"
DEAREST = 60


def _below(process: str) -> float:
    """Ticks of what a process began and has not waited for, and of what that began."""
    ticks = 0.0
    for begun in Path("/proc", process, "task").glob("*/children"):
        for child in _read(begun).split():
            fields = _read(Path("/proc", child, "stat")).rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15])) + _below(child)
    return ticks


def _read(path: Path) -> str:
    """What it says; nothing if the process has ended meanwhile."""
    try:
        return path.read_text()
    except OSError:
        return ""


def spent() -> float:
    """Core-seconds of this process and of all that it began."""
    return sum(os.times()[:4]) + _below("self") / TICKS


class CoreSeconds:
    """Counts each test where it runs, and tells the sums where the run is told."""

    def __init__(self) -> None:
        self.by_test: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        item.user_properties.append((SAID, spent()))
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = yield
        before = dict(item.user_properties)[SAID]
        now = spent()
        item.user_properties[:] = [
            (name, now if name == SAID else value) for name, value in item.user_properties
        ]
        report.user_properties = [(SAID, max(0.0, now - before))]
        return report

    def pytest_runtest_logreport(self, report):
        self.by_test[report.nodeid] += dict(report.user_properties).get(SAID, 0.0)

    def pytest_terminal_summary(self, terminalreporter):
        say = terminalreporter.write_line
        terminalreporter.section("core-seconds")
        for what, cut in (("files", "::"), ("claims", "[")):
            sums: Counter[str] = Counter()
            for test, seconds in self.by_test.items():
                sums[test.split(cut)[0]] += seconds
            say(f"dearest {what}")
            for one, seconds in sums.most_common(DEAREST):
                say(f"{seconds:8.2f}  {one}")
        say(f"{sum(self.by_test.values()):8.2f}  all tests")


def pytest_configure(config):
    config.pluginmanager.register(CoreSeconds())
