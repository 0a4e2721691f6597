"""Sessions: who signed in, on which device, since when, and when last used."""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock, Thread
from uuid import UUID

from msgspec import Struct

from ledger.accounts.local_store import LocalStore
from ledger.vocabulary import Role, Seat

# When each session was last used: noted in memory, and written beside what people do.
#
# Whoever reads a page waits for no disk, and a disk that is full or a server that is away keeps
# nobody from reading. What was not written yet is lost with the process; it says no more than
# that somebody was here a minute ago.


EVERY = timedelta(minutes=1)
"""How precisely it is kept, and how often it is written at most."""

AT_HAND = timedelta(hours=1)
"""How long a moment is kept in memory; by then it has long been written."""

logger = logging.getLogger(__name__)


class LastSeen:
    """The moments that sessions were last used at, by the digests of their tokens."""

    def __init__(self, cabinet: LocalStore) -> None:
        self._cabinet = cabinet
        self._moments: dict[bytes, datetime] = {}
        self._unwritten: dict[bytes, datetime] = {}
        self._written_at: datetime | None = None
        self._lock, self._writing = Lock(), Lock()

    def note(self, token: bytes, now: datetime) -> None:
        """Somebody used this session. Never fails, and never waits."""
        before = self._moments.get(token)
        if before is not None and now - before <= EVERY:
            return
        with self._lock:
            self._moments[token] = self._unwritten[token] = now
            if self._written_at is None:
                self._written_at = now
            due = now - self._written_at > EVERY
            if due:
                self._written_at = now
                kept = {t: at for t, at in self._moments.items() if now - at <= AT_HAND}
                self._moments = kept
        if due:
            Thread(target=self.write, name="last seen", daemon=True).start()

    def known(self) -> dict[bytes, datetime]:
        """What was noted lately, and perhaps not written yet."""
        return self._moments.copy()

    def write(self) -> None:
        """Write down what was noted since; what can't be written is tried again next time."""
        with self._writing:
            with self._lock:
                noted, self._unwritten = self._unwritten, {}
            try:
                for token, moment in noted.items():
                    self._cabinet.change(
                        "UPDATE sessions SET seen = ? WHERE token = ?", moment.isoformat(), token
                    )
            except Exception as trouble:
                logger.warning("when sessions were last used can't be written: %s", trouble)
                with self._lock:
                    self._unwritten = noted | self._unwritten


LONGEST = timedelta(hours=16)
"""A session lasts a day of play; the next day everybody signs in again."""

SIGNING_LASTS = timedelta(minutes=30)
"""A player's own session at signing."""


class Session(Struct, frozen=True, kw_only=True):
    """Somebody who is signed in.

    Attributes:
      badge: whose session it is; of a player at signing, the badge of who let them in.
      role: what the badge allows now; a player at signing is ``Role.PLAYER``.
      kiosk: it opens the judge's terminal and nothing else, until a badge with its PIN ends it.
    """

    badge: str
    role: Role
    device: str = ""
    game: UUID | None = None
    seat: Seat | None = None
    began: datetime
    must_change: bool = False
    kiosk: bool = False


class Sessions:
    def __init__(
        self,
        cabinet: LocalStore,
        role_of: Callable[[str], Role | None],
        now: Callable[[], datetime],
    ) -> None:
        self._cabinet = cabinet
        self._role_of = role_of
        self._now = now
        self.last_seen = LastSeen(cabinet)

    def ask_whether_there(self) -> None:
        """Ask for nothing in particular, to learn whether the cabinet answers.

        Raises:
          RecordAway: it doesn't; nobody can sign in or send anything.
        """
        self._cabinet.rows("SELECT 1 FROM sessions WHERE token = ?", b"")

    def begin(self, badge: str, device: str = "", scope: str = "") -> str:
        """Begin a session; its token (256 bits), which is kept nowhere.

        Args:
          scope: ``""``, ``must-change``, ``kiosk``, or ``signing GAME SEAT`` for a player at
            signing.
        """
        self.clear_old()
        token = secrets.token_urlsafe(32)
        at = self._now().isoformat()
        self._cabinet.change(
            "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)",
            _digest(token), badge, device, scope, at, at,
        )  # fmt: skip
        return token

    def find(self, token: str) -> Session | None:
        """The session a token belongs to; ``None`` if it ended, is too old or was never there.

        Nothing is written by it: a full disk keeps nobody from reading.
        """
        digest = _digest(token)
        found = self._cabinet.rows(
            "SELECT badge, device, scope, began FROM sessions WHERE token = ?", digest
        )
        if not found:
            return None
        badge, device, scope, began = found[0]
        role, now = self._role_of(badge), self._now()
        began = datetime.fromisoformat(began)
        signing = scope.startswith("signing ")
        if role is None or now - began > (SIGNING_LASTS if signing else LONGEST):
            return None
        self.last_seen.note(digest, now)
        if signing:
            _, game, seat = scope.split()
            return Session(
                badge=badge, role=Role.PLAYER, device=device, game=UUID(game), seat=Seat(seat),
                began=began,
            )  # fmt: skip
        return Session(
            badge=badge, role=role, device=device, began=began,
            must_change=scope == "must-change", kiosk=scope == "kiosk",
        )  # fmt: skip

    def end(self, token: str) -> None:
        self._cabinet.change("DELETE FROM sessions WHERE token = ?", _digest(token))

    def end_all_of(self, badge: str) -> int:
        return self._cabinet.change("DELETE FROM sessions WHERE badge = ?", badge)

    def end_all_on(self, device: str) -> int:
        return self._cabinet.change("DELETE FROM sessions WHERE device = ?", device)

    def clear_old(self) -> int:
        """Throw away sessions that are too old to be used; how many."""
        return self._cabinet.change(
            "DELETE FROM sessions WHERE began < ?", (self._now() - LONGEST).isoformat()
        )


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
