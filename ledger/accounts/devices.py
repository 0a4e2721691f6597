"""Devices: invited with a code that works once, and when each was last heard of."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct

from ledger.accounts.local_store import LocalStore
from ledger.refusals.saying import refusal

CODE_LASTS = timedelta(minutes=15)
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 8
"""Thirty characters, eight of them: 6 x 10^11 codes, each good for a quarter of an hour."""


class Devices:
    """Invitations and device keys; which devices there are is in the log."""

    def __init__(self, cabinet: LocalStore, now: Callable[[], datetime]) -> None:
        self._cabinet = cabinet
        self._now = now

    def invite(self, scope: str, by: str) -> str:
        """A code that enrols one device for ``scope`` (a table's address, or ``""``)."""
        self._cabinet.change(
            "DELETE FROM invitations WHERE made_at < ?", (self._now() - CODE_LASTS).isoformat()
        )
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        self._cabinet.change(
            "INSERT INTO invitations VALUES (?, ?, ?, ?)",
            _digest(code), scope, by, self._now().isoformat(),
        )  # fmt: skip
        return code

    def accept(self, code: str) -> tuple[str, str]:
        """Use a code up: the scope it was made for, and who made it."""
        digest = _digest(spelled(code))
        found = self._cabinet.rows(
            "SELECT scope, made_by, made_at FROM invitations WHERE code = ?", digest
        )
        used_up = self._cabinet.change("DELETE FROM invitations WHERE code = ?", digest)
        # Two tablets with one code: the delete is whose turn it is.
        if not found or not used_up or _too_old(found[0][2], self._now()):
            raise refusal("no-such-invitation")
        scope, made_by, _ = found[0]
        return scope, made_by

    def give_key(self, device: str) -> str:
        """A key for ``device`` (256 bits), which is kept nowhere; earlier ones stop working."""
        self.take_key(device)
        key = secrets.token_urlsafe(32)
        self._cabinet.change("INSERT INTO device_keys VALUES (?, ?)", _digest(key), device)
        return key

    def take_key(self, device: str) -> None:
        self._cabinet.change("DELETE FROM device_keys WHERE device = ?", device)

    def known_by(self, key: str) -> str:
        found = self._cabinet.rows("SELECT device FROM device_keys WHERE token = ?", _digest(key))
        return str(found[0][0]) if found else ""


def spelled(code: str) -> str:
    """A code as it was made, however it was typed.

    >>> spelled(" k3f7-x2qm ")
    'K3F7X2QM'
    """
    return "".join(c for c in code.upper() if c in CODE_ALPHABET)


def _too_old(made_at: str, now: datetime) -> bool:
    return now - datetime.fromisoformat(made_at) > CODE_LASTS


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


# When a tablet was last heard from, and for which game.
#
# A session says when it was used, to the minute; answers are kept for every device in its own
# order, so that looking at the latest is one look into their index.


class Heard(Struct, frozen=True):
    """What is known of one device.

    Attributes:
      game: the game of its last answered entry; ``None`` if it has handed in nothing.
    """

    at: datetime | None
    badges: tuple[str, ...] = ()
    game: UUID | None = None


def sessions_seen(
    cabinet: LocalStore, noted: Mapping[bytes, datetime]
) -> dict[str, tuple[datetime, tuple[str, ...]]]:
    """By device: when a session there was last used, and the badges that have one."""
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


def heard(cabinet: LocalStore, noted: Mapping[bytes, datetime]) -> dict[str, Heard]:
    """What is known of every device that is ours, asked for all of them at once.

    ``noted``: moments of sessions that are not written yet.
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
