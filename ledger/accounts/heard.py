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


def heard(
    cabinet: Cabinet, device: str, seen: tuple[datetime, tuple[str, ...]] | None = None
) -> Heard:
    """What is known of ``device``.

    Args:
      cabinet: the record's own tables.
      device: its id.
      seen: its entry in ``sessions_seen``.
    """
    answers = cabinet.rows(
        "SELECT stream, at FROM answers WHERE device = ? AND device_seq IS NOT NULL "
        "ORDER BY device_seq DESC LIMIT 1",
        device,
    )
    moments = [datetime.fromisoformat(at) for _, at in answers]
    session, badges = seen or (None, ())
    if session is not None:
        moments.append(session)
    return Heard(
        at=max(moments, default=None),
        badges=badges,
        game=UUID(answers[0][0]) if answers else None,
    )
