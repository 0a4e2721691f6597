"""Settings of the store that would lose events, or begin another record than was meant.

The library reads its settings from the environment under several names and takes whatever it
does not know for nothing. A record is too dear for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

from ledger.vocabulary.refusals import Refusal

STORE = "PERSISTENCE_MODULE"
SQLITE, POSTGRES = "eventsourcing.sqlite", "eventsourcing.postgres"
STORES = ("", SQLITE, POSTGRES)
"""What may stand in ``STORE``; nothing stands for SQLite."""

UNSAFE = {
    "POSTGRES_ENABLE_DB_FUNCTIONS": "loses events: those who follow the log would miss some",
    "AGGREGATE_CACHE_MAXSIZE": "loses events: it answers from memory what others wrote over",
    "IS_SNAPSHOTTING_ENABLED": "would answer from snapshots that nobody checks",
    "CIPHER_TOPIC": "would make the record unreadable without its key",
    "COMPRESSOR_TOPIC": "would make the record unreadable to other releases",
}
"""Settings of the library that may not be on, and what each would do."""

PREFIX = "STORED_"
"""Before a setting's name, it is read by the library in place of the plain one."""

_OFF = frozenset({"", "0", "n", "no", "f", "false", "off"})


def must_be_safe(settings: Mapping[str, str]) -> None:
    """Refuse settings with which what was acknowledged could be lost, or elsewhere."""
    for name, does in UNSAFE.items():
        for written in (name, PREFIX + name):
            if settings.get(written, "").strip().lower() not in _OFF:
                raise Refusal(
                    "unsafe-setting",
                    f"{written} {does}.",
                    f"Remove {written} and start again.",
                )
    for name in (STORE, "MAPPER_TOPIC", "APPLICATION_RECORDER_TOPIC", "SQLITE_DBNAME"):
        if settings.get(PREFIX + name):
            raise Refusal(
                "unsafe-setting",
                f"{PREFIX}{name} would lead past the record.",
                f"Remove {PREFIX}{name} and start again.",
            )
    in_postgres(settings)


def must_be_installed() -> None:
    if find_spec("psycopg") is None or find_spec("psycopg_pool") is None:
        raise Refusal(
            "not-installed",
            "PostgreSQL is to keep the record, and what speaks to it is not installed.",
            "Install it with: pip install 'tilescribe[postgres]'.",
        )


def in_postgres(settings: Mapping[str, str]) -> bool:
    """Whether PostgreSQL holds the record.

    >>> in_postgres({}), in_postgres({"PERSISTENCE_MODULE": "eventsourcing.postgres"})
    (False, True)
    >>> in_postgres({"PERSISTENCE_MODULE": "eventsourcing.posgres"})
    Traceback (most recent call last):
    ledger.vocabulary.refusals.Refusal: PERSISTENCE_MODULE is eventsourcing.posgres, which is no \
place for a record. Write eventsourcing.postgres; for SQLite leave it out.

    Raises:
      Refusal: ``unknown-store``: neither it nor SQLite is named.
    """
    named = settings.get(STORE, "").strip()
    if named in STORES:
        return named == POSTGRES
    raise Refusal(
        "unknown-store",
        f"{STORE} is {named}, which is no place for a record.",
        f"Write {POSTGRES}; for SQLite leave it out.",
    )
