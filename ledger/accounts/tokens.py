"""Tokens: how a program shows that it speaks for a badge, as far as the token's scopes go."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec import Struct

from ledger.accounts.local_store import LocalStore
from ledger.vocabulary import Role
from ledger.vocabulary.closed_lists import TokenScope

PREFIX = "tilescribe_"
"""What every token begins with: programs that look for secrets left lying about know it by that."""


class Token(Struct, frozen=True, kw_only=True):
    badge: str
    name: str
    role: Role
    scopes: tuple[TokenScope, ...]
    made_at: datetime
    ends_at: datetime


class Tokens:
    def __init__(
        self,
        cabinet: LocalStore,
        role_of: Callable[[str], Role | None],
        now: Callable[[], datetime],
    ) -> None:
        self._cabinet = cabinet
        self._role_of = role_of
        self._now = now

    def make(self, badge: str, name: str, scopes: tuple[TokenScope, ...], days: int) -> str:
        """A token (256 bits), which is kept nowhere; an earlier one of this name opens nothing."""
        self.take(badge, name)
        token = PREFIX + secrets.token_urlsafe(32)
        now = self._now()
        self._cabinet.change(
            "INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?)",
            _digest(token), badge, name, " ".join(scopes), now.isoformat(),
            (now + timedelta(days=days)).isoformat(),
        )  # fmt: skip
        return token

    def find(self, token: str) -> Token | None:
        """The token as it stands; ``None`` if it was never made, was taken back or has run out."""
        found = self._cabinet.rows(
            "SELECT badge, name, scopes, made_at, ends_at FROM tokens WHERE token = ?",
            _digest(token),
        )
        if not found:
            return None
        badge, name, scopes, made_at, ends_at = found[0]
        role = self._role_of(badge)
        if role is None or self._now() >= datetime.fromisoformat(ends_at):
            return None
        return Token(
            badge=badge, name=name, role=role, scopes=tuple(scopes.split()),
            made_at=datetime.fromisoformat(made_at), ends_at=datetime.fromisoformat(ends_at),
        )  # fmt: skip

    def all_of(self, badge: str = "") -> tuple[Token, ...]:
        """Every token that opens something, of one badge or of all, by badge and name."""
        rows = self._cabinet.rows(
            "SELECT badge, name, scopes, made_at, ends_at FROM tokens "
            "WHERE ? IN ('', badge) ORDER BY badge, name",
            badge,
        )
        return tuple(
            Token(
                badge=each, name=name, role=role, scopes=tuple(scopes.split()),
                made_at=datetime.fromisoformat(made_at), ends_at=datetime.fromisoformat(ends_at),
            )
            for each, name, scopes, made_at, ends_at in rows
            if (role := self._role_of(each)) is not None
            and self._now() < datetime.fromisoformat(ends_at)
        )  # fmt: skip

    def take(self, badge: str, name: str) -> None:
        self._cabinet.change("DELETE FROM tokens WHERE badge = ? AND name = ?", badge, name)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
