"""Long runs: in shares that both cores take turns at, with a seed that can be changed.

``make torture`` runs what is marked ``torture``, and the long version of what is marked
``longer``; ``SEED=7 make torture`` draws everything anew.
"""

from __future__ import annotations

import os

import pytest

FIRST_SEED = 20261121
SEED = int(os.environ.get("TILESCRIBE_SEED", FIRST_SEED))
"""What every long run draws from."""


def in_shares(short: int, full: int):
    """A test cut into shares, each of which gets its number as ``share``.

    Args:
      short: how many of the shares are part of ``make test`` (there, each does less).
      full: how many there are in ``make torture``.
    """
    shares = [
        pytest.param(share, marks=() if share < short else pytest.mark.torture)
        for share in range(full)
    ]

    def marked(test):
        return pytest.mark.longer(pytest.mark.parametrize("share", shares)(test))

    return marked


def dear_first(items: list[pytest.Item]) -> None:
    """What takes minutes begins first: begun last, it would leave one core with nothing to do."""
    items.sort(key=lambda item: item.get_closest_marker("dear") is None)


def seed_of(share: int) -> int:
    """What one share draws from; no two shares of a run draw the same."""
    return SEED * 1_000 + share


class Told:
    """Says what a long run is doing: each test as it begins and ends, and how far all is."""

    def __init__(self, config) -> None:
        self.config, self.done, self.whole = config, 0, 0
        self.going: dict[str, None] = {}

    def pytest_collection_finish(self, session):
        self.whole = len(session.items) or self.whole

    def pytest_xdist_node_collection_finished(self, node, ids):
        self.whole = len(ids)

    def pytest_runtest_logstart(self, nodeid, location):
        self.going[nodeid] = None

    def pytest_runtest_logreport(self, report):
        if report.when != "call" and not (report.when == "setup" and not report.passed):
            return
        self.done += 1
        self.going.pop(report.nodeid, None)
        going = ", ".join(name.rsplit("::", 1)[-1] for name in self.going) or "nothing"
        self.config.get_terminal_writer().line(
            f"\n{self.done}/{self.whole} {report.outcome} {report.nodeid}"
            f" in {report.duration:.0f} s; going on: {going}"
        )
