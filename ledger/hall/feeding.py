"""Taking a stretch of the log into the hall: the position first, then what it changes."""

from __future__ import annotations

import logging
import sqlite3
from collections import OrderedDict
from typing import Any
from uuid import UUID

from sqlite_utils.db import Database

from ledger.facts.setting_up import GameScheduled
from ledger.hall.flags import UNREADABLE, agrees
from ledger.hall.following import Stretch, read_on, sheets_of, tournaments_of
from ledger.hall.summary import COLUMNS, summary, words_played
from ledger.log import Log
from ledger.mapper import Damaged
from ledger.sheet import Sheet
from ledger.shelf import Shelf
from ledger.tournament import Tournament

CHECKED = 500
"""Games whose last check is remembered."""

FEW = 300
"""Sheets of games to keep while many are worked through: a sheet keeps all its events."""

_MOVE_ON = "UPDATE tracking SET position = ?, mark = ? WHERE one = 1 AND position = ?"
_SET = ", ".join(f"{column} = excluded.{column}" for column in COLUMNS[1:])
_WRITE_GAME = (
    f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) "  # noqa: S608 (our own names)
    f"ON CONFLICT (id) DO UPDATE SET {_SET}, "
    "unindexed = unindexed OR excluded.lines <> lines OR excluded.corrected "
    # A sheet off the shelf may be ahead of its stretch of the log; it never goes back.
    "WHERE excluded.version >= version"
)
_FLAG_GAME = (
    "UPDATE games SET flags = trim(flags || ' ' || :flag) "
    "WHERE id = :id AND ' ' || flags || ' ' NOT LIKE '% ' || :flag || ' %'"
)
_TOURNAMENT_OF_GAME = (
    "INSERT INTO tournaments VALUES (?, NULL, ?, '', ?, ?, 0) ON CONFLICT DO NOTHING"
)
_WRITE_TOURNAMENT = (
    "INSERT INTO tournaments VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (slug) DO UPDATE SET "
    "stream = excluded.stream, name = excluded.name, place = excluded.place, "
    "rulebook = excluded.rulebook, lexicon = excluded.lexicon, rounds = excluded.rounds"
)
_INDEX_GAME = (
    "INSERT INTO found_by (key, names, tournament, words) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (key) DO UPDATE SET names = excluded.names, "
    "tournament = excluded.tournament, words = excluded.words"
)

logger = logging.getLogger(__name__)


class Feeder:
    """Feeds one hall file from the log. Only one thread at a time may use it.

    Attributes:
      position: how far the file follows the log, as last seen; another process may have
        taken it further.
    """

    def __init__(self, log: Log, connection: sqlite3.Connection) -> None:
        self._log = log
        self._connection = connection
        self._checked: OrderedDict[UUID, tuple[object, bool]] = OrderedDict()
        self.position = self.look()

    def look(self) -> int:
        """The position in the file."""
        row = self._connection.execute("SELECT position FROM tracking").fetchone()
        return int(row[0])

    def take_in(self, shelf: Shelf, limit: int) -> Stretch:
        """Take in the next events of the log, at most ``limit``.

        Returns:
          What was taken in. Where another process was faster nothing was, and ``position``
          is the one it reached.
        """
        stretch = read_on(self._log, self.position, limit)
        if stretch.last == self.position:
            return stretch
        # All reading and folding is done before the file is locked.
        rows, over = self._rows(stretch, sheets_of(stretch, shelf))
        tournaments = tournaments_of(stretch, self._log)
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            moved = connection.execute(_MOVE_ON, (stretch.last, stretch.mark, self.position))
            if moved.rowcount != 1:
                connection.execute("ROLLBACK")
                self.position = self.look()
                return Stretch(self.position, ended=False)
            self._write(stretch, rows, over, tournaments)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self.position = stretch.last
        return stretch

    def index_the_rest(self, near: Shelf) -> None:
        """Index the games that changed since they last were: those being played.

        They are left alone while they are written to, which is often; a search asks for this
        first.
        """
        waiting = self._connection.execute("SELECT id FROM games WHERE unindexed").fetchall()
        if not waiting:
            return
        shelf = near if len(waiting) <= FEW else Shelf(self._log, room=FEW)
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            for (game,) in waiting:
                try:
                    self._index(shelf.sheet(UUID(game)))
                except Damaged:
                    self._index_by_name(game)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _index_by_name(self, game: str) -> None:
        """Make a game whose sheet can't be had to be found at least by who plays it."""
        self._connection.execute(
            "INSERT INTO found_by (key, names, tournament, words) "
            "SELECT key, first || ' ' || second, tournament, '' FROM games WHERE id = ? "
            "ON CONFLICT (key) DO NOTHING",
            (game,),
        )
        self._connection.execute("UPDATE games SET unindexed = 0 WHERE id = ?", (game,))

    def _index(self, sheet: Sheet) -> None:
        """Make a game to be found by what its sheet says, unless it is already.

        A row that is ahead of the sheet is left for whoever wrote it.
        """
        row = self._connection.execute(
            "SELECT key FROM games WHERE id = ? AND unindexed AND version <= ?",
            (sheet.id.hex, sheet.version),
        ).fetchone()
        if row is None:
            return
        slug = sheet.scheduled.tournament
        named = self._connection.execute(
            "SELECT name FROM tournaments WHERE slug = ?", (slug,)
        ).fetchone()
        where = f"{slug} {named[0]}" if named else slug
        found_by = (row[0], " ".join(sheet.names), where, words_played(sheet))
        self._connection.execute(_INDEX_GAME, found_by)
        self._connection.execute("UPDATE games SET unindexed = 0 WHERE key = ?", row)

    def _rows(
        self, stretch: Stretch, sheets: dict[UUID, Sheet]
    ) -> tuple[list[tuple[Any, ...]], list[Sheet]]:
        """Rows to write for ``sheets``, and those of them whose game is over."""
        rows: list[tuple[Any, ...]] = []
        over: list[Sheet] = []
        for game, sheet in sheets.items():
            try:
                agreed = self._agrees(sheet)
                rows.append(summary(sheet, stretch.positions[game], agrees=agreed))
            except Exception:
                # The event is in the record whatever we make of it; one game that we can't
                # sum up must not keep all the others from being shown.
                logger.exception("game %s can't be summed up", game)
                stretch.unreadable.add(game)
                continue
            if sheet.ended:
                over.append(sheet)
        return rows, over

    def _agrees(self, sheet: Sheet) -> bool:
        """``agrees``, remembered: after the end a game's lines change no more."""
        if not (sheet.ended or sheet.corrected):
            return True
        asked = (
            sheet.lines, sheet.blanks, sheet.ended, sheet.proposed, sheet.amended, sheet.forfeit
        )  # fmt: skip
        before = self._checked.get(sheet.id)
        if before is not None and before[0] == asked:
            return before[1]
        agreed = agrees(sheet)
        self._checked[sheet.id] = (asked, agreed)
        while len(self._checked) > CHECKED:
            self._checked.popitem(last=False)
        return agreed

    def _write(
        self,
        stretch: Stretch,
        rows: list[tuple[Any, ...]],
        over: list[Sheet],
        tournaments: list[Tournament],
    ) -> None:
        execute = self._connection.execute
        for tournament in tournaments:
            self._write_tournament(tournament)
        if len(rows) == 1:
            execute(_WRITE_GAME, rows[0])
        elif rows:
            self._connection.executemany(_WRITE_GAME, rows)
        for events in stretch.games.values():
            fact = events[0].fact
            if isinstance(fact, GameScheduled):
                slug = fact.tournament
                execute(_TOURNAMENT_OF_GAME, (slug, slug, fact.rulebook, fact.lexicon))
        for stream in stretch.unreadable:
            execute(_FLAG_GAME, {"id": stream.hex, "flag": UNREADABLE})
        for sheet in over:
            self._index(sheet)

    def _write_tournament(self, tournament: Tournament) -> None:
        self._connection.execute(
            _WRITE_TOURNAMENT,
            (
                tournament.slug,
                tournament.id.hex,
                tournament.name,
                tournament.place,
                tournament.rulebook,
                tournament.lexicon,
                max((paired.round_number for paired in tournament.rounds), default=0),
            ),
        )
        db = Database(self._connection, recursive_triggers=False, execute_plugins=False)
        db.table("players").upsert_all(
            (
                {
                    "tournament": tournament.slug,
                    "number": player.number,
                    "name": player.name,
                    "division": player.division,
                }
                for player in tournament.players
            ),
            pk=("tournament", "number"),
        )
