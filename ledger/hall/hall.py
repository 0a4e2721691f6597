"""The hall: what screens show about every table, fed from the log and rebuilt from it at will."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, TypeVar
from uuid import UUID

from ledger.desk.sheet_cache import Shelf
from ledger.hall import queries
from ledger.hall.course import Course
from ledger.hall.coursing import read_course, read_stamp
from ledger.hall.file import HALL_FILE, Prepare, is_the_files_fault
from ledger.hall.indexing import index_the_rest
from ledger.hall.opening import OpenedFile
from ledger.hall.rebuilding import Progress, built_beside, feed, put_in_place
from ledger.hall.rows import ChangeRow, GameRow, StandingRow, TournamentRow
from ledger.hall.summary import subject_of
from ledger.record.events import Event
from ledger.record.failures import said_in_words
from ledger.record.log import Log
from ledger.tournament.facts.set_up import Prize
from ledger.vocabulary.refusals import RecordAway, Refusal

T = TypeVar("T")
OWED_AT_MOST = 64
"""Events written here that may wait to be taken in together."""

MADE_ANEW_EVERY = 10.0
"""Seconds before a file that was made anew is thrown away again: what fails then is not the
file, and making it anew for each page would only keep everybody waiting."""

COURSES_KEPT = 24
"""Courses at hand: of a tournament for two kinds of viewers, now and after each of some rounds."""

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


def open_hall(
    folder: Path,
    log: Log,
    shelf: Shelf | None = None,
    *,
    prepare: Prepare,
    progress: Progress | None = None,
) -> Hall:
    """Open the hall in ``folder`` and let it catch up with ``log``.

    Args:
      folder: where the hall's file lies; it is made if it is missing.
      log: the record.
      shelf: the desk's shelf, whose sheets save folding.
      prepare: makes the tables: ``migrations.hall_db.prepare``.
      progress: told how far it is, where there is much to take in.

    Raises:
      Refusal: the log can't be read, or the folder can't be written to.
    """
    with said_in_words():
        hall = Hall(log, folder, prepare=prepare, shelf=shelf)
    try:
        with said_in_words():
            hall.follow(progress)
    except BaseException:
        hall.close()
        raise
    return hall


class Hall:
    """Reads the log and answers what pages ask about all its games.

    Many threads, and many processes on one file, may use it at the same time.
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
        self._courses: dict[object, tuple[object, Course]] = {}
        self._made_anew_at = -MADE_ANEW_EVERY
        self._begun = 0
        self._done = 0

    # Following the log

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

    # What pages ask

    def tournaments(self) -> tuple[TournamentRow, ...]:
        """Every tournament, by name."""
        return self._read(queries.tournaments)

    def tournament(self, slug: str) -> TournamentRow | None:
        """The tournament known as ``slug``, if there is one."""
        return self._read(lambda db: queries.tournament(db, slug))

    def time_zone(self, slug: str) -> str:
        """The zone that the tournament named for its hall; empty: none, or no tournament."""
        return self._read(lambda db: queries.time_zone(db, slug))

    def games(
        self, slug: str, round_number: int | None = None, division: str | None = None
    ) -> tuple[GameRow, ...]:
        """Games of a tournament, by division, round, table and replay."""
        return self._read(lambda db: queries.games(db, slug, round_number, division))

    def game_rows(self, slug: str) -> tuple[tuple[Any, ...], ...]:
        """Games of a tournament as they lie in the file, in the order of ``summary.COLUMNS``."""
        return self._read(lambda db: queries.game_rows(db, slug))

    def game(self, game: UUID) -> GameRow | None:
        """The game with this id, if there is one."""
        return self._read(lambda db: queries.game(db, game))

    def find(
        self, slug: str, round_number: int, table: int, division: str = "", replay: int = 1
    ) -> GameRow | None:
        """The game at a table of a round, if there is one."""
        return self._read(lambda db: queries.find(db, slug, round_number, table, division, replay))

    def standings(self, slug: str, leaving_out: Collection[UUID] = ()) -> tuple[StandingRow, ...]:
        """Who stands where, by division, wins and what breaks ties, but for some games."""
        course = self.course(slug, leaving_out=leaving_out)
        return course.standings if course else ()

    def course(
        self, slug: str, after: int = 0, leaving_out: Collection[UUID] = ()
    ) -> Course | None:
        """A tournament as everybody looks at it, if there is one.

        Args:
          slug: its short name.
          after: the last round that is looked at; 0: all.
          leaving_out: games of which nothing but the pairing is told.
        """
        without = frozenset(game.hex for game in leaving_out)

        def read(db: sqlite3.Connection) -> Course | None:
            row = queries.tournament(db, slug)
            if row is None:
                return None
            asked = (slug, without, after)
            stamp = (row, read_stamp(db, slug))
            kept = self._courses.get(asked)
            if kept is None or kept[0] != stamp:
                kept = stamp, read_course(db, row, without, after)
                while len(self._courses) >= COURSES_KEPT:
                    self._courses.pop(next(iter(self._courses), asked), None)
                self._courses[asked] = kept
            return kept[1]

        return self._read(read)

    def stamp(self, slug: str) -> tuple[int, ...]:
        """What changes whenever the course of a tournament does, and not with each turn."""
        return self._read(lambda db: read_stamp(db, slug))

    def prizes(self, slug: str) -> tuple[Prize, ...]:
        """What may be won in a tournament; nothing where nothing was announced."""
        return self._read(lambda db: queries.prizes(db, slug))

    def search(self, text: str, limit: int = 20) -> tuple[GameRow, ...]:
        """Games found by names, tournament and words played, the best match first."""
        if self._owed:
            self._take_owed()
        with self._turn:
            try:
                index_the_rest(self._file.connection, self._log, self._shelf)
            except (sqlite3.Error, Refusal):
                logger.exception("the search is behind the record")
        return self._read(lambda db: queries.search(db, text, limit))

    def position(self) -> int:
        """How far the hall follows the log."""
        return self._read(queries.position)

    def changes(self, after: int, limit: int = 500) -> tuple[ChangeRow, ...]:
        """What was written past position ``after``, oldest first; the hall then knows it too.

        Raises:
          Refusal: the log can't be read.
        """
        written = self._log.read(after, limit)
        if not written:
            return ()
        if self.position() < written[-1][0]:
            self.catch_up()
        about = {event.originator_id: subject_of(event) for _, event in written}
        games, tournaments = self._read(lambda db: queries.slugs(db, about.values()))
        return tuple(
            ChangeRow(
                position=position,
                game=about[event.originator_id] if about[event.originator_id] in games else None,
                tournament=(games | tournaments).get(about[event.originator_id], ""),
                version=event.originator_version,
                topic=type(event.fact).topic(),
            )
            for position, event in written
        )

    def close(self) -> None:
        """Close every connection, after the batch that is being written."""
        if self._owed:
            self._take_owed()
        with self._turn:
            self._file.close()

    def _read(self, question: Callable[[sqlite3.Connection], T]) -> T:
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


def _being_made() -> RecordAway:
    return RecordAway(
        "hall-away",
        "The lists of tables and standings are being made again from the record.",
        "Wait a moment, and load the page again.",
    )
