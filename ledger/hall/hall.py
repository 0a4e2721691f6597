"""The hall: what screens show about every table, fed from the log and rebuilt from it at will."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from pathlib import Path
from typing import Any
from uuid import UUID

from ledger.desk.sheet_cache import SheetCache
from ledger.hall import file
from ledger.hall.file import Prepare
from ledger.hall.rebuilding import KeptUp, Progress
from ledger.hall.rows import (
    ChangeRow,
    GameRow,
    StandingRow,
    TournamentName,
    TournamentRow,
    subject_of,
)
from ledger.hall.standings_building import Supposed, read_course, read_stamp
from ledger.hall.standings_view import Course
from ledger.record.failures import said_wording
from ledger.record.log import Log
from ledger.tournament.facts import Prize

COURSES_KEPT = 24
"""Courses at hand: of a tournament for two kinds of viewers, now and after each of some rounds."""


def open_hall(
    folder: Path,
    log: Log,
    shelf: SheetCache | None = None,
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
    """
    with said_wording():
        hall = Hall(log, folder, prepare=prepare, shelf=shelf)
    try:
        with said_wording():
            hall.follow(progress)
    except BaseException:
        hall.close()
        raise
    return hall


class Hall(KeptUp):
    def __init__(
        self, log: Log, folder: Path, *, prepare: Prepare, shelf: SheetCache | None = None
    ) -> None:
        super().__init__(log, folder, prepare=prepare, shelf=shelf)
        self._courses: dict[object, tuple[object, Course]] = {}

    def tournaments(self) -> tuple[TournamentRow, ...]:
        return self.read(file.tournaments)

    def tournament_names(self) -> tuple[TournamentName, ...]:
        return self.read(file.tournament_names)

    def tournament(self, slug: str) -> TournamentRow | None:
        return self.read(lambda db: file.tournament(db, slug))

    def time_zone(self, slug: str) -> str:
        return self.read(lambda db: file.time_zone(db, slug))

    def games(
        self, slug: str, round_number: int | None = None, division: str | None = None
    ) -> tuple[GameRow, ...]:
        return self.read(lambda db: file.games(db, slug, round_number, division))

    def game_rows(self, slug: str) -> tuple[tuple[Any, ...], ...]:
        return self.read(lambda db: file.game_rows(db, slug))

    def game(self, game: UUID) -> GameRow | None:
        return self.read(lambda db: file.game(db, game))

    def find(
        self, slug: str, round_number: int, table: int, division: str = "", replay: int = 1
    ) -> GameRow | None:
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

        def read(db: sqlite3.Connection) -> tuple[StandingRow, ...]:
            row = file.tournament(db, slug)
            return () if row is None else read_course(db, row, without, 0, supposed).standings

        return self.read(read)

    def stamp(self, slug: str) -> tuple[int, ...]:
        return self.read(lambda db: read_stamp(db, slug))

    def prizes(self, slug: str) -> tuple[Prize, ...]:
        return self.read(lambda db: file.prizes(db, slug))

    def search(self, text: str, limit: int = 20) -> tuple[GameRow, ...]:
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
            )
            for position, event in written
        )
