"""When each session was last used: noted in memory, and written beside what people do.

Whoever reads a page waits for no disk, and a disk that is full or a server that is away keeps
nobody from reading. What was not written yet is lost with the process; it says no more than
that somebody was here a minute ago.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from threading import Lock, Thread

from ledger.accounts.cabinet import Cabinet

EVERY = timedelta(minutes=1)
"""How precisely it is kept, and how often it is written at most."""

AT_HAND = timedelta(hours=1)
"""How long a moment is kept in memory; by then it has long been written."""

logger = logging.getLogger(__name__)


class LastSeen:
    """The moments that sessions were last used at, by the digests of their tokens."""

    def __init__(self, cabinet: Cabinet) -> None:
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
