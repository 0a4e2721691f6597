"""Reaching a PostgreSQL server, and how long anybody waits for one that is away."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import Any

import psycopg

PATIENCE = 2
"""Whole seconds anybody waits for a connection; a page that takes longer seems to hang."""

REST = 0.5
"""Seconds after a vain wait in which nobody else waits: they are told at once."""

LOCKED_AT_MOST = 2
"""Whole seconds to wait for a lock that somebody holds on the tables."""

GIVEN_UP_AFTER: dict[str, Any] = {
    "connect_timeout": 2,  # libpq takes no less
    "tcp_user_timeout": 2_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
}
"""What libpq is told, so that a server behind a cut network is noticed too."""


def ours(schema: str) -> str:
    """What every connection of ours calls itself, for who looks at the server.

    >>> ours("")
    'tilescribe public'
    """
    return f"tilescribe {schema.strip() or 'public'}"[:63]


def connect(settings: Mapping[str, str]) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection outside of any pool, which commits each statement.

    Raises:
      psycopg.OperationalError: the server can't be reached.
    """
    return psycopg.connect(
        dbname=settings.get("POSTGRES_DBNAME", ""),
        host=settings.get("POSTGRES_HOST", ""),
        port=settings.get("POSTGRES_PORT") or "5432",
        user=settings.get("POSTGRES_USER", ""),
        password=settings.get("POSTGRES_PASSWORD") or None,
        autocommit=True,
        application_name=ours(settings.get("POSTGRES_SCHEMA", "")),
        **GIVEN_UP_AFTER,
    )


class Resting:
    """Remembers for ``REST`` seconds that the server was waited for in vain.

    Without it, requests that come while it is away would queue up behind each other's waits,
    and hold a thread each meanwhile. Once anybody was answered, nobody rests any more: also not
    for a wait that began before that answer and ended in vain after it.
    """

    def __init__(self) -> None:
        self._until = 0.0
        self._answered = 0.0

    @property
    def now(self) -> bool:
        """Whether somebody waited in vain just now."""
        return monotonic() < self._until

    def begin(self, since: float) -> None:
        """Somebody waited in vain, from ``since`` (seconds, monotonic) until now."""
        if since > self._answered:
            self._until = monotonic() + REST

    def over(self) -> None:
        """The server answered somebody."""
        self._answered, self._until = monotonic(), 0.0
