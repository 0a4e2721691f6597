"""Which stream an event belongs to: ids that follow from what they name.

Two tablets that open table 14 of round 3 therefore name the same game.
"""

from __future__ import annotations

from typing import Protocol
from uuid import NAMESPACE_URL, UUID, uuid5

from ledger.record.events import Event

TILESCRIBE = uuid5(NAMESPACE_URL, "tilescribe:streams")


def game_id(
    tournament: str, round_number: int, table: int, *, division: str = "", replay: int = 1
) -> UUID:
    """The game at a table of a round; ``replay`` 2 is the same pairing played again."""
    name = f"game/{tournament}/{division}/{round_number}/{table}"
    return uuid5(TILESCRIBE, name if replay == 1 else f"{name}/{replay}")


def tournament_id(slug: str) -> UUID:
    """The tournament known by ``slug``."""
    return uuid5(TILESCRIBE, f"tournament/{slug}")


def badge_id(badge: str) -> UUID:
    """The stream of one badge."""
    return uuid5(TILESCRIBE, f"badge/{badge}")


def device_id(device: str) -> UUID:
    """The stream of one device."""
    return uuid5(TILESCRIBE, f"device/{device}")


def case_id(command: UUID) -> UUID:
    """The case that the request with this number opens: asked twice, it is one case (DE14)."""
    return uuid5(TILESCRIBE, f"case/{command}")


def record_id() -> UUID:
    """The stream of what happens to the record as a whole."""
    return uuid5(TILESCRIBE, "record")


class Streams(Protocol):
    """Where the events of a stream are read."""

    def events_of(self, stream: UUID, *, after: int = 0) -> tuple[Event, ...]:
        """The events of ``stream`` past version ``after``."""
