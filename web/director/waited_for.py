"""The games in which an official is waited for.

The hall's row says which games to look at; only those sheets are read, and each once for every
version of its game.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from flask import current_app

from ledger.game.play.waited_for import NOTHING, WaitedFor, waited_for
from ledger.hall import GameRow
from web.access.visitors import the_badges
from web.frame.wording import PLAYING
from web.site.site import the_site

OPINIONS = PLAYING | {"over", "signed by one"}
"""States in which a challenge may still be judged again."""

LATEST = 2
"""Rounds, the latest of a division, whose signed results are looked through for the hand-in."""


def waiting_in(rows: Sequence[GameRow]) -> dict[UUID, WaitedFor]:
    """What waits in these games, by game; only those in which anything does."""
    kept: dict[UUID, tuple[int, WaitedFor]] = current_app.extensions.setdefault("waited_for", {})
    desk, found = the_badges().desk, {}
    latest = _latest_rounds(rows)
    for row in rows:
        if not _to_be_looked_at(row, latest):
            continue
        version, waits = kept.get(row.id, (0, NOTHING))
        if version != row.version:
            waits = waited_for(desk.sheet(row.id))
            kept[row.id] = (row.version, waits)
        if waits != NOTHING:
            found[row.id] = waits
    return found


def running(slug: str = "") -> tuple[str, ...]:
    """The tournament asked for, or those that are not finished; all, if all are."""
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


def _to_be_looked_at(row: GameRow, latest: dict[str, int]) -> bool:
    if row.state in ("challenge", "signed by one") or "director-called" in row.flags:
        return True
    if "challenge" in row.flags and row.state in OPINIONS:
        return True
    return row.state in ("final", "amended") and (row.round_number > latest[row.division] - LATEST)
