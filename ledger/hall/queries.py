"""What pages ask the hall, as SQL. Each function takes a connection that only reads."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, get_args
from uuid import UUID

import msgspec

from ledger.hall.rows import GameRow, TournamentRow
from ledger.hall.summary import COLUMNS
from ledger.tournament.facts.set_up import USUAL_TIES, Prize, TieBreak
from ledger.vocabulary import Seat

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
        live_boards, minutes_late, time_zone, first_day, last_day, announcement, ties, over,
        starts_by, spread_cap, planned
    FROM tournaments
"""


def tournaments(db: sqlite3.Connection) -> tuple[TournamentRow, ...]:
    """Every tournament, by name."""
    rows = _named(db, f"{_COUNTED_TOURNAMENTS} ORDER BY name, slug")
    return tuple(_tournament(row) for row in rows)


def tournament(db: sqlite3.Connection, slug: str) -> TournamentRow | None:
    """One tournament."""
    rows = _named(db, f"{_COUNTED_TOURNAMENTS} WHERE slug = ?", (slug,))
    return next((_tournament(row) for row in rows), None)


def _tournament(row: Mapping[str, Any]) -> TournamentRow:
    planned = msgspec.json.decode(row["planned"], type=dict[str, int])
    return TournamentRow(**{**row, "over": bool(row["over"]), "planned": planned})


def time_zone(db: sqlite3.Connection, slug: str) -> str:
    """The zone of a tournament's hall, which every page of it asks; empty: none was named."""
    row = db.execute("SELECT time_zone FROM tournaments WHERE slug = ?", (slug,)).fetchone()
    return str(row[0]) if row else ""


def ties(db: sqlite3.Connection, slug: str) -> list[TieBreak]:
    """In which order ties of a tournament are broken; where nobody announced it, as usual."""
    row = db.execute("SELECT ties FROM tournaments WHERE slug = ?", (slug,)).fetchone()
    known = [one for one in get_args(TieBreak) if row and one in row[0].split()]
    return sorted(known, key=row[0].split().index) if known else list(USUAL_TIES)


def prizes(db: sqlite3.Connection, slug: str) -> tuple[Prize, ...]:
    """What may be won."""
    row = db.execute("SELECT prizes FROM tournaments WHERE slug = ?", (slug,)).fetchone()
    return msgspec.json.decode(row[0], type=tuple[Prize, ...]) if row else ()


def games(
    db: sqlite3.Connection, slug: str, round_number: int | None, division: str | None
) -> tuple[GameRow, ...]:
    """The games of a tournament by division, round, table and replay."""
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
    """The games of a tournament as they lie there, in the order of ``COLUMNS``."""
    columns = ", ".join(COLUMNS)
    asked = f"SELECT {columns} FROM games WHERE tournament = ?"  # noqa: S608 (our own names)
    return tuple(db.execute(asked, (slug,)).fetchall())


def game(db: sqlite3.Connection, game_id: UUID) -> GameRow | None:
    """One game."""
    rows = _named(db, "SELECT * FROM games WHERE id = ?", (game_id.hex,))
    return next((_game(row) for row in rows), None)


def find(
    db: sqlite3.Connection, slug: str, round_number: int, table: int, division: str, replay: int
) -> GameRow | None:
    """The game at a table of a round."""
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
    asked = json.dumps(sorted({one.hex for one in ids}))
    games = db.execute(
        "SELECT id, tournament FROM games WHERE id IN (SELECT value FROM json_each(?))", (asked,)
    )
    streams = db.execute(
        "SELECT stream, slug FROM tournaments WHERE stream IN (SELECT value FROM json_each(?))",
        (asked,),
    )
    return (
        {UUID(one): slug for one, slug in games},
        {UUID(one): slug for one, slug in streams},
    )


def players(db: sqlite3.Connection, slug: str) -> list[tuple[int, str, str]]:
    """Number, name and division of each player entered."""
    return db.execute(
        "SELECT number, name, division FROM players WHERE tournament = ?", (slug,)
    ).fetchall()


def results(db: sqlite3.Connection, slug: str) -> list[tuple[Any, ...]]:
    """Games that count, in the order of ``ledger.hall.results.Result``.

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
    """How far the hall follows the log."""
    return int(db.execute("SELECT position FROM tracking").fetchone()[0])


def _named(
    db: sqlite3.Connection, question: str, values: Sequence[object] | Mapping[str, object] = ()
) -> Iterator[dict[str, Any]]:
    """The rows a question finds, each by the names of its columns."""
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
