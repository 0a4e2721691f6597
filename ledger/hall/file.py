"""The hall's file, `hall.db`, asked in SQL: tournaments, games, players, results; its indexes."""

from __future__ import annotations

import json
import os
import sqlite3
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args
from uuid import UUID

import msgspec

from ledger.desk.sheet_cache import SheetCache
from ledger.game.sheet.sheet import Sheet
from ledger.hall.rows import COLUMNS, GameRow, TournamentName, TournamentRow, words_played
from ledger.record.log import Log
from ledger.record.mapper import Damaged
from ledger.tournament.facts import USUAL_TIES, LiveBoardsChosen, Prize, TieBreak
from ledger.vocabulary import Seat

HALL_FILE = "hall.db"
"""Name of the hall's file in a data folder."""

Prepare = Callable[[Path], object]
"""Makes the hall's tables where the file is missing, and raises where it holds others.

The ledger does not know the tables' statements: they are ``migrations.hall_db.prepare``.
"""

PATIENCE = 10.0  # seconds to wait for another process that writes to the file

STATEMENTS_KEPT = 64
PAGES_BEFORE_CHECKPOINT = 4000
IDLE_READERS = 8


def connect(path: Path, synchronous: str = "NORMAL") -> sqlite3.Connection:
    """A connection that writes. The file can be rebuilt, so it is not flushed at each commit.

    NORMAL and not OFF: after a power cut the file may be behind, which heals by itself, but
    it is never torn, which nothing would notice.
    """
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=rw",
        uri=True,
        timeout=PATIENCE,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=STATEMENTS_KEPT,
    )
    connection.execute(f"PRAGMA synchronous={synchronous}")
    connection.execute(f"PRAGMA wal_autocheckpoint={PAGES_BEFORE_CHECKPOINT}")
    return connection


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """A transaction that has the file to itself from the start: all of it is written, or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def is_whole(connection: sqlite3.Connection) -> bool:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()
    return found is not None and found[0] == "ok"


_NOT_THE_FILES = (
    "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY",
    "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_NOMEM",
)  # fmt: skip
"""The disk's fault, or somebody else's who holds the file."""


def is_the_files_fault(trouble: Exception) -> bool:
    """Whether another file in its place would help: it is damaged, overwritten or another one."""
    if isinstance(trouble, sqlite3.Error):
        return not getattr(trouble, "sqlite_errorname", "").startswith(_NOT_THE_FILES)
    # What a row of ours never holds was read from it.
    return isinstance(trouble, ValueError | TypeError | LookupError)


def throw_away(path: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def number_on_disk(path: str | Path) -> tuple[int, int] | None:
    """What tells a file from another that came to lie in its place; ``None`` if it is gone."""
    try:
        found = os.stat(path)  # noqa: PTH116 (asked at every turn; half the time of Path.stat)
    except OSError:
        return None
    return (found.st_dev, found.st_ino)


class Readers:
    """Connections for pages: read-only, one for each request that is reading at the moment."""

    def __init__(self, path: Path) -> None:
        self._uri = f"{path.resolve().as_uri()}?mode=ro"
        self._idle: list[sqlite3.Connection] = []
        self._closed = False

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection nobody else uses meanwhile."""
        try:
            db = self._idle.pop()
        except IndexError:
            db = self._new()
        try:
            yield db
        except sqlite3.DatabaseError:
            db.close()
            raise
        if self._closed or len(self._idle) >= IDLE_READERS:
            db.close()
        else:
            self._idle.append(db)

    def _new(self) -> sqlite3.Connection:
        return sqlite3.connect(
            self._uri,
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=STATEMENTS_KEPT,
        )

    def close(self) -> None:
        self._closed = True
        while self._idle:
            self._idle.pop().close()


# What a game is found by: names, tournament and words played.
#
# A game is indexed when it is over. While it is played it changes with every turn and is left
# alone; a search first indexes those that changed.


FEW = 300  # sheets of games to keep while many are worked through: a sheet keeps all its events


def index(connection: sqlite3.Connection, sheet: Sheet) -> None:
    """Make a game to be found by what its sheet says, unless it is already.

    A row that is ahead of the sheet is left for whoever wrote it.
    """
    row = connection.execute(
        "SELECT key FROM games WHERE id = ? AND unindexed AND version <= ?",
        (sheet.id.hex, sheet.version),
    ).fetchone()
    if row is None:
        return
    slug = sheet.scheduled.tournament
    named = connection.execute("SELECT name FROM tournaments WHERE slug = ?", (slug,)).fetchone()
    where = f"{slug} {named[0]}" if named else slug
    connection.execute(
        "INSERT INTO found_by (key, names, tournament, words) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (key) DO UPDATE SET names = excluded.names, "
        "tournament = excluded.tournament, words = excluded.words",
        (row[0], " ".join(sheet.names), where, words_played(sheet)),
    )
    connection.execute("UPDATE games SET unindexed = 0 WHERE key = ?", row)


def index_the_rest(connection: sqlite3.Connection, log: Log, near: SheetCache) -> None:
    """Index the games that changed since they last were."""
    waiting = connection.execute("SELECT id FROM games WHERE unindexed").fetchall()
    if not waiting:
        return
    shelf = near if len(waiting) <= FEW else SheetCache(log, room=FEW)
    with writing(connection):
        for (game,) in waiting:
            try:
                index(connection, shelf.sheet(UUID(game)))
            except Damaged:
                _index_by_name(connection, game)


def _index_by_name(connection: sqlite3.Connection, game: str) -> None:
    """Make a game whose sheet can't be had to be found at least by who plays it."""
    connection.execute(
        "INSERT INTO found_by (key, names, tournament, words) "
        "SELECT key, first || ' ' || second, tournament, '' FROM games WHERE id = ? "
        "ON CONFLICT (key) DO NOTHING",
        (game,),
    )
    connection.execute("UPDATE games SET unindexed = 0 WHERE id = ?", (game,))


# What pages ask the hall, as SQL. Each function takes a connection that only reads.


LONGEST_QUESTION = 200
MOST_WORDS = 12

_COUNTED_TOURNAMENTS = """
    SELECT slug, name, place, rulebook, lexicon,
        coalesce(
            nullif((SELECT count(*) FROM players WHERE tournament = slug), 0),
            (SELECT count(*) FROM (
                SELECT first FROM games WHERE tournament = slug
                UNION SELECT second FROM games WHERE tournament = slug))
        ) AS players,
        max(rounds, coalesce(
            (SELECT max(round_number) FROM games
                WHERE tournament = slug AND instr(flags, 'taken-back') = 0), 0)) AS rounds,
        (SELECT count(*) FROM games
            WHERE tournament = slug AND instr(flags, 'taken-back') = 0) AS games,
        (SELECT count(*) FROM games WHERE tournament = slug AND counted) AS finished,
        live_boards, minutes_late, time_zone, language, beside,
        first_day, last_day, announcement, starts_next,
        ties, over,
        starts_by, spread_cap, planned, phones_check_in, players_tell, phases
    FROM tournaments
"""


def tournaments(db: sqlite3.Connection) -> tuple[TournamentRow, ...]:
    rows = _named(db, f"{_COUNTED_TOURNAMENTS} ORDER BY name, slug")
    return tuple(_tournament(row) for row in rows)


def tournament_names(db: sqlite3.Connection) -> tuple[TournamentName, ...]:
    """Every tournament by its name, those that are over last; nothing that is counted."""
    rows = db.execute("SELECT slug, name, first_day, over FROM tournaments ORDER BY over, name")
    return tuple(TournamentName(slug, name, day, bool(over)) for slug, name, day, over in rows)


def tournament(db: sqlite3.Connection, slug: str) -> TournamentRow | None:
    rows = _named(db, f"{_COUNTED_TOURNAMENTS} WHERE slug = ?", (slug,))
    return next((_tournament(row) for row in rows), None)


def _tournament(row: Mapping[str, Any]) -> TournamentRow:
    by_division = {
        "planned": msgspec.json.decode(row["planned"], type=dict[str, int]),
        "phases": msgspec.json.decode(row["phases"], type=dict[str, str]),
    }
    said = {
        "over": bool(row["over"]),
        "phones_check_in": bool(row["phones_check_in"]),
        "players_tell": bool(row["players_tell"]),
    }
    return TournamentRow(**{**row, **said, **by_division})


def live_boards(db: sqlite3.Connection, slug: str = "") -> dict[str, LiveBoardsChosen]:
    """How visitors see boards of a tournament, or of each. It is asked for at every turn."""
    every = "SELECT slug, live_boards, minutes_late FROM tournaments"
    rows = db.execute(f"{every} WHERE slug = ?", (slug,)) if slug else db.execute(every)
    return {slug: LiveBoardsChosen(how=how, minutes=minutes) for slug, how, minutes in rows}


def time_zone(db: sqlite3.Connection, slug: str) -> str:
    row = db.execute("SELECT time_zone FROM tournaments WHERE slug = ?", (slug,)).fetchone()
    return str(row[0]) if row else ""


def language(db: sqlite3.Connection, slug: str) -> str:
    row = db.execute("SELECT language FROM tournaments WHERE slug = ?", (slug,)).fetchone()
    return str(row[0]) if row else ""


def ties(db: sqlite3.Connection, slug: str) -> list[TieBreak]:
    """In which order ties of a tournament are broken; where nobody announced it, as usual."""
    row = db.execute("SELECT ties FROM tournaments WHERE slug = ?", (slug,)).fetchone()
    known = [one for one in get_args(TieBreak) if row and one in row[0].split()]
    return sorted(known, key=row[0].split().index) if known else list(USUAL_TIES)


_PRIZES = msgspec.json.Decoder(tuple[Prize, ...])  # made while there is one thread


def prizes(db: sqlite3.Connection, slug: str) -> tuple[Prize, ...]:
    row = db.execute("SELECT prizes FROM tournaments WHERE slug = ?", (slug,)).fetchone()
    return _PRIZES.decode(row[0]) if row else ()


def games(
    db: sqlite3.Connection, slug: str, round_number: int | None, division: str | None
) -> tuple[GameRow, ...]:
    rows = _named(
        db,
        "SELECT * FROM games WHERE tournament = :slug AND instr(flags, 'taken-back') = 0 "
        "AND (:round IS NULL OR round_number = :round) "
        "AND (:division IS NULL OR division = :division) "
        "ORDER BY division, round_number, table_number, replay",
        {"slug": slug, "round": round_number, "division": division},
    )
    return tuple(_game(row) for row in rows)


def game_rows(db: sqlite3.Connection, slug: str) -> tuple[tuple[Any, ...], ...]:
    columns = ", ".join(COLUMNS)
    request = f"SELECT {columns} FROM games WHERE tournament = ?"  # noqa: S608 (our own names)
    return tuple(db.execute(request, (slug,)).fetchall())


def game(db: sqlite3.Connection, game_id: UUID) -> GameRow | None:
    rows = _named(db, "SELECT * FROM games WHERE id = ?", (game_id.hex,))
    return next((_game(row) for row in rows), None)


def find(
    db: sqlite3.Connection, slug: str, round_number: int, table: int, division: str, replay: int
) -> GameRow | None:
    rows = _named(
        db,
        "SELECT * FROM games WHERE tournament = ? AND division = ? AND round_number = ? "
        "AND table_number = ? AND replay = ?",
        (slug, division, round_number, table, replay),
    )
    return next((_game(row) for row in rows), None)


def search(db: sqlite3.Connection, text: str, limit: int) -> tuple[GameRow, ...]:
    """Games found by names, tournament and words played, the best match first.

    Every word asked for must begin some word of the game.
    """
    question = as_phrases(text)
    if not question:
        return ()
    rows = _named(
        db,
        "SELECT games.* FROM found_by_fts JOIN games ON games.key = found_by_fts.rowid "
        "WHERE found_by_fts MATCH ? "
        "ORDER BY bm25(found_by_fts, 10.0, 5.0, 1.0), games.position DESC LIMIT ?",
        (question, max(limit, 0)),
    )
    return tuple(_game(row) for row in rows)


def as_phrases(text: str) -> str:
    """What a person typed, as a question to the index that holds words and nothing else.

    Each word is quoted, so that no sign in it can mean anything to the index.

    >>> as_phrases('ann wind')
    '"ann"* "wind"*'
    >>> as_phrases('NEAR(a" OR b*)')
    '"NEAR(a"* "OR"* "b*)"*'
    >>> as_phrases('" * - ')
    ''
    """
    kept = "".join(
        " " if unicodedata.category(ch)[0] in "CZ" or ch == '"' else ch
        for ch in unicodedata.normalize("NFC", text[:LONGEST_QUESTION])
    )
    words = [word for word in kept.split() if any(ch.isalnum() for ch in word)]
    return " ".join(f'"{word}"*' for word in words[:MOST_WORDS])


def slugs(db: sqlite3.Connection, ids: Iterable[UUID]) -> tuple[dict[UUID, str], dict[UUID, str]]:
    """The tournament of each of ``ids`` that is a game, and of each that is a tournament."""
    request = json.dumps(sorted({one.hex for one in ids}))
    games = db.execute(
        "SELECT id, tournament FROM games WHERE id IN (SELECT value FROM json_each(?))", (request,)
    )
    streams = db.execute(
        "SELECT stream, slug FROM tournaments WHERE stream IN (SELECT value FROM json_each(?))",
        (request,),
    )
    return (
        {UUID(one): slug for one, slug in games},
        {UUID(one): slug for one, slug in streams},
    )


def players(db: sqlite3.Connection, slug: str) -> list[tuple[int, str, str]]:
    return db.execute(
        "SELECT number, name, division FROM players WHERE tournament = ?", (slug,)
    ).fetchall()


def results(db: sqlite3.Connection, slug: str) -> list[tuple[Any, ...]]:
    """Games that count, in the order of ``ledger.hall.rows.Result``.

    Where a pairing was played again, only the last of its games does.
    """
    return db.execute(
        "SELECT division, first_number, first, first_half_wins, first_spread, "
        "second_number, second, second_half_wins, second_spread, begun = 1, id "
        "FROM games WHERE tournament = ? AND counted AND NOT EXISTS ("
        "SELECT 1 FROM games AS again WHERE again.tournament = games.tournament "
        "AND again.division = games.division AND again.round_number = games.round_number "
        "AND again.table_number = games.table_number AND again.replay > games.replay)",
        (slug,),
    ).fetchall()


def position(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT position FROM tracking").fetchone()[0])


def _named(
    db: sqlite3.Connection, question: str, values: Sequence[object] | Mapping[str, object] = ()
) -> Iterator[dict[str, Any]]:
    found = db.execute(question, values)
    columns = [column[0] for column in found.description]
    return (dict(zip(columns, row, strict=True)) for row in found)


def _game(row: dict[str, Any]) -> GameRow:
    return GameRow(
        id=UUID(row["id"]),
        tournament=row["tournament"],
        division=row["division"],
        round_number=row["round_number"],
        table=row["table_number"],
        replay=row["replay"],
        names=(row["first"], row["second"]),
        totals=(row["first_total"], row["second_total"]),
        state=row["state"],
        on_move=row["on_move"] and Seat(row["on_move"]),
        turns=row["turns"],
        version=row["version"],
        position=row["position"],
        unseen=row["unseen"],
        clocks=_pair(row["first_clock"], row["second_clock"]),
        flags=tuple(row["flags"].split()),
        last_line=row["last_line"],
        written_at=row["written_at"],
    )


def _pair(first: int | None, second: int | None) -> tuple[int, int] | None:
    return None if first is None or second is None else (first, second)
