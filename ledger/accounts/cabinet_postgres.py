"""The cabinet in PostgreSQL, which every node shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Any

import psycopg
from eventsourcing.persistence import DataError, OperationalError
from psycopg.sql import SQL, Identifier

from ledger.accounts.cabinet import Value
from ledger.record.failures import in_words
from ledger.record.postgres.connecting import PATIENCE, Resting, connect


class PostgresCabinet:
    """One connection, opened when it is needed and again when the server has gone away."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._settings = settings
        self._one_at_a_time = Lock()
        self._resting = Resting()
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None

    def rows(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        """The rows a question finds."""
        with self._turn():
            return self._asked(statement, values).fetchall()

    def change(self, statement: str, *values: Value) -> int:
        """Change rows; how many were changed."""
        with self._turn():
            return self._asked(statement, values).rowcount

    def change_and_tell(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        """Change rows; what the statement returns of them."""
        return self.rows(statement, *values)

    def close(self) -> None:
        """Give the connection back."""
        with self._one_at_a_time:
            if self._connection is not None:
                self._connection.close()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """The connection to oneself; nobody waits long for it, nor after somebody did in vain."""
        if self._resting.now or not self._one_at_a_time.acquire(timeout=PATIENCE):
            raise in_words(OperationalError("the database did not answer a moment ago"))
        since = monotonic()
        try:
            yield
            self._resting.over()
        except psycopg.DataError as trouble:
            raise in_words(DataError(trouble)) from trouble
        except (psycopg.OperationalError, psycopg.InternalError) as trouble:
            if isinstance(trouble, psycopg.OperationalError):
                self._resting.begin(since)
            raise in_words(trouble) from trouble
        finally:
            self._one_at_a_time.release()

    def _asked(self, statement: str, values: tuple[Value, ...]) -> psycopg.Cursor[tuple[Any, ...]]:
        written = statement.replace("?", "%s").encode()
        try:
            return self._connected().execute(written, values)
        except psycopg.OperationalError:
            # Restarted, perhaps. Each statement stands alone and may safely be asked again.
            self._connection = None
            return self._connected().execute(written, values)

    def _connected(self) -> psycopg.Connection[tuple[Any, ...]]:
        if self._connection is None or self._connection.closed:
            connection = connect(self._settings)
            schema = Identifier(self._settings.get("POSTGRES_SCHEMA", "").strip() or "public")
            connection.execute(SQL("SET search_path TO {}").format(schema))
            self._connection = connection
        return self._connection
