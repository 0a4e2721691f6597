"""Play on a platform: who watches, and connections that fail."""

from __future__ import annotations

from ledger.record.fact import TALK, Fact
from ledger.vocabulary import Seat, Seconds


class MonitorNamed(Fact, frozen=True, kw_only=True, tag="monitor-named"):
    """Who watches the game, and what the monitor sees.

    Attributes:
      monitor: name or badge.
      screens_shared: both players share their screen.
      cameras: cameras of the player who has the fewest.
    """

    visibility = TALK

    monitor: str
    screens_shared: bool
    cameras: int


class ConnectionLost(Fact, frozen=True, kw_only=True, tag="connection-lost"):
    """The connection of ``seat`` failed for ``seconds`` (``None``: not measured)."""

    visibility = TALK

    seat: Seat
    seconds: Seconds | None = None
    note: str = ""
