"""PINs, sessions, device keys and tokens in PostgreSQL, which every node shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Any

import psycopg
from eventsourcing.persistence import DataError, OperationalError
from psycopg.sql import SQL, Identifier

from ledger.accounts.local_store import Value
from ledger.record.failures import CommitUnknown, wording
from ledger.record.postgres.connecting import (
    ANSWERED_WITHIN,
    PATIENCE,
    Late,
    PatientForAWhile,
    connect,
    reach_of,
)


class PostgresLocalStore:
    """One connection, opened when it is needed and again when the server has gone away."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._settings = settings
        self._one_at_a_time = Lock()
        self._schema = settings.get("POSTGRES_SCHEMA", "").strip() or "public"
        self._reach = reach_of(
            settings.get("POSTGRES_HOST", ""),
            settings.get("POSTGRES_PORT") or "5432",
            settings.get("POSTGRES_DBNAME", ""),
            self._schema,
        )
        self._connection: PatientForAWhile[tuple[Any, ...]] | None = None

    def rows(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        with self._turn():
            return self._asked(statement, values).fetchall()

    def change(self, statement: str, *values: Value) -> int:
        with self._turn(), _perhaps_changed():
            return self._asked(statement, values).rowcount

    def change_and_tell(self, statement: str, *values: Value) -> list[tuple[Any, ...]]:
        with self._turn(), _perhaps_changed():
            return self._asked(statement, values).fetchall()

    def close(self) -> None:
        with self._one_at_a_time:
            if self._connection is not None:
                self._connection.close()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """The connection to oneself; nobody waits long for it, nor after somebody did in vain."""
        request = monotonic()
        if self._reach.turned_away() or not self._one_at_a_time.acquire(timeout=PATIENCE):
            raise wording(_no_answer())
        since = monotonic()
        try:
            if self._reach.lost_since(request):  # while waiting for one's turn
                raise _no_answer()
            yield
            self._reach.answered()
        except psycopg.DataError as trouble:
            raise wording(DataError(trouble)) from trouble
        except (psycopg.OperationalError, psycopg.InternalError) as trouble:
            if isinstance(trouble, psycopg.OperationalError):
                self._reach.in_vain(since)
            raise wording(trouble) from trouble
        except OperationalError as trouble:
            if isinstance(trouble, CommitUnknown):
                self._reach.in_vain(since)
            raise wording(trouble) from trouble
        finally:
            self._one_at_a_time.release()

    def _asked(self, statement: str, values: tuple[Value, ...]) -> psycopg.Cursor[tuple[Any, ...]]:
        written = statement.replace("?", "%s").encode()
        try:
            return self._connected().execute(written, values)
        except Late:
            raise
        except psycopg.OperationalError:
            # Restarted, perhaps. Each statement stands alone and may safely be asked again.
            self._connection = None
            return self._connected().execute(written, values)

    def _connected(self) -> PatientForAWhile[tuple[Any, ...]]:
        if self._connection is None or self._connection.closed:
            connection = connect(self._settings)
            connection.silent_at_most = ANSWERED_WITHIN  # whatever it is for, this is not long
            connection.execute(SQL("SET search_path TO {}").format(Identifier(self._schema)))
            self._connection = connection
        self._connection.silent_at_most = ANSWERED_WITHIN if self._reach.hurried else None
        return self._connection


@contextmanager
def _perhaps_changed() -> Iterator[None]:
    """Say so where a server that hangs was told to change something: it may do it yet."""
    try:
        yield
    except Late as trouble:
        raise CommitUnknown(str(trouble)) from trouble


def _no_answer() -> OperationalError:
    return OperationalError("the database did not answer a moment ago")
