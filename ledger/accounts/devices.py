"""Devices: a tablet is invited with a code that works once, and known by its key from then on."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from ledger.accounts.cabinet import Cabinet
from ledger.refusals.saying import refusal

CODE_LASTS = timedelta(minutes=15)
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 8
"""Thirty characters, eight of them: 6 x 10^11 codes, each good for a quarter of an hour."""


class Devices:
    """Invitations and device keys; which devices there are is in the log."""

    def __init__(self, cabinet: Cabinet, now: Callable[[], datetime]) -> None:
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
        """Use a code up: the scope it was made for, and who made it.

        Raises:
          Refusal: ``no-such-invitation``: never made, used, or too old.
        """
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
        """Make the key of ``device`` open nothing any more."""
        self._cabinet.change("DELETE FROM device_keys WHERE device = ?", device)

    def known_by(self, key: str) -> str:
        """The device this key belongs to; ``""`` if it is nobody's."""
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
