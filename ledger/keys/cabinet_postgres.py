"""The cabinet in PostgreSQL, which every node shares."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier

from ledger.keys.cabinet import Value


class PostgresCabinet:
    """One connection, opened when it is needed and again when the server has gone away."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._settings = settings
        self._one_at_a_time = Lock()
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None

    def rows(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        """The rows a question finds."""
        with self._one_at_a_time:
            return self._asked(statement, values).fetchall()

    def change(self, statement: str, *values: Value) -> int:
        """Change rows; how many were changed."""
        with self._one_at_a_time:
            return self._asked(statement, values).rowcount

    def close(self) -> None:
        """Give the connection back."""
        with self._one_at_a_time:
            if self._connection is not None:
                self._connection.close()

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
            named = self._settings
            self._connection = psycopg.connect(
                dbname=named.get("POSTGRES_DBNAME", ""),
                host=named.get("POSTGRES_HOST", ""),
                port=named.get("POSTGRES_PORT") or "5432",
                user=named.get("POSTGRES_USER", ""),
                password=named.get("POSTGRES_PASSWORD") or None,
                connect_timeout=10,
                autocommit=True,
            )
            schema = Identifier(named.get("POSTGRES_SCHEMA", "").strip() or "public")
            self._connection.execute(SQL("SET search_path TO {}").format(schema))
        return self._connection
