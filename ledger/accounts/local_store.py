"""PINs, sessions, device keys and tokens beside the log: five small tables, on either engine."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from ledger.record.failures import said_wording
from ledger.record.opening import LEDGER_FILE, address_to_read, in_postgres
from ledger.record.sqlite.durable import make_durable

Value = str | bytes | int


class LocalStore(Protocol):
    """Asks and changes the tables; statements are written with ``?`` for their values.

    All raise ``RecordAway`` where the tables can't be reached or written.
    """

    def rows(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        """The rows a question finds."""

    def change(self, statement: str, *values: Value) -> int:
        """Change rows, one statement at a time; how many were changed."""

    def change_and_tell(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        """Change rows; what the statement returns of them."""

    def close(self) -> None:
        """Give the connection back."""


class SqliteLocalStore:
    """The local store in the record's SQLite file. Sessions are lost in no crash.

    Reading has a connection of its own: who looks a session up must not wait for somebody's
    write, which may wait for the log's.
    """

    def __init__(self, path: Path) -> None:
        self._reading, self._changing = Lock(), Lock()
        self._reader, self._writer = _connected(path), _connected(path)

    def rows(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        with self._reading, said_wording():
            return self._reader.execute(statement, values).fetchall()

    def change(self, statement: str, *values: Value) -> int:
        with self._changing, said_wording():
            return self._writer.execute(statement, values).rowcount

    def change_and_tell(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        with self._changing, said_wording():
            return self._writer.execute(statement, values).fetchall()

    def close(self) -> None:
        with self._reading, self._changing:
            self._reader.close()
            self._writer.close()


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
    make_durable(connection)
    return connection


class _NoLocalStore:
    """Stands where a record is only looked at: nobody signs in there."""

    def rows(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        raise NotImplementedError(statement, values)

    def change(self, statement: str, *values: Value) -> int:
        raise NotImplementedError(statement, values)

    def change_and_tell(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        raise NotImplementedError(statement, values)

    def close(self) -> None:
        """Nothing was opened."""


NO_LOCAL_STORE = _NoLocalStore()


class LookedInto(_NoLocalStore):
    """That of a record that is only looked at: opened for each question."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LEDGER_FILE

    def rows(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        if in_postgres(os.environ):
            with closing(open_local_store(self._path.parent)) as local_store:
                return local_store.rows(statement, *values)
        there = address_to_read(self._path)
        with said_wording(), closing(sqlite3.connect(there, uri=True)) as connection:
            return connection.execute(statement, values).fetchall()


def open_local_store(folder: Path, env: Mapping[str, str] | None = None) -> LocalStore:
    """That beside the log in ``folder``, or in PostgreSQL if the environment names it.

    The log has been opened before: it is the log that says, in words, what may be wrong.
    """
    settings = os.environ if env is None else env
    if in_postgres(settings):
        from ledger.accounts.local_store_postgres import PostgresLocalStore

        return PostgresLocalStore(settings)
    return SqliteLocalStore(folder / LEDGER_FILE)
