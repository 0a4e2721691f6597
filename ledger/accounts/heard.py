"""When a tablet was last heard from, and for which game.

A session says when it was used, to the minute; answers are kept for every device in its own
order, so that looking at the latest is one look into their index.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from msgspec import Struct

from ledger.accounts.cabinet import Cabinet


class Heard(Struct, frozen=True):
    """What is known of one device.

    Attributes:
      at: when it was last heard from; ``None``: never.
      badges: who is signed in on it.
      game: the game of its last answered entry; ``None`` if it has handed in nothing.
    """

    at: datetime | None
    badges: tuple[str, ...] = ()
    game: UUID | None = None


def sessions_seen(
    cabinet: Cabinet, noted: Mapping[bytes, datetime]
) -> dict[str, tuple[datetime, tuple[str, ...]]]:
    """By device: when a session there was last used, and the badges that have one.

    Args:
      cabinet: the record's own tables.
      noted: moments not written yet, as ``ledger.accounts.last_seen`` knows them.
    """
    seen: dict[str, tuple[datetime, tuple[str, ...]]] = {}
    for token, device, badge, at in cabinet.rows(
        "SELECT token, device, badge, seen FROM sessions WHERE device <> '' ORDER BY device, badge"
    ):
        written = datetime.fromisoformat(at)
        moment = max(written, noted.get(bytes(token), written))
        last, badges = seen.get(device, (moment, ()))
        seen[device] = (max(last, moment), tuple(dict.fromkeys((*badges, badge))))
    return seen


_LATEST_OF_EACH = """
    SELECT device,
        (SELECT stream FROM answers WHERE device = ours.device AND device_seq IS NOT NULL
            ORDER BY device_seq DESC LIMIT 1),
        (SELECT at FROM answers WHERE device = ours.device AND device_seq IS NOT NULL
            ORDER BY device_seq DESC LIMIT 1)
    FROM device_keys AS ours
"""


def heard(cabinet: Cabinet, noted: Mapping[bytes, datetime]) -> dict[str, Heard]:
    """What is known of every device that is ours, asked for all of them at once.

    Args:
      cabinet: the record's own tables.
      noted: as ``sessions_seen`` has it.
    """
    seen = sessions_seen(cabinet, noted)
    found = {}
    for device, game, answered in cabinet.rows(_LATEST_OF_EACH):
        session, badges = seen.get(device, (None, ()))
        at = datetime.fromisoformat(answered) if answered else None
        found[device] = Heard(
            at=max((moment for moment in (session, at) if moment is not None), default=None),
            badges=badges,
            game=UUID(game) if game else None,
        )
    return found
