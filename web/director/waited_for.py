"""The games in which something may wait for an official, and what waits in them.

The hall's row says which games to look at; only those sheets are read, and each once for every
version of its game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from flask import current_app

from ledger.game.play.waited_for import NOTHING, WaitedFor
from ledger.game.sheet.disagreeing import FLAG_OF
from ledger.hall import GameRow
from ledger.hall.flags import PAPERS_DIFFER
from ledger.matters.in_game import GameMatters, matters_in
from web.access.visitors import the_badges
from web.frame.wording import PLAYING
from web.site.site import the_site

NOT_DONE = PLAYING | {"over", "signed by one", "incomplete"}
"""States in which anything may wait: nobody has handed a result in."""

LOOKED_AT = frozenset({"director-called", "amendment", PAPERS_DIFFER, *FLAG_OF.values()})
"""Flags for which a game is looked at, however long it is over."""

LATEST = 2
"""Rounds, the latest of a division, whose signed results are looked through for the hand-in."""


def matters_of(
    rows: Sequence[GameRow], settled: Collection[tuple[str, int]] = ()
) -> dict[UUID, GameMatters]:
    """What waits in these games, by game, of those in which anything may.

    Args:
      rows: the games of a tournament.
      settled: rounds, by division and number, in which nothing waits but what a flag tells.
    """
    kept: dict[UUID, tuple[int, GameMatters]] = current_app.extensions.setdefault("matters", {})
    desk, found = the_badges().desk, {}
    latest = _latest_rounds(rows)
    for row in rows:
        if row.version == 1:
            found[row.id] = _not_begun(row)
        elif _to_be_looked_at(row, latest, settled):
            version, matters = kept.get(row.id, (0, None))
            if matters is None or version != row.version:
                matters = matters_in(desk.shelf.at_least(row.id, row.version))
                kept[row.id] = (row.version, matters)
            found[row.id] = matters
    return found


def waiting_in(rows: Sequence[GameRow]) -> dict[UUID, WaitedFor]:
    """What an official is waited for in these games, by game; only those in which anything is."""
    return {game: one.waits for game, one in matters_of(rows).items() if one.waits != NOTHING}


def running(slug: str = "") -> tuple[str, ...]:
    """The tournament asked for, or those being played; all, if none is."""
    rows = the_site().hall.tournaments()
    if slug:
        return tuple(row.slug for row in rows if row.slug == slug)
    going = tuple(row.slug for row in rows if row.finished < row.games)
    return going or tuple(row.slug for row in rows)


def _latest_rounds(rows: Sequence[GameRow]) -> dict[str, int]:
    """The latest round that was begun, by division."""
    latest: dict[str, int] = {}
    for row in rows:
        if row.state != "scheduled":
            latest[row.division] = max(latest.get(row.division, 0), row.round_number)
    return latest


def _to_be_looked_at(
    row: GameRow, latest: dict[str, int], settled: Collection[tuple[str, int]]
) -> bool:
    if row.state in NOT_DONE or row.state == "scheduled" or LOOKED_AT & set(row.flags):
        return True
    if (row.division, row.round_number) in settled:
        return False
    return row.round_number > latest.get(row.division, 0) - LATEST


def _not_begun(row: GameRow) -> GameMatters:
    """A game that was scheduled and no more: nothing of it needs reading."""
    return GameMatters(
        waits=NOTHING,
        matters=(),
        started=None,
        stopped=None,
        is_over=False,
        has_result=False,
        was_told=False,
        last_written=datetime.fromisoformat(row.written_at),
    )
