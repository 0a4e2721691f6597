"""Feeding a hall to the end of the log, and building one anew beside the one in use."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from ledger.desk.sheet_cache import Shelf
from ledger.hall import queries
from ledger.hall.feeding import Feeder
from ledger.hall.file import Prepare, alone, connect, throw_away
from ledger.hall.indexing import FEW
from ledger.hall.opening import OpenedFile
from ledger.record.log import Log

Progress = Callable[[int, int], None]
"""Called with how far the log was followed, and how far it goes."""

AT_ONCE = 2000
"""Events taken in with one transaction."""

INLINE = 64
"""Up to so many events go by the desk's shelf; where there are more, by one for the purpose,
for sheets of games long over would push today's off the desk's."""


class Overtaken(Exception):
    """Another process took the hall in use further than the new one."""


@dataclass(frozen=True, slots=True)
class Built:
    """A hall built beside the one in use, and how to feed it on."""

    feeder: Feeder
    connection: sqlite3.Connection
    log: Log
    shelf: Shelf


def feed(feeder: Feeder, log: Log, near: Shelf, progress: Progress | None = None) -> None:
    """Take in everything up to the end of the log.

    Args:
      feeder: feeds the hall.
      log: where ``feeder`` reads.
      near: the desk's shelf.
      progress: told how far it is, once there is much to take in.

    Raises:
      Refusal: the log can't be read.
      sqlite3.DatabaseError: the hall's file can't be written to.
    """
    stretch = feeder.take_in(near, INLINE)
    while not stretch.ended and not stretch.count:  # another process was faster
        stretch = feeder.take_in(near, INLINE)
    if stretch.ended:
        return
    shelf, end = Shelf(log, room=FEW), log.last_position()
    with _no_collecting():
        while not stretch.ended:
            stretch = feeder.take_in(shelf, AT_ONCE)
            if progress:
                progress(feeder.position, max(end, feeder.position))


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Let Python's collector of cycles rest.

    Events and sheets have none, and to look through them all, again and again, takes it as
    long as they take to be read and folded.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def built_beside(
    path: Path, log: Log, prepare: Prepare, progress: Progress | None
) -> Iterator[Built]:
    """A hall built from the whole log in a file beside ``path``, which is gone afterwards."""
    beside = path.with_name(f"{path.name}-new")
    with alone(path.with_name(f"{path.name}-new-lock")):
        throw_away(beside)
        try:
            prepare(beside)
            with closing(connect(beside, synchronous="OFF")) as connection:
                new = Built(Feeder(log, connection), connection, log, Shelf(log, room=FEW))
                feed(new.feeder, log, new.shelf, progress)
                yield new
        finally:
            throw_away(beside)


def put_in_place(new: Built, used: OpenedFile) -> None:
    """Make ``new`` the contents of the file in use, in one transaction of that file.

    The file stays the same one, so that everybody who has it open reads on in it. Whoever
    holds the hall's turn calls this.
    """
    while True:
        feed(new.feeder, new.log, new.shelf)
        try:
            # The first page locks the file in use: nobody can take it any further after that.
            new.connection.backup(
                used.connection, pages=1, progress=_ask_once(new.feeder.position, used)
            )
        except Overtaken:
            continue
        used.feeder.position = used.feeder.look()
        return


def _ask_once(position: int, used: OpenedFile) -> Callable[[int, int, int], None]:
    """Raises ``Overtaken``, at the first page, where the file in use is past ``position``."""
    asked = False

    def at_each_page(_status: int, _remaining: int, _total: int) -> None:
        nonlocal asked
        if not asked:
            asked = True
            if used.read(queries.position) > position:
                raise Overtaken

    return at_each_page
