"""A player over all tournaments of a record, by the name as it was entered.

What a tournament brought each of its players stands in the hall's file (``played``), worked out
when it is asked for after something changed that the standings follow from: the file's own triggers
note such a tournament (``due``). So the page of somebody with fifty tournaments asks as few
questions as that of somebody with one, and no event is read for it.

All of it is as visitors are shown it, whoever asks: results that are not final count for nothing
while boards are not shown as they are. A name of which anybody was forgotten is not found at all.
"""

from __future__ import annotations

import sqlite3
from hashlib import sha256
from typing import Any

from msgspec import Struct

from ledger.hall import file
from ledger.hall.bests import FINISHED, PLAYED_OUT, asked_of
from ledger.hall.file import writing
from ledger.hall.rows import FINAL, StandingRow, TournamentRow
from ledger.hall.standings_building import read_course
from ledger.vocabulary.names import sought


class Called(Struct, frozen=True):
    """A name in the record; ``key``: what it has in addresses; ``events``: how many it is in."""

    name: str
    key: str
    events: int


class Won(Struct, frozen=True, kw_only=True):
    """So many games, what was won of them, and by how many points in all."""

    half_wins: int
    games: int
    spread: int

    @property
    def wins(self) -> float:
        return self.half_wins / 2

    @property
    def losses(self) -> float:
        return self.games - self.wins


class Played(Won, frozen=True, kw_only=True):
    """What one tournament brought a player of a name.

    Attributes:
      name: of the tournament.
      number: the player's in it; 0 for who never entered it, as in games taken in from files.
      place: 0 before the first result; ``sharing``: how many share it.
      over: whether the tournament was closed, so that the place is final.
    """

    slug: str
    name: str
    first_day: str
    last_day: str
    over: bool
    number: int
    division: str
    place: int
    sharing: int


class Highest(Struct, frozen=True):
    """A best game or play, and the tournament it was in; ``play``: as ``8D WINDY``, else empty."""

    points: int
    play: str
    slug: str
    tournament: str
    number: int


class OverAll(Won, frozen=True, kw_only=True):
    """Everything of a name.

    Attributes:
      events: so many of its tournaments as were asked for, the newest first.
      count, half_wins, games, spread: over all of them.
      best_game, best_play: ``None`` where there is none.
    """

    name: str
    events: tuple[Played, ...]
    count: int
    best_game: Highest | None
    best_play: Highest | None


def key_of(name: str) -> str:
    """What a name has in addresses, whatever signs are in it.

    >>> key_of("Ann Lee")
    'a36e143c5359c53e'
    """
    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]


# Worked out by tournament, and kept.


def sum_up_the_rest(db: sqlite3.Connection) -> None:
    """Sum up each tournament in which something changed since it last was."""
    for (slug,) in db.execute("SELECT tournament FROM due").fetchall():
        with writing(db):
            if db.execute("DELETE FROM due WHERE tournament = ?", (slug,)).rowcount:
                _sum_up(db, slug)


def is_anything_due(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM due LIMIT 1").fetchone() is not None


def _sum_up(db: sqlite3.Connection, slug: str) -> None:
    db.execute("DELETE FROM played WHERE tournament = ?", (slug,))
    row = file.tournament(db, slug)
    if row is None:
        return
    hidden = _not_shown(db, row)
    day, high = _day(db, row), _highest(db, row)
    db.executemany(
        "INSERT INTO played VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                slug, one.number, one.name, key_of(one.name), f" {sought(one.name)}",
                one.division, day, one.place, one.sharing, round(one.wins * 2), one.games,
                one.spread, *high.get(_whose(one), (0, 0, "")),
            )
            for one in read_course(db, row, hidden, 0).standings
        ],
    )  # fmt: skip


def _not_shown(db: sqlite3.Connection, row: TournamentRow) -> frozenset[str]:
    """The games of which visitors are told no more than who meets whom (``ledger.visibility``)."""
    if row.live_boards == "on":
        return frozenset()
    games = db.execute("SELECT id, state FROM games WHERE tournament = ?", (row.slug,))
    return frozenset(game for game, state in games if state not in FINAL)


def _day(db: sqlite3.Connection, row: TournamentRow) -> str:
    """By which a tournament stands among others: its first, else that of its first game."""
    if row.first_day:
        return row.first_day
    asked = "SELECT min(written_at) FROM games WHERE tournament = ?"
    return str(db.execute(asked, (row.slug,)).fetchone()[0] or "")[:10]


Whose = int | tuple[str, str]
"""A player's number, or the division and name of who never entered."""


def _whose(row: StandingRow) -> Whose:
    return row.number or (row.division, row.name)


_OF_GAMES = f"""
    SELECT division, first_number, first, first_total, second_number, second, second_total,
        best, best_by, best_play
    FROM games {PLAYED_OUT}
"""  # noqa: S608 (our own words)


def _highest(db: sqlite3.Connection, row: TournamentRow) -> dict[Whose, tuple[int, int, str]]:
    """Of each player the points of the best game, those of the best play, and that play."""
    states = FINISHED if row.live_boards == "on" else FINISHED & FINAL
    found: dict[Whose, tuple[int, int, str]] = {}
    asked = asked_of(row.slug, "", states)
    for division, *both, best, best_by, best_play in db.execute(_OF_GAMES, asked):
        for seat in (0, 1):
            number, name, total = both[3 * seat : 3 * seat + 3]
            whose: Whose = number or (division, name)
            game, points, play = found.get(whose, (0, 0, ""))
            if best_by == seat and best > points:
                points, play = best, best_play
            found[whose] = max(game, total), points, play
    return found


# What pages ask.


_FOUND = "AND {0}name NOT IN (SELECT name FROM players WHERE forgotten)"
"""Nothing is found of a name of which somebody was forgotten, in any tournament."""

_EVENTS = f"""
    SELECT slug, tournaments.name, first_day, last_day, over, number, division, played.place,
        sharing, half_wins, games, spread
    FROM played JOIN tournaments ON slug = tournament
    WHERE name_key = ? {_FOUND.format("played.")}
    ORDER BY day DESC, slug DESC, number LIMIT ? OFFSET ?
"""  # noqa: S608 (our own words)

_SUMS = f"""
    SELECT min(name), count(*), sum(half_wins), sum(games), sum(spread)
    FROM played WHERE name_key = ? {_FOUND.format("")}
"""  # noqa: S608

_HIGHEST = """
    SELECT {points}, {play}, slug, tournaments.name, number
    FROM played JOIN tournaments ON slug = tournament
    WHERE name_key = ? AND {points} > 0 ORDER BY {points} DESC, day LIMIT 1
"""


def over_all(db: sqlite3.Connection, key: str, start: int, most: int) -> OverAll | None:
    """A player over all tournaments; ``None`` where there is nothing of that name to be told.

    Args:
      start: how many of the newest are passed over.
      most: how many are told.
    """
    name, count, half_wins, games, spread = db.execute(_SUMS, (key,)).fetchone()
    if not count:
        return None
    events = db.execute(_EVENTS, (key, most, start)).fetchall()
    return OverAll(
        name=name,
        events=tuple(_played(*row) for row in events),
        count=count,
        half_wins=half_wins,
        games=games,
        spread=spread,
        best_game=_best(db, key, points="best", play="''"),
        best_play=_best(db, key, points="best_points", play="best_play"),
    )


def _played(slug: str, name: str, first_day: str, last_day: str, over: int, *row: Any) -> Played:  # noqa: ANN401 (columns, whole numbers and one text)
    number, division, place, sharing, half_wins, games, spread = row
    return Played(
        slug=slug, name=name, first_day=first_day, last_day=last_day, over=bool(over),
        number=number, division=division, place=place, sharing=sharing, half_wins=half_wins,
        games=games, spread=spread,
    )  # fmt: skip


def _best(db: sqlite3.Connection, key: str, **columns: str) -> Highest | None:
    found = db.execute(_HIGHEST.format(**columns), (key,)).fetchone()
    return Highest(*found) if found else None


def called(db: sqlite3.Connection, text: str, most: int) -> tuple[Called, ...]:
    """Names in which each word of ``text`` begins a part; at most so many, and no order."""
    words = sought(text).split()
    asked = " ".join([_FOUND.format(""), *("AND instr(sought, ?)" for _ in words)])
    rows = db.execute(
        f"SELECT name, name_key, count(*) FROM played WHERE true {asked} "  # noqa: S608
        "GROUP BY sought, name_key, name LIMIT ?",
        (*(f" {word}" for word in words), most),
    )
    return tuple(Called(*row) for row in rows)


def elsewhere(db: sqlite3.Connection, slug: str, number: int) -> str:
    """The key of a player whose name is in another tournament as well; else empty."""
    row = db.execute(
        "SELECT name FROM players AS own WHERE tournament = ? AND number = ? "  # noqa: S608
        "AND (EXISTS (SELECT 1 FROM players WHERE name = own.name AND tournament <> own.tournament)"
        " OR EXISTS (SELECT 1 FROM played WHERE name = own.name AND tournament <> own.tournament))"
        f" {_FOUND.format('')}",
        (slug, number),
    ).fetchone()
    return key_of(row[0]) if row else ""
