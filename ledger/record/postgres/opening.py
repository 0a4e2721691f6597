"""Whether a PostgreSQL server can be trusted with the record, asked before anything is written."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing

import psycopg
from psycopg.sql import SQL, Identifier

from ledger.record.opening import check_changes
from ledger.record.postgres.connecting import connect
from ledger.vocabulary.refusals import Refusal

KNOWN_CHANGES = (
    "pg_0001_library_tables",
    "pg_0002_chain",
    "pg_0003_answers",
    "pg_0004_words",
    "pg_0005_keys",
    "pg_0006_unsettled",
    "pg_0007_tokens",
    "pg_0008_backups",
    "pg_0009_word_lists",
)
"""Changes to the tables that this release knows; ``migrations/`` makes them."""

_NEEDED = ("POSTGRES_DBNAME", "POSTGRES_HOST", "POSTGRES_USER")
_SAFE = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "remote_write", "remote_apply"),
    "default_transaction_read_only": ("off",),
}
"""What the server must read back for each setting; anything else can lose what was committed."""


def check_server(settings: Mapping[str, str]) -> None:
    """See to it that the server holds a record this release can go on with, safely."""
    for name in _NEEDED:
        if not settings.get(name):
            raise Refusal(
                "setting-missing",
                f"PostgreSQL is to keep the record, but {name} is not set.",
                f"Set {name} and start again.",
            )
    database = settings["POSTGRES_DBNAME"]
    try:
        with closing(connect(settings)) as connection:
            _check_settings(connection)
            schema = settings.get("POSTGRES_SCHEMA", "").strip() or "public"
            table = Identifier(schema, "tilescribe_changes")
            try:
                query = SQL("SELECT change, release FROM {} ORDER BY change").format(table)
                releases = {row[0]: row[1] for row in connection.execute(query).fetchall()}
            except psycopg.errors.UndefinedTable:
                raise Refusal(
                    "no-record",
                    f"There is no record in the database {database}.",
                    "Run tilescribe record migrate, then start again.",
                ) from None
    except psycopg.Error as trouble:
        raise Refusal(
            "store-away",
            f"The database {database} can't be reached ({' '.join(str(trouble).split())}).",
            "Check that PostgreSQL runs and that the POSTGRES_ settings are right.",
        ) from trouble
    check_changes(f"The database {database}", list(releases), releases, KNOWN_CHANGES)


def _check_settings(connection: psycopg.Connection[tuple[str, ...]]) -> None:
    for name, safe in _SAFE.items():
        row = connection.execute(SQL("SHOW {}").format(Identifier(name))).fetchone()
        found = row[0] if row else ""
        if found not in safe:
            raise Refusal(
                "not-durable",
                f"The record would not be safe in this database: {name} is {found}.",
                f"Set {name} = {safe[0]} for the server, the database and this user.",
            )
