"""Who writes to one shared log tells every node, and each node hears it at once.

Notices travel with the commit they tell of; what is no event is called out beside them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from time import monotonic
from typing import Any
from uuid import uuid4

import psycopg
from eventsourcing import postgres as library
from eventsourcing.persistence import PersistenceError
from psycopg.sql import SQL, Identifier

from ledger.record.postgres.reach import REST
from ledger.record.postgres.reading import PostgresReading

LOOK = 0.4
"""Seconds between two looks at the log where no notice comes."""

STOPPED_WITHIN = 0.1
"""Seconds in which whoever listens hears that it is to stop."""


class PostgresListening(PostgresReading):
    """Reads the log, and hears whoever writes to it."""

    def __init__(self, datastore: library.PostgresDatastore, *, events_table_name: str) -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self._node = uuid4().hex
        self._own: set[int] = set()
        """What writes here, as the server calls it."""

    def listen(
        self, moved: Callable[[int], None], heard: Callable[[str], None]
    ) -> Callable[[], None]:
        """Call ``moved(position)`` whenever anybody has written; returns how to stop.

        One connection for the whole process, however many wait. Should a notice be lost, as where
        somebody turned notices off, the log is looked at every ``LOOK`` seconds all the same.
        """
        stopped = Event()
        listening = Thread(
            target=self._listen, args=(stopped, moved, heard), name="tilescribe-listen", daemon=True
        )
        listening.start()

        def stop() -> None:
            stopped.set()
            listening.join()

        return stop

    def _listen(
        self, stopped: Event, moved: Callable[[int], None], heard: Callable[[str], None]
    ) -> None:
        while not stopped.is_set():
            try:
                with self._connection() as connection:
                    connection.execute(SQL("LISTEN {}").format(Identifier(self.channel_name)))
                    try:
                        self._hear(connection, stopped, moved, heard)
                    finally:
                        if not connection.closed:
                            connection.execute("UNLISTEN *")
            except PersistenceError:
                stopped.wait(REST)  # the server is away; look again

    def _hear(
        self,
        connection: psycopg.Connection[Any],
        stopped: Event,
        moved: Callable[[int], None],
        heard: Callable[[str], None],
    ) -> None:
        moved(self.last_position())
        looked = monotonic()
        while not stopped.is_set():
            written = False
            for notice in connection.notifies(timeout=STOPPED_WITHIN, stop_after=1):
                who, _, words = notice.payload.partition(" ")
                # Of what is written here everybody is told by whoever wrote it.
                written |= not words and notice.pid not in self._own
                if words and who != self._node:
                    heard(words)
            if written or monotonic() >= looked + LOOK:
                moved(self.last_position())
                looked = monotonic()

    def call_out(self, words: str) -> None:
        """Say something to the other nodes that is no event; see ``ledger.record.store.Store``."""
        with suppress(PersistenceError), self._connection() as connection:
            payload = f"{self._node} {words}"
            connection.execute("SELECT pg_notify(%s, %s)", (self.channel_name, payload))
