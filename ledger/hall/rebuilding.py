"""The hall (`Hall`): opened, kept up from the log, rebuilt, and as it stood before."""

from __future__ import annotations

import gc
import logging
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from operator import itemgetter
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, TypeVar
from uuid import UUID

from msgspec import Struct

from ledger.desk.sheet_cache import SheetCache
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.folding import replay
from ledger.hall import backlog, file
from ledger.hall.backlog import LEAP
from ledger.hall.bests import FINISHED, Best, bests
from ledger.hall.file import (
    FEW,
    HALL_FILE,
    Prepare,
    Readers,
    connect,
    index_the_rest,
    is_the_files_fault,
    is_whole,
    number_on_disk,
    throw_away,
)
from ledger.hall.player_history import Called, OverAll, called, elsewhere, is_anything_due, over_all
from ledger.hall.projection import Feeder, mark
from ledger.hall.rows import (
    COLUMNS,
    ChangeRow,
    GameRow,
    StandingRow,
    TournamentName,
    TournamentRow,
    subject_of,
    summary,
)
from ledger.hall.standings_building import Supposed, read_course, read_stamp
from ledger.hall.standings_view import Course
from ledger.record.events import Event, tournament_id
from ledger.record.failures import said_wording
from ledger.record.log import Log
from ledger.record.mapper import Damaged
from ledger.record.opening import alone
from ledger.tournament.facts import CheckInTakenBack, LiveBoardsChosen, PlayersCheckedIn, Prize
from ledger.tournament.tournament import tournament_of
from ledger.vocabulary.refusals import RecordAway, Refusal

# The hall's file as opened: what we want, or made anew in its place.


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
        self.prepare = prepare
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
        self._readers.close()
        self.connection.close()

    def _open(self, *, anew: bool = False) -> None:
        with alone(self.path.with_name(f"{self.path.name}-lock")):
            try:
                if anew:
                    throw_away(self.path)
                self.prepare(self.path)
                self.connection = connect(self.path)
                if not self._is_ours():
                    self.connection.close()
                    raise ValueError(f"{self.path} does not follow this record")
            except sqlite3.OperationalError:
                raise
            except (ValueError, sqlite3.DatabaseError) as trouble:
                logger.warning("the hall is made anew: %s", trouble)
                throw_away(self.path)
                self.prepare(self.path)
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


Progress = Callable[[int, int], None]
"""Called with how far the log was followed, and how far it goes."""

AT_ONCE = 2000  # events taken in with one transaction

INLINE = 64
"""Up to so many events go by the desk's shelf; where there are more, by one for the purpose,
for sheets of games long over would push today's off the desk's."""


class Overtaken(Exception):
    """Another process took the hall in use further than the new one."""


class Built(Struct, frozen=True):
    """A hall built beside the one in use, and how to feed it on."""

    feeder: Feeder
    connection: sqlite3.Connection
    log: Log
    shelf: SheetCache


def feed(
    feeder: Feeder,
    log: Log,
    near: SheetCache,
    progress: Progress | None = None,
    leap: int | None = None,
) -> None:
    """Take in everything up to the end of the log.

    Args:
      near: the desk's shelf.
      leap: where there are more events than so many, they are leapt over, and owed.

    Raises:
      Refusal: the log can't be read.
      sqlite3.DatabaseError: the hall's file can't be written to.
    """
    stretch = feeder.take_in(near, INLINE, leap)
    while not stretch.ended and not stretch.count:  # another process was faster, or it leapt
        stretch = feeder.take_in(near, INLINE, leap)
    if stretch.ended:
        return
    shelf, end = SheetCache(log, room=FEW), log.last_position()
    with _no_collecting():
        while not stretch.ended:
            stretch = feeder.take_in(shelf, AT_ONCE)
            if progress:
                progress(feeder.position, max(end, feeder.position))
    feeder.sum_up()


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
                new = Built(Feeder(log, connection), connection, log, SheetCache(log, room=FEW))
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
    request = False

    def at_each_page(_status: int, _remaining: int, _total: int) -> None:
        nonlocal request
        if not request:
            request = True
            if used.read(file.position) > position:
                raise Overtaken

    return at_each_page


# The hall's file, kept up with the log, and made anew from it where it fails.


OWED_AT_MOST = 64  # events written here that may wait to be taken in together

MADE_ANEW_EVERY = 10.0
"""Seconds before a file that was made anew is thrown away again: what fails then is not the
file, and making it anew for each page would only keep everybody waiting."""

PATIENCE = 2.0  # seconds a page waits for the file to be made anew


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
    """

    def __init__(
        self,
        log: Log,
        folder: Path,
        *,
        prepare: Prepare,
        shelf: SheetCache | None = None,
        serves: bool = False,
        leap: int = LEAP,
    ) -> None:
        self._log = log
        self._serves = serves
        self._leap = leap
        self._whole = False
        self._making = Lock()
        self._shelf = shelf or SheetCache(log)
        self.prepare = prepare
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
            self._whole = False
        try:
            self._feed(progress)
        except sqlite3.Error as trouble:
            if not self._may_be_made_anew(trouble):
                raise
            self._file.make_anew()
            self._whole = False
            self._feed(progress)
        self._done = self._begun

    def _feed(self, progress: Progress | None) -> None:
        feeder = self._file.feeder
        leaps = feeder.leaps
        feed(feeder, self._log, self._shelf, progress, self._leap)
        if feeder.leaps > leaps:
            self._whole = False

    def owed(self) -> int:
        """Events that were leapt over and are not taken in yet, at most; 0: the lists are whole."""
        if self._whole:
            return 0
        left = self.read(backlog.owed).events
        # Only a leap of our own makes it owe again, or a file in its place.
        self._whole = not left
        return left

    def take_in_owed(self, progress: Progress | None = None) -> None:
        """Take in all that is owed, the newest tournament first. It may be stopped, and go on."""
        if not self.owed():
            return
        with said_wording(), alone(self._file.path.with_name(f"{self._file.path.name}-owed-lock")):
            whole = self.owed()
            for left in backlog.making_up(self._file.path, self._log):
                if progress:
                    progress(whole - left.events, whole)

    def make_sure_of(self, slug: str) -> None:
        """See to it that a tournament is whole before anything of it is shown.

        Raises:
          RecordAway: it has not been reached yet, and nothing tells what belongs to it.
        """
        if not self.owed() or self.read(lambda db: backlog.is_made(db, slug)):
            return
        with self._making:  # whoever asks for the same meanwhile waits for it
            if self.read(lambda db: backlog.is_made(db, slug)):
                return
            with said_wording():
                there = backlog.make_tournament(self._file.path, self._log, slug)
        if not there and not self.read(lambda db: file.tournament(db, slug)):
            if self._serves:
                raise _being_made()
            self.take_in_owed()

    def _make_sure_of_all(self) -> None:
        """Where nobody is kept waiting by it, lists of all tournaments are made whole first."""
        if not self._serves:
            self.take_in_owed()

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
        """
        with built_beside(self._file.path, self._log, self.prepare, progress) as new, self._turn:
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
                with said_wording():
                    raise
            if not self._turn.acquire(timeout=PATIENCE):
                raise _being_made() from trouble
            try:
                if made_anew == self._made_anew_at:
                    if not self._may_be_made_anew(trouble):
                        raise
                    with said_wording():
                        self._file.make_anew()
                        self._follow()
            finally:
                self._turn.release()
        with said_wording():
            return self._file.read(question)

    def close(self) -> None:
        """Close every connection, after the batch that is being written."""
        if self._owed:
            self._take_owed()
        with self._turn:
            self._file.close()


def _being_made() -> RecordAway:
    return RecordAway.of("hall-away")


# The hall: what screens show about every table, fed from the log and rebuilt from it at will.


COURSES_KEPT = 24
"""Courses at hand: of a tournament for two kinds of viewers, now and after each of some rounds."""


def open_hall(
    folder: Path,
    log: Log,
    shelf: SheetCache | None = None,
    *,
    prepare: Prepare,
    progress: Progress | None = None,
    serves: bool = False,
    leap: int = LEAP,
) -> Hall:
    """Open the hall in ``folder`` and let it catch up with ``log``.

    Args:
      folder: where the hall's file lies; it is made if it is missing.
      log: the record.
      shelf: the desk's shelf, whose sheets save folding.
      prepare: makes the tables: ``migrations.hall_db.prepare``.
      progress: told how far it is, where there is much to take in.
      serves: whether pages are served: lists of all tournaments are then shown as far as they go,
        where events are owed. Otherwise whoever asks for one waits until it is whole.
      leap: how many events may be taken in first; more are leapt over (``ledger.hall.backlog``).
    """
    with said_wording():
        hall = Hall(log, folder, prepare=prepare, shelf=shelf, serves=serves, leap=leap)
    try:
        with said_wording():
            hall.follow(progress)
    except BaseException:
        hall.close()
        raise
    return hall


class Hall(KeptUp):
    def __init__(
        self,
        log: Log,
        folder: Path,
        *,
        prepare: Prepare,
        shelf: SheetCache | None = None,
        serves: bool = False,
        leap: int = LEAP,
    ) -> None:
        super().__init__(log, folder, prepare=prepare, shelf=shelf, serves=serves, leap=leap)
        self._courses: dict[object, tuple[object, Course]] = {}

    def tournaments(self) -> tuple[TournamentRow, ...]:
        self._make_sure_of_all()
        return self.read(file.tournaments)

    def tournament_names(self) -> tuple[TournamentName, ...]:
        self._make_sure_of_all()
        return self.read(file.tournament_names)

    def tournament(self, slug: str) -> TournamentRow | None:
        self.make_sure_of(slug)
        return self.read(lambda db: file.tournament(db, slug))

    def live_boards(self, slug: str) -> LiveBoardsChosen | None:
        """How visitors see boards of a tournament; nothing is counted to say it."""
        self.make_sure_of(slug)
        return self.read(lambda db: file.live_boards(db, slug)).get(slug)

    def boards_late(self, slug: str = "") -> dict[str, LiveBoardsChosen]:
        """Tournaments whose boards visitors see late: this one if it is, or all of them."""
        if slug:
            self.make_sure_of(slug)
        else:
            self._make_sure_of_all()
        chosen = self.read(lambda db: file.live_boards(db, slug))
        return {slug: live for slug, live in chosen.items() if live.how == "delayed"}

    def time_zone(self, slug: str) -> str:
        return self.read(lambda db: file.time_zone(db, slug))

    def language(self, slug: str) -> str:
        return self.read(lambda db: file.language(db, slug))

    def games(
        self, slug: str, round_number: int | None = None, division: str | None = None
    ) -> tuple[GameRow, ...]:
        self.make_sure_of(slug)
        return self.read(lambda db: file.games(db, slug, round_number, division))

    def game_rows(self, slug: str) -> tuple[tuple[Any, ...], ...]:
        self.make_sure_of(slug)
        return self.read(lambda db: file.game_rows(db, slug))

    def game(self, game: UUID) -> GameRow | None:
        found = self.read(lambda db: file.game(db, game))
        if found is None and self.owed():
            with self._making, said_wording():
                backlog.make_game(self._file.path, self._log, game)
            found = self.read(lambda db: file.game(db, game))
        return found

    def find(
        self, slug: str, round_number: int, table: int, division: str = "", replay: int = 1
    ) -> GameRow | None:
        self.make_sure_of(slug)
        return self.read(lambda db: file.find(db, slug, round_number, table, division, replay))

    def standings(self, slug: str, leaving_out: Collection[UUID] = ()) -> tuple[StandingRow, ...]:
        course = self.course(slug, leaving_out=leaving_out)
        return course.standings if course else ()

    def course(
        self, slug: str, after: int = 0, leaving_out: Collection[UUID] = ()
    ) -> Course | None:
        """A tournament as everybody looks at it, if there is one.

        Args:
          after: the last round that is looked at; 0: all.
          leaving_out: games of which nothing but the pairing is told.
        """
        without = frozenset(game.hex for game in leaving_out)
        self.make_sure_of(slug)

        def read(db: sqlite3.Connection) -> Course | None:
            row = file.tournament(db, slug)
            if row is None:
                return None
            request = (slug, without, after)
            stamp = (row, read_stamp(db, slug))
            kept = self._courses.get(request)
            if kept is None or kept[0] != stamp:
                kept = stamp, read_course(db, row, without, after)
                while len(self._courses) >= COURSES_KEPT:
                    self._courses.pop(next(iter(self._courses), request), None)
                self._courses[request] = kept
            return kept[1]

        return self.read(read)

    def standings_with(
        self, slug: str, supposed: Supposed, leaving_out: Collection[UUID] = ()
    ) -> tuple[StandingRow, ...]:
        """Who would stand where, were something written that is only looked at."""
        without = frozenset(game.hex for game in leaving_out)
        self.make_sure_of(slug)

        def read(db: sqlite3.Connection) -> tuple[StandingRow, ...]:
            row = file.tournament(db, slug)
            return () if row is None else read_course(db, row, without, 0, supposed).standings

        return self.read(read)

    def stamp(self, slug: str) -> tuple[int, ...]:
        self.make_sure_of(slug)
        return self.read(lambda db: read_stamp(db, slug))

    def prizes(self, slug: str) -> tuple[Prize, ...]:
        self.make_sure_of(slug)
        return self.read(lambda db: file.prizes(db, slug))

    def bests(
        self, slug: str, division: str = "", most: int = 1, states: frozenset[str] = FINISHED
    ) -> tuple[Best, ...]:
        """The records of an event; see ``ledger.hall.bests.bests``."""
        self.make_sure_of(slug)
        return self.read(lambda db: bests(db, slug, division, most, states))

    def over_all(self, key: str, start: int, most: int) -> OverAll | None:
        """A player over all tournaments; see ``ledger.hall.player_history.over_all``."""
        self._sum_up_the_rest()
        return self.read(lambda db: over_all(db, key, start, most))

    def called(self, text: str, most: int) -> tuple[Called, ...]:
        """Names of players, of all tournaments; see ``ledger.hall.player_history.called``."""
        self._sum_up_the_rest()
        return self.read(lambda db: called(db, text, most))

    def elsewhere(self, slug: str, number: int) -> str:
        """The key of a player whose name is in another tournament as well; else empty."""
        return self.read(lambda db: elsewhere(db, slug, number))

    def _sum_up_the_rest(self) -> None:
        self._make_sure_of_all()
        if self._owed:
            self._take_owed()
        if not self.read(is_anything_due):
            return
        with self._turn, _said_only():
            self._file.feeder.sum_up()

    def search(self, text: str, limit: int = 20) -> tuple[GameRow, ...]:
        self._make_sure_of_all()
        self.index_the_rest()
        return self.read(lambda db: file.search(db, text, limit))

    def position(self) -> int:
        return self.read(file.position)

    def changes(self, after: int, limit: int = 500) -> tuple[ChangeRow, ...]:
        """What was written past position ``after``, oldest first; the hall then knows it too."""
        written = self._log.read(after, limit)
        if not written:
            return ()
        if self.position() < written[-1][0]:
            self.catch_up()
        about = {event.originator_id: subject_of(event) for _, event in written}
        games, tournaments = self.read(lambda db: file.slugs(db, about.values()))
        return tuple(
            ChangeRow(
                position=position,
                game=about[event.originator_id] if about[event.originator_id] in games else None,
                tournament=(games | tournaments).get(about[event.originator_id], ""),
                version=event.originator_version,
                topic=type(event.fact).topic(),
                players=event.fact.players
                if isinstance(event.fact, PlayersCheckedIn | CheckInTakenBack)
                else (),
            )
            for position, event in written
        )


# One tournament as the hall had it at an earlier end of the log, without all of it being read.
#
# A row of a game follows from its events alone: of a game that has none since, it is what it was.


ID, POSITION = COLUMNS.index("id"), COLUMNS.index("position")


@contextmanager
def as_it_stood(
    now: Hall,
    then: Log,
    slug: str,
    folder: Path,
    *,
    shelf: SheetCache,
    still: Callable[[], object] = lambda: None,
) -> Iterator[Hall]:
    """A hall of one tournament, as it was at the end of ``then``. It can't be searched.

    Args:
      then: the log up to that end.
      folder: an empty folder for its file.
      still: called now and then, to give up by raising.
    """
    path = folder / HALL_FILE
    now.prepare(path)
    rows = [row for one in now.game_rows(slug) if (row := _as_it_was(one, then, still))]
    opened = tournament_of(then.events_of(tournament_id(slug)))
    with closing(connect(path, synchronous="OFF")) as connection:
        feeder = Feeder(then, connection)
        feeder.put(rows, [opened] if opened else [], then.last_position())
        if rows and opened is None:
            feeder.put_unopened(slug, _scheduled(then, rows[0]))
    hall = Hall(then, folder, prepare=now.prepare, shelf=shelf)
    try:
        yield hall
    finally:
        hall.close()


def _as_it_was(
    row: tuple[Any, ...], then: Log, still: Callable[[], object]
) -> tuple[Any, ...] | None:
    """The row of a game at the end of ``then``; ``None`` where there was no such game yet."""
    if row[POSITION] <= then.last_position():
        return row
    still()
    placed = then.placed_events_of(UUID(row[ID]))
    if not placed:
        return None
    return summary(replay(event for _, event in placed), placed[-1][0], differs=frozenset())


def _scheduled(then: Log, row: Sequence[Any]) -> GameScheduled:
    fact = then.events_of(UUID(row[ID]))[0].fact
    assert isinstance(fact, GameScheduled)
    return fact
