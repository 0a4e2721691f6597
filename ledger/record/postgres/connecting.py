"""Reaching a PostgreSQL server, and how long anybody waits for one that is away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ledger.record.postgres.late import PatientForAWhile

PATIENCE = 2
"""Whole seconds anybody waits for a connection; a page that takes longer seems to hang."""

LOCKED_AT_MOST = 1
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


def connect(settings: Mapping[str, str]) -> PatientForAWhile[tuple[Any, ...]]:
    """A connection outside of any pool, which commits each statement and waits for every answer.

    Raises:
      psycopg.OperationalError: the server can't be reached.
    """
    connection = PatientForAWhile.connect(
        dbname=settings.get("POSTGRES_DBNAME", ""),
        host=settings.get("POSTGRES_HOST", ""),
        port=settings.get("POSTGRES_PORT") or "5432",
        user=settings.get("POSTGRES_USER", ""),
        password=settings.get("POSTGRES_PASSWORD") or None,
        autocommit=True,
        application_name=ours(settings.get("POSTGRES_SCHEMA", "")),
        **GIVEN_UP_AFTER,
    )
    connection.silent_at_most = None
    return connection
