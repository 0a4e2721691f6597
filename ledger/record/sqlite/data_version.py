"""Noticing that another process has written to a SQLite file.

``PRAGMA data_version`` changes on a connection when another one has committed. Asking costs
5 microseconds; SQLite has no way to be told.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

from eventsourcing.domain import EventSourcingError

EVERY = 0.05
"""Seconds between two looks."""


def watch_file(
    path: str, last_position: Callable[[], int], moved: Callable[[int], None]
) -> Callable[[], None]:
    """Look at the file at ``path`` in a thread; call ``moved`` with the log's last position.

    Returns:
      A function that stops the thread.
    """
    stopped = Event()

    def look() -> None:
        eye = sqlite3.connect(path, uri=True, isolation_level=None, check_same_thread=False)
        try:
            seen = None
            while not stopped.wait(EVERY if seen is not None else 0):
                with suppress(sqlite3.Error, EventSourcingError):  # look again, next time
                    (now,) = eye.execute("PRAGMA data_version").fetchone()
                    if now != seen:
                        moved(last_position())
                        seen = now
                seen = seen or 0
        finally:
            eye.close()

    watching = Thread(target=look, name="tilescribe-watch", daemon=True)
    watching.start()

    def stop() -> None:
        stopped.set()
        watching.join()

    return stop
