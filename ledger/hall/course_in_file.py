"""The course of a tournament, read from the hall's file."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

import msgspec

from ledger.game.sheet.sheet import Sheet
from ledger.hall import queries
from ledger.hall.byes import byes
from ledger.hall.course import Course, Entrant
from ledger.hall.coursing import Entered, Sat, course_of
from ledger.hall.decided import decided, decided_by
from ledger.hall.rows import TournamentRow
from ledger.hall.summary import COLUMNS, summary
from ledger.tournament.conduct_ledger import ConductLedger

IN_PLAY = "playing"
"""The state of a game whose board is not shown, however it stands."""


class Supposed(NamedTuple):
    """What is taken as written for a look, and is not.

    Attributes:
      sheet: a game as it would be; ``None``: all are as they are.
      conduct: what would be decided about conduct.
    """

    sheet: Sheet | None
    conduct: ConductLedger


def read_course(
    db: sqlite3.Connection,
    row: TournamentRow,
    without: Collection[str],
    after: int,
    supposed: Supposed | None = None,
) -> Course:
    """The course of a tournament.

    Args:
      db: the hall's file.
      row: the tournament.
      without: ids of games of which nothing but the pairing is told.
      after: the last round that is looked at; 0: all.
      supposed: what is looked at as if it were written.
    """
    slug = row.slug
    entered = _entered(db, slug)
    called = {one.entrant.number: one.entrant.name for one in entered}
    sat = (_as_supposed(Sat(*found), supposed) for found in _games(db, slug))
    games = [
        _held_back(one) if one.id in without else one
        for one in _last_of_each(_called(one, called) for one in sat)
        if not after or one.round_number <= after
    ]
    given = [one for one in byes(db, slug) if not after or one.round_number <= after]
    found = decided(db, slug) if supposed is None else decided_by(supposed.conduct)
    return course_of(
        row, entered, games, given, found,
        ties=queries.ties(db, slug), prizes=queries.prizes(db, slug), after=after,
    )  # fmt: skip


def read_stamp(db: sqlite3.Connection, slug: str) -> tuple[int, ...]:
    """What changes whenever the course does, and not with each turn of a game."""
    (version,) = db.execute("SELECT version FROM tournaments WHERE slug = ?", (slug,)).fetchone()
    counts = db.execute(
        "SELECT count(*), sum(counted), sum(state = 'scheduled'), "
        "max(CASE WHEN state IN ('playing', 'on hold', 'challenge', 'played out') "
        "AND NOT corrected THEN 0 ELSE position END), sum(start <> '') "
        "FROM games WHERE tournament = ?",
        (slug,),
    ).fetchone()
    return (version, *(count or 0 for count in counts))


def _as_supposed(game: Sat, supposed: Supposed | None) -> Sat:
    """A game as it would be, where it is the one that is looked at."""
    sheet = supposed.sheet if supposed else None
    if sheet is None or sheet.id.hex != game.id:
        return game
    now = dict(zip(COLUMNS, summary(sheet, 0, differs=frozenset()), strict=True))
    now["table"] = now["table_number"]
    return Sat(*(now[field] for field in Sat._fields))


def _held_back(game: Sat) -> Sat:
    """A game of which no more is told than who meets whom, whether it was begun, and by whom."""
    state = game.state if game.state == "scheduled" else IN_PLAY
    return game._replace(counted=0, begun=0, state=state, first_total=0, second_total=0, flags="")


def _called(game: Sat, called: Mapping[int, str]) -> Sat:
    """A game with its players as they are called now, though it was paired before."""
    return game._replace(
        first=called.get(game.first_number, game.first),
        second=called.get(game.second_number, game.second),
    )


def _last_of_each(games: Iterable[Sat]) -> Iterable[Sat]:
    """Of a pairing that was played again only the last game."""
    for _, same in groupby(games, key=lambda one: (one.division, one.round_number, one.table)):
        *_, last = same
        yield last


def _games(db: sqlite3.Connection, slug: str) -> sqlite3.Cursor:
    return db.execute(
        "SELECT id, division, round_number, table_number, replay, first_number, first, "
        "second_number, second, first_total, second_total, state, counted, begun, "
        "first_half_wins, second_half_wins, first_spread, second_spread, flags, turns, "
        "start, starts_by, edition FROM games "
        "WHERE tournament = ? AND instr(flags, 'taken-back') = 0 "
        "ORDER BY division, round_number, table_number, replay",
        (slug,),
    )


def _entered(db: sqlite3.Connection, slug: str) -> list[Entered]:
    rows = db.execute(
        "SELECT number, name, division, rating, team, classes, withdrawn, kept FROM players "
        "WHERE tournament = ? ORDER BY number",
        (slug,),
    )
    return [
        Entered(
            Entrant(
                number=number, name=name, division=division, rating=rating, team=team,
                classes=tuple(msgspec.json.decode(classes)), withdrawn=bool(withdrawn),
            ),
            kept,
        )
        for number, name, division, rating, team, classes, withdrawn, kept in rows
    ]  # fmt: skip
