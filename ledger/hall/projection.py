"""Reading on in the log, and taking a stretch of it into the hall: the position first."""

from __future__ import annotations

import logging
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct, field

from ledger.desk.sheet_cache import SheetCache
from ledger.game.setting_up.facts import GameScheduled
from ledger.game.sheet.folding import FOLDS, after, replay
from ledger.game.sheet.rescoring import Disagreement
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import CORRECTIONS
from ledger.hall.file import index, writing
from ledger.hall.player_history import sum_up_the_rest
from ledger.hall.rows import COLUMNS, UNREADABLE, disagreements, summary
from ledger.hall.standings import write_decided
from ledger.hall.standings_building import write_byes
from ledger.record.events import FACT_TYPES, Event
from ledger.record.log import Log
from ledger.record.mapper import Damaged
from ledger.tournament.facts import MatterPutOff, MatterTakenBack, MatterWaived, RoundReopened
from ledger.tournament.tournament import Tournament, tournament_of
from ledger.vocabulary.refusals import Refusal

# Reading on in the log, and what a stretch of it changes in the hall.


OF_THE_DESK = (MatterPutOff, MatterTakenBack, MatterWaived, RoundReopened)
"""Facts of a tournament that no row of the hall follows from."""

TOURNAMENT_FACTS = frozenset(
    kind for kind in FACT_TYPES.values() if kind.__module__ == "ledger.tournament.facts"
) - frozenset(OF_THE_DESK)
GAME_FACTS = frozenset(FOLDS) | frozenset(CORRECTIONS)


class Stretch(Struct):
    """Some of the log, sorted by what it is about.

    Attributes:
      last: position of its last event, readable or not.
      mark: which event lies at ``last``, so that another log is noticed; empty if unknown.
      positions: where the last event of each game lies.
    """

    last: int
    mark: str = ""
    count: int = 0
    games: dict[UUID, list[Event]] = field(default_factory=dict)
    positions: dict[UUID, int] = field(default_factory=dict)
    tournaments: set[UUID] = field(default_factory=set)
    unreadable: set[UUID] = field(default_factory=set)
    ended: bool = True


def read_on(log: Log, position: int, limit: int) -> Stretch:
    """The next events of the log past ``position``, at most ``limit``.

    One event that can't be read must not keep the rest of the hall from being shown: its
    stream is noted, and reading goes on behind it.
    """
    try:
        events = log.read(position, limit)
    except Damaged:
        return _read_around(log, position, limit)
    stretch = Stretch(position, ended=len(events) < limit)
    _sort(stretch, events)
    return stretch


def _read_around(log: Log, position: int, limit: int) -> Stretch:
    stretch = Stretch(position, ended=False)
    for _ in range(limit):
        try:
            events = log.read(stretch.last, 1)
        except Damaged as damage:
            if damage.position is None:
                raise
            logger.warning("%s", damage)
            stretch.last, stretch.mark = damage.position, ""
            stretch.unreadable |= _stream(damage.stream)
            stretch.count += 1
            continue
        if not events:
            stretch.ended = True
            break
        _sort(stretch, events)
    return stretch


def in_hand(written: Sequence[tuple[int, Event]]) -> Stretch | None:
    first, last = written[0][0], written[-1][0]
    if last - first + 1 != len(written):
        return None
    stretch = Stretch(first - 1)
    _sort(stretch, written)
    return stretch


def _stream(text: str) -> set[UUID]:
    try:
        return {UUID(text)}
    except ValueError:
        return set()


def _sort(stretch: Stretch, events: Sequence[tuple[int, Event]]) -> None:
    games, positions = stretch.games, stretch.positions
    for position, event in events:
        kind = type(event.envelope.fact)
        stream = event.originator_id
        if kind in GAME_FACTS:
            positions[stream] = position
            if stream in games:
                games[stream].append(event)
            else:
                games[stream] = [event]
        elif kind in TOURNAMENT_FACTS:
            stretch.tournaments.add(stream)
    if events:
        stretch.last, last = events[-1]
        stretch.mark = mark(last)
        stretch.count += len(events)


def mark(event: Event) -> str:
    """What tells this event from any other that might lie at its position."""
    request = event.envelope.command_id.hex
    return f"{event.originator_id.hex}/{event.originator_version}/{request}"


def sheets_of(stretch: Stretch, shelf: SheetCache) -> dict[UUID, Sheet]:
    """The sheet of each game in the stretch, folded at least that far.

    A game whose sheet can't be had is noted as unreadable: its events are in the record
    whatever we make of them, and must not keep all the other games from being shown.
    """
    sheets: dict[UUID, Sheet] = {}
    for game, events in stretch.games.items():
        try:
            sheets[game] = _sheet(game, events, shelf)
        except Damaged as damage:
            logger.warning("%s", damage)
            stretch.unreadable.add(game)
            if (before := _sheet_before_the_damage(events, shelf)) is not None:
                sheets[game] = before
        except Refusal:
            raise
        except Exception:
            logger.exception("the events of game %s can't be folded", game)
            stretch.unreadable.add(game)
    return sheets


def _sheet(game: UUID, events: list[Event], shelf: SheetCache) -> Sheet:
    """The sheet of a game after ``events``, from the shelf if it got that far already."""
    first, last = events[0].originator_version, events[-1].originator_version
    kept = shelf.kept(game)
    if kept is not None and kept.version >= last:
        return kept
    if last - first + 1 == len(events):
        if kept is not None and kept.version >= first - 1:
            return shelf.keep(after(kept, events[kept.version - first + 1 :]))
        if first == 1:
            return shelf.keep(replay(events))
    return shelf.sheet(game)


def _sheet_before_the_damage(events: list[Event], shelf: SheetCache) -> Sheet | None:
    """The sheet as far as the events follow on each other, where they begin with the first."""
    first = events[0].originator_version
    whole = [e for place, e in enumerate(events) if e.originator_version == first + place]
    return shelf.keep(replay(whole)) if first == 1 else None


def tournaments_of(stretch: Stretch, log: Log) -> list[Tournament]:
    tournaments: list[Tournament] = []
    for stream in stretch.tournaments:
        try:
            tournament = tournament_of(log.events_of(stream))
        except Damaged as damage:
            logger.warning("%s", damage)
            continue
        if tournament is not None:
            tournaments.append(tournament)
    return tournaments


CHECKED = 500  # games whose last check is remembered

_MOVE_ON = "UPDATE tracking SET position = ?, mark = ? WHERE one = 1 AND position = ?"
_LEAP = (
    "UPDATE tracking SET after = CASE WHEN below > after THEN after ELSE position END, "
    "position = :end, mark = '', below = :end WHERE one = 1 AND position = :from"
)
_VERSION = "SELECT version FROM tournaments WHERE slug = ?"
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
    "INSERT INTO tournaments (slug, stream, name, place, rulebook, lexicon, rounds) "
    "VALUES (?, NULL, ?, '', ?, ?, 0) ON CONFLICT DO NOTHING"
)
_WRITE_TOURNAMENT = (
    f"INSERT INTO tournaments VALUES ({', '.join('?' * 26)}) "  # noqa: S608 (nothing but marks)
    "ON CONFLICT (slug) DO UPDATE SET "
    "stream = excluded.stream, name = excluded.name, place = excluded.place, "
    "rulebook = excluded.rulebook, lexicon = excluded.lexicon, rounds = excluded.rounds, "
    "live_boards = excluded.live_boards, minutes_late = excluded.minutes_late, "
    "time_zone = excluded.time_zone, "
    "language = excluded.language, beside = excluded.beside, first_day = excluded.first_day, "
    "last_day = excluded.last_day, announcement = excluded.announcement, "
    "starts_next = excluded.starts_next, ties = excluded.ties, "
    "prizes = excluded.prizes, over = excluded.over, starts_by = excluded.starts_by, "
    "spread_cap = excluded.spread_cap, planned = excluded.planned, "
    "phones_check_in = excluded.phones_check_in, players_tell = excluded.players_tell, "
    "phases = excluded.phases, version = excluded.version"
)
_WRITE_PLAYER = "INSERT INTO players VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
logger = logging.getLogger(__name__)


class Feeder:
    """Feeds one hall file from the log. Only one thread at a time may use it.

    Attributes:
      position: how far the file follows the log, as last seen; another process may have
        taken it further.
      leaps: how often events were leapt over.
    """

    def __init__(self, log: Log, connection: sqlite3.Connection) -> None:
        self._log = log
        self._connection = connection
        self._checked: OrderedDict[UUID, tuple[object, frozenset[Disagreement]]] = OrderedDict()
        self.leaps = 0
        self.position = self.look()

    def look(self) -> int:
        row = self._connection.execute("SELECT position FROM tracking").fetchone()
        if row is None:
            msg = "the hall's file does not say what it follows"
            raise sqlite3.DatabaseError(msg)
        return int(row[0])

    def take_in(self, shelf: SheetCache, limit: int, leap: int | None = None) -> Stretch:
        """Take in the next events of the log, at most ``limit``.

        Where another process was faster nothing is, and ``position`` is the one it reached.

        Args:
          leap: with more events to go than so many, they are leapt over instead.
        """
        self.position = self.look()  # what another process has taken in is read by nobody again
        stretch = read_on(self._log, self.position, limit)
        if leap is not None and not stretch.ended:
            end = self._log.last_position()
            if end - self.position > leap:
                self.leap(end)
                return Stretch(self.position, ended=False)
        return self._take(stretch, shelf)

    def take_written(self, written: Sequence[tuple[int, Event]], shelf: SheetCache) -> bool:
        """Take in what was just written, where it follows on what was taken in before."""
        if not written or written[0][0] != self.position + 1:
            return False
        stretch = in_hand(written)
        return stretch is not None and self._take(stretch, shelf).count > 0

    def sum_up(self) -> None:
        """Work out what changed of what tournaments brought their players."""
        sum_up_the_rest(self._connection)

    def put(
        self, rows: Sequence[tuple[Any, ...]], tournaments: Sequence[Tournament], position: int
    ) -> None:
        """Write rows of games, in the order of ``COLUMNS``, and tournaments as they are.

        The file then follows the log up to ``position``, as far as these are concerned.
        """
        with writing(self._connection) as connection:
            connection.executemany(_WRITE_GAME, rows)
            for tournament in tournaments:
                self._write_tournament(tournament)
            connection.execute("UPDATE tracking SET position = ?, mark = ''", (position,))

    def put_unopened(self, slug: str, game: GameScheduled) -> None:
        self._connection.execute(_TOURNAMENT_OF_GAME, (slug, slug, game.rulebook, game.lexicon))

    def _take(self, stretch: Stretch, shelf: SheetCache) -> Stretch:
        if stretch.last == self.position:
            return stretch
        to_move = (stretch.last, stretch.mark, self.position)
        if not self.write(stretch, shelf, lambda db: db.execute(_MOVE_ON, to_move).rowcount == 1):
            self.position = self.look()
            return Stretch(self.position, ended=False)
        self.position = stretch.last
        return stretch

    def write(
        self, stretch: Stretch, shelf: SheetCache, first: Callable[[sqlite3.Connection], bool]
    ) -> bool:
        """Write what a stretch changes, in one transaction; whether it was.

        Args:
          first: what is done before, in that transaction; where it is False, nothing is written.
        """
        # All reading and folding is done before the file is locked.
        rows, over = self._rows(stretch, sheets_of(stretch, shelf))
        tournaments = tournaments_of(stretch, self._log)
        with writing(self._connection) as connection:
            if ours := first(connection):
                self._write(stretch, rows, over, tournaments)
        return ours

    def leap(self, end: int) -> None:
        """Follow the log from ``end`` on, and owe what lies before it."""
        with writing(self._connection) as connection:
            connection.execute(_LEAP, {"end": end, "from": self.position})
            connection.execute("DELETE FROM made")
        self.leaps += 1
        self.position = self.look()

    def _rows(
        self, stretch: Stretch, sheets: dict[UUID, Sheet]
    ) -> tuple[list[tuple[Any, ...]], list[Sheet]]:
        rows: list[tuple[Any, ...]] = []
        over: list[Sheet] = []
        for game, sheet in sheets.items():
            try:
                differs = self._differs(sheet)
                rows.append(summary(sheet, stretch.positions[game], differs=differs))
            except Exception:
                # The event is in the record whatever we make of it; one game that we can't
                # sum up must not keep all the others from being shown.
                logger.exception("game %s can't be summed up", game)
                stretch.unreadable.add(game)
                continue
            if sheet.ended:
                over.append(sheet)
        return rows, over

    def _differs(self, sheet: Sheet) -> frozenset[Disagreement]:
        """``disagreements``, remembered: after the end a game's lines change no more."""
        if not (sheet.ended or sheet.corrected):
            return frozenset()
        request = (
            sheet.lines, sheet.board.blanks, sheet.ended,
            sheet.result.proposed, sheet.result.amended, sheet.ending.forfeit,
        )  # fmt: skip
        before = self._checked.get(sheet.id)
        if before is not None and before[0] == request:
            return before[1]
        differs = disagreements(sheet)
        self._checked[sheet.id] = (request, differs)
        while len(self._checked) > CHECKED:
            self._checked.popitem(last=False)
        return differs

    def _write(
        self,
        stretch: Stretch,
        rows: list[tuple[Any, ...]],
        over: list[Sheet],
        tournaments: list[Tournament],
    ) -> None:
        execute = self._connection.execute
        for tournament in tournaments:
            # What was read on the way back may be older than what the newest events made of it.
            there = execute(_VERSION, (tournament.slug,)).fetchone()
            if there is None or there[0] <= tournament.version:
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
            index(self._connection, sheet)

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
                tournament.live_boards.how,
                tournament.live_boards.minutes,
                tournament.time_zone,
                tournament.language,
                tournament.beside,
                tournament.first_day,
                tournament.last_day,
                tournament.announcement,
                tournament.starts_next.isoformat() if tournament.starts_next else "",
                " ".join(tournament.ties),
                msgspec.json.encode(tournament.prizes).decode(),
                int(tournament.conduct.closed),
                *_laid_down(tournament),
                msgspec.json.encode(_planned(tournament)).decode(),
                int(bool(tournament.check_in.key)),
                int(bool(tournament.hand_in.key)),
                msgspec.json.encode(_phases(tournament)).decode(),
                tournament.version,
            ),
        )
        write_decided(self._connection, tournament.slug, tournament.conduct)
        write_byes(self._connection, tournament)
        here = frozenset(tournament.attendance.here or ())
        self._connection.execute("DELETE FROM players WHERE tournament = ?", (tournament.slug,))
        self._connection.executemany(
            _WRITE_PLAYER,
            [
                (
                    tournament.slug,
                    player.number,
                    player.name,
                    player.division,
                    player.rating,
                    player.team,
                    msgspec.json.encode(player.classes).decode(),
                    player.table,
                    player.number in tournament.conduct.withdrawn,
                    player.number in here,
                    player.first_round,
                    player.number in tournament.attendance.forgotten,
                )
                for player in tournament.players
            ],
        )


def _planned(tournament: Tournament) -> dict[str, int]:
    """How many rounds each division is held over, where that was planned or is known by now."""
    planned = {one.name: one.rounds for one in tournament.planned if one.rounds}
    for division in tournament.over:
        paired = (one.round_number for one in tournament.rounds if one.division == division)
        planned[division] = max(paired, default=0)
    return planned


def _phases(tournament: Tournament) -> dict[str, str]:
    return {one.division: f"{one.round_number} {one.phase}" for one in tournament.phases}


def _laid_down(tournament: Tournament) -> tuple[str, int]:
    """How starters are found, and the most spread of a game, as the rules in force have it."""
    if not tournament.rulebook:
        return "", 0
    rules = tournament.rules
    return rules.start.method.value or "", rules.standings.spread_cap.value or 0
