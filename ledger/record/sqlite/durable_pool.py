"""The library's pool of connections to the record's SQLite file, each of them durable.

Apart from what durability is (``ledger.record.sqlite.durable``), for who needs no log needs no
library.
"""

from __future__ import annotations

import sqlite3

import eventsourcing.sqlite as library
from eventsourcing.persistence import InterfaceError, OperationalError

from ledger.record.sqlite.durable import make_durable

GIVEN_BACK_WITHIN = 2.0  # seconds that a connection in use is waited for when the record is closed

STATEMENTS_KEPT = 64
"""Prepared statements a connection keeps; the library's ``cached_statements=True`` means one."""

ONLY_READ = ("?mode=ro", "?immutable=1")
"""Endings of a file's address under which nothing is ever written to it or beside it."""


class DurablePool(library.SQLiteConnectionPool):
    """The library's pool, with connections that are checked before they are used."""

    def _create_connection(self) -> library.SQLiteConnection:
        try:
            connection = sqlite3.connect(
                self.db_name,
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                cached_statements=STATEMENTS_KEPT,
                timeout=self.lock_timeout or library.SQLITE3_DEFAULT_LOCK_TIMEOUT,
            )
        except sqlite3.Error as trouble:
            raise InterfaceError(trouble) from trouble
        try:
            if not self.db_name.endswith(ONLY_READ):
                make_durable(connection)
        except sqlite3.Error as trouble:
            connection.close()
            raise OperationalError(trouble) from trouble
        except BaseException:
            connection.close()
            raise
        connection.row_factory = sqlite3.Row  # the library's own reading goes by names
        return library.SQLiteConnection(connection, max_age=self.max_age)

    def close(self) -> None:
        """Close every connection, but none that is being used: SQLite would crash the process.

        A live stream may be reading when the log is closed. It is waited for; one that takes
        longer keeps its connection, and finds the pool closed when it gives it back.
        """
        with self._put_condition:
            self._put_condition.wait_for(lambda: not self._in_use, timeout=GIVEN_BACK_WITHIN)
            self._in_use.clear()
            super().close()
