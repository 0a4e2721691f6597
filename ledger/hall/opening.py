"""The hall's file as opened: what we want, or made anew in its place."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ledger.hall.feeding import Feeder
from ledger.hall.file import (
    Prepare,
    Readers,
    alone,
    connect,
    is_whole,
    number_on_disk,
    throw_away,
)
from ledger.hall.following import mark
from ledger.record.log import Log
from ledger.record.mapper import Damaged

T = TypeVar("T")
logger = logging.getLogger(__name__)


class OpenedFile:
    """The file, its one connection that writes, and those that read.

    A file that is missing, damaged, of another release or of another log is thrown away and
    made anew. Processes that find it so at the same time do this one after the other, and
    only the first of them has anything to do.

    Attributes:
      feeder: writes; whoever uses it holds the hall's turn.
    """

    def __init__(self, path: Path, log: Log, prepare: Prepare) -> None:
        self.path = path
        self._path = str(path)
        self._log = log
        self._prepare = prepare
        self._open()

    def read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Ask the file.

        Raises:
          sqlite3.DatabaseError: it is damaged, gone or busy.
        """
        with self._readers.reading() as db:
            return question(db)

    def was_replaced(self) -> bool:
        """Whether the file is gone, or another lies in its place."""
        return number_on_disk(self._path) != self._number

    def open_again(self) -> None:
        """Open the file again, made anew where it is of no use."""
        self.close()
        self._open()

    def make_anew(self) -> None:
        """Throw the file away, unless somebody else did, and open one that follows nothing yet.

        Whether it is of any use is not asked: of a file that was overwritten while it was in
        use, SQLite still finds so much in its own memory and in the write-ahead file that it
        calls it whole.
        """
        replaced = self.was_replaced()
        self.close()
        self._open(anew=not replaced)

    def close(self) -> None:
        """Close every connection."""
        self._readers.close()
        self.connection.close()

    def _open(self, *, anew: bool = False) -> None:
        with alone(self.path.with_name(f"{self.path.name}-lock")):
            try:
                if anew:
                    throw_away(self.path)
                self._prepare(self.path)
                self.connection = connect(self.path)
                if not self._is_ours():
                    self.connection.close()
                    raise ValueError(f"{self.path} does not follow this record")
            except sqlite3.OperationalError:
                raise
            except (ValueError, sqlite3.DatabaseError) as trouble:
                logger.warning("the hall is made anew: %s", trouble)
                throw_away(self.path)
                self._prepare(self.path)
                self.connection = connect(self.path)
            self._number = number_on_disk(self._path)
        self.feeder = Feeder(self._log, self.connection)
        self._readers = Readers(self.path)

    def _is_ours(self) -> bool:
        """Whether the file is whole, and follows this log and not one since replaced."""
        if not is_whole(self.connection):
            return False
        row = self.connection.execute("SELECT position, mark FROM tracking").fetchone()
        if row is None:
            return False
        position: int
        marked: str
        position, marked = row
        if not position:
            return True
        try:
            found = self._log.read(position - 1, 1)
        except Damaged as damage:
            return damage.position == position
        if not found or found[0][0] != position:
            return False
        return not marked or marked == mark(found[0][1])
