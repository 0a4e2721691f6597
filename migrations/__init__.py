"""Bringing a data folder up to date. Imports none of our other rooms."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from migrations import ledger_db
from migrations.sqlite_file import NotOursToChange, pending, prepare

__all__ = [
    "LEDGER_FILE",
    "RELEASE",
    "NotOursToChange",
    "behind",
    "bring_up_to_date",
    "changes_in_postgres",
    "missing_in_postgres",
    "prepare",
]

LEDGER_FILE = "ledger.db"
"""Name of the record's file in a data folder."""

RELEASE = "1.0.0"
"""This release, as `pyproject.toml` has it; noted beside each change it makes to tables."""


def behind(folder: Path) -> list[str]:
    """Names of the changes that the record's file in ``folder`` still needs. Writes nothing."""
    return pending(folder / LEDGER_FILE, ledger_db.CHANGES)


def changes_in_postgres(settings: Mapping[str, str]) -> list[str]:
    """Names of the changes made to the tables on the server; empty where there are none yet."""
    import migrations.ledger_pg as ledger_pg

    return ledger_pg.made(settings)


def missing_in_postgres(made: Sequence[str]) -> list[str]:
    import migrations.ledger_pg as ledger_pg

    return [name for name in ledger_pg.CHANGES if name not in made]


def bring_up_to_date(folder: Path, env: Mapping[str, str] | None = None) -> list[str]:
    """Make the record in ``folder``, or bring it up to date.

    With ``PERSISTENCE_MODULE=eventsourcing.postgres`` in ``env`` (default: the process's
    environment), the tables in PostgreSQL are made instead; the folder then holds the hall's
    certificate, word lists, and lists that are made again from the record.
    """
    settings = os.environ if env is None else env
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds the hashes of PINs
    if "postgres" in settings.get("PERSISTENCE_MODULE", ""):
        import migrations.ledger_pg as ledger_pg

        return ledger_pg.prepare(settings, RELEASE)
    return prepare(folder / LEDGER_FILE, ledger_db.CHANGES, RELEASE)
