"""Group commit: callers that arrive while the disk is busy share the next flush.

There is no writing thread. The first caller leads: it writes its own entry and all that
queued up meanwhile in one transaction; then it hands the lead to the first of those that
came later. One caller alone therefore waits for nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock, Thread
from typing import Any

from eventsourcing.persistence import PersistenceError, StoredEvent


class Entry:
    """What one caller wants written, and what became of it.

    Attributes:
      beside: what goes into the same transaction beside them.
    """

    __slots__ = ("beside", "error", "events", "positions", "settled", "woken")

    def __init__(self, events: Sequence[StoredEvent], beside: Mapping[str, Any]) -> None:
        self.events = events
        self.beside = beside
        self.positions: Sequence[int] = ()
        self.error: Exception | None = None
        self.settled = False
        self.woken = Lock()
        self.woken.acquire()


class GroupCommit:
    """Brings callers together so that many entries cost one flush.

    Args:
      write_all: writes a batch in one transaction and commits it. An entry that only its own
        caller is to blame for gets its ``error`` set; any exception raised means that
        nothing of the batch was written, and every caller is told so.
    """

    def __init__(self, write_all: Callable[[Sequence[Entry]], None]) -> None:
        self._write_all = write_all
        self._turn = Lock()
        self._queue: list[Entry] = []
        self._led = False

    def write(self, events: Sequence[StoredEvent], beside: Mapping[str, Any]) -> Sequence[int]:
        mine = Entry(events, beside)
        with self._turn:
            self._queue.append(mine)
            following, self._led = self._led, True
        if following:
            try:
                mine.woken.acquire()
            except BaseException:
                # Interrupted: should the lead fall to this entry, somebody must still take it.
                Thread(target=self._lead_if_it_falls_to, args=(mine,), daemon=True).start()
                raise
        if not mine.settled:
            self._lead()
        if mine.error is not None:
            raise mine.error
        return mine.positions

    def _lead_if_it_falls_to(self, context: Entry) -> None:
        context.woken.acquire()
        if not context.settled:
            self._lead()

    def _lead(self) -> None:
        with self._turn:
            batch, self._queue = self._queue, []
        try:
            self._write_all(batch)
        except BaseException as trouble:
            for entry in batch:
                entry.error = _told_to_each(trouble)
            if not isinstance(trouble, Exception):
                raise
        finally:
            for entry in batch:
                entry.settled = True
            with self._turn:
                # Somebody must lead those who came meanwhile, before anybody is answered.
                self._led = bool(self._queue)
                if self._led:
                    self._queue[0].woken.release()
            for entry in batch:
                entry.woken.release()


def _told_to_each(trouble: BaseException) -> Exception:
    """A copy for each caller: threads that raise one exception object mix up its traceback."""
    if isinstance(trouble, PersistenceError):
        error: Exception = type(trouble)(*trouble.args)
    else:
        error = PersistenceError(f"Nothing was written: {trouble!r}")
    error.__cause__ = trouble
    return error
