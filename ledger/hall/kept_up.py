"""The hall's file, kept up with the log, and made anew from it where it fails."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TypeVar

from ledger.desk.sheet_cache import Shelf
from ledger.hall.file import HALL_FILE, Prepare, is_the_files_fault
from ledger.hall.indexing import index_the_rest
from ledger.hall.opening import OpenedFile
from ledger.hall.rebuilding import Progress, built_beside, feed, put_in_place
from ledger.record.events import Event
from ledger.record.failures import said_in_words
from ledger.record.log import Log
from ledger.vocabulary.refusals import RecordAway, Refusal

T = TypeVar("T")
OWED_AT_MOST = 64
"""Events written here that may wait to be taken in together."""

MADE_ANEW_EVERY = 10.0
"""Seconds before a file that was made anew is thrown away again: what fails then is not the
file, and making it anew for each page would only keep everybody waiting."""

PATIENCE = 2.0
"""Seconds a page waits for the file to be made anew."""

logger = logging.getLogger(__name__)


@contextmanager
def _said_only() -> Iterator[None]:
    """Trouble with the hall's file is nobody's who wrote or reads: it is only said."""
    try:
        yield
    except (sqlite3.Error, Refusal):
        logger.exception("the hall is behind the record")


class KeptUp:
    """The hall's file, brought to the end of the log by who writes and before anybody reads.

    Many threads, and many processes on one file, may use it at the same time.

    Args:
      log: the record.
      folder: where the file lies.
      prepare: makes the tables.
      shelf: the desk's shelf, whose sheets save folding.
    """

    def __init__(
        self, log: Log, folder: Path, *, prepare: Prepare, shelf: Shelf | None = None
    ) -> None:
        self._log = log
        self._shelf = shelf or Shelf(log)
        self._prepare = prepare
        self._file = OpenedFile(folder / HALL_FILE, log, prepare)
        self._turn = Lock()
        self._noting = Lock()
        self._owed: list[tuple[int, Event]] = []
        self._made_anew_at = -MADE_ANEW_EVERY
        self._begun = 0
        self._done = 0

    def catch_up(self, written: Sequence[tuple[int, Event]] = ()) -> None:
        """Take in everything up to the end of the log; ``written`` alone, before anybody reads.

        Never raises for trouble with the hall's own file: what was written is written, and
        whoever wrote it must be told so. The hall is then behind, and tries again next time.

        Args:
          written: events the caller just wrote, with their positions. They are kept at hand
            and taken in together, when somebody asks the hall or when there are many: a row
            that nobody looked at in between is written once.
        """
        if written:
            with self._noting:
                self._owed.extend(written)
            if len(self._owed) >= OWED_AT_MOST and not self._turn.locked():
                self._take_owed()
            return
        arrived = self._begun
        with self._turn, _said_only():
            # One that began after this call has taken in all this call could.
            if self._done <= arrived:
                self._follow()

    def _take_owed(self) -> None:
        """Take in what was written here, so that whoever reads now sees it."""
        with self._turn, _said_only():
            with self._noting:
                owed = sorted(self._owed, key=itemgetter(0))
            try:
                new = [each for each in owed if each[0] > self._file.feeder.position]
                if new and not self._take(new):
                    self._follow()
            finally:  # Not before: until it is taken in, whoever reads must wait for it.
                with self._noting:
                    del self._owed[: len(owed)]

    def _take(self, written: Sequence[tuple[int, Event]]) -> bool:
        """Take in ``written`` alone, if nothing else lies between it and what the hall has."""
        if self._file.was_replaced():
            return False
        try:
            return self._file.feeder.take_written(written, self._shelf)
        except sqlite3.Error as trouble:
            if not is_the_files_fault(trouble):
                raise
            return False  # damaged, which to follow the log mends

    def follow(self, progress: Progress | None = None) -> None:
        """Take in everything up to the end of the log, and say how far it is.

        Raises:
          Refusal: the log can't be read.
          sqlite3.OperationalError: the hall's file can't be written to.
        """
        with self._turn:
            self._follow(progress)

    def _follow(self, progress: Progress | None = None) -> None:
        self._begun += 1
        if self._file.was_replaced():
            self._file.open_again()
        try:
            feed(self._file.feeder, self._log, self._shelf, progress)
        except sqlite3.Error as trouble:
            if not self._may_be_made_anew(trouble):
                raise
            self._file.make_anew()
            feed(self._file.feeder, self._log, self._shelf, progress)
        self._done = self._begun

    def _may_be_made_anew(self, trouble: Exception) -> bool:
        """Whether the file is at fault and was not made anew just now; if so, it is said."""
        now = monotonic()
        if not is_the_files_fault(trouble) or now - self._made_anew_at < MADE_ANEW_EVERY:
            return False
        self._made_anew_at = now
        logger.warning("%s can't be used (%s): it is made anew", self._file.path, trouble)
        return True

    def rebuild(self, progress: Progress | None = None) -> None:
        """Make the hall anew from the log, while pages and other processes use the old one.

        It is built in a file beside it, and takes its place in one transaction.

        Raises:
          Refusal: the log can't be read.
          sqlite3.OperationalError: the folder can't be written to.
        """
        with built_beside(self._file.path, self._log, self._prepare, progress) as new, self._turn:
            put_in_place(new, self._file)

    def index_the_rest(self) -> None:
        """Let the search find what is being played now; it keeps up by itself with what is over."""
        if self._owed:
            self._take_owed()
        with self._turn:
            try:
                index_the_rest(self._file.connection, self._log, self._shelf)
            except (sqlite3.Error, Refusal):
                logger.exception("the search is behind the record")

    def read(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Ask the file, and once more if it had to be made anew in between.

        Raises:
          RecordAway: it can't be read, nor made anew.
        """
        if self._owed:
            self._take_owed()
        made_anew = self._made_anew_at
        try:
            return self._file.read(question)
        except Exception as trouble:
            if isinstance(trouble, Refusal) or not is_the_files_fault(trouble):
                with said_in_words():
                    raise
            if not self._turn.acquire(timeout=PATIENCE):
                raise _being_made() from trouble
            try:
                if made_anew == self._made_anew_at:
                    if not self._may_be_made_anew(trouble):
                        raise
                    with said_in_words():
                        self._file.make_anew()
                        self._follow()
            finally:
                self._turn.release()
        with said_in_words():
            return self._file.read(question)

    def close(self) -> None:
        """Close every connection, after the batch that is being written."""
        if self._owed:
            self._take_owed()
        with self._turn:
            self._file.close()


def _being_made() -> RecordAway:
    return RecordAway(
        "hall-away",
        "The lists of tables and standings are being made again from the record.",
        "Wait a moment, and load the page again.",
    )
