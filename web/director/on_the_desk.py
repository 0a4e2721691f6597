"""What waits in the tournaments of the desk, finished ones too while anything of them waits.

A tournament whose games are all over may still have slips that differ, a case or an appeal. One in
which nothing was found to wait is not read again before something is written that could change it,
so that a hall with years of tournaments costs the desk no more than their number.
"""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from flask import current_app

from ledger.desk.conflicts import unsettled
from ledger.desk.desk import Desk
from ledger.hall import TournamentRow
from ledger.hall.missing import missing_slips
from web.access.visitors import the_badges
from web.director.inbox import OfTournament, inbox_of
from web.frame.wording import PLAYING
from web.site.site import the_site


class _Quiet(NamedTuple):
    """How a tournament stood when nothing in it waited.

    Attributes:
      stamp: of its games, and of what was answered in all tournaments.
      versions: of its own stream and of its cases.
    """

    stamp: tuple[int, ...]
    versions: tuple[tuple[UUID, int], ...]


def on_the_desk(slug: str = "") -> list[OfTournament]:
    """What waits in the tournament asked for, or in every one in which anything may."""
    rows = the_site().hall.tournaments()
    if slug:
        return [inbox_of(row.slug) for row in rows if row.slug == slug]
    desk = the_badges().desk
    answered = _answered(desk)
    found = [one for row in rows if (one := _waiting(desk, row, answered)) is not None]
    return found or [inbox_of(row.slug) for row in rows if not _is_held(row)]


def _waiting(desk: Desk, row: TournamentRow, answered: tuple[int, int]) -> OfTournament | None:
    """What waits in a tournament; ``None``: nothing does, and nothing of it is played."""
    if row.finished < row.games and not row.over:
        return inbox_of(row.slug)
    version, *stood = the_site().hall.stamp(row.slug)
    if not version:
        return None  # looked at where nothing else is
    stamp = (version, *stood, *answered)
    kept: dict[str, _Quiet] = current_app.extensions.setdefault("quiet_tournaments", {})
    quiet = kept.get(row.slug)
    if quiet and quiet.stamp == stamp and quiet.versions == _versions(desk, quiet.versions):
        return None
    one = inbox_of(row.slug)
    if any(game.state in PLAYING for game in one.rows.values()) or _waits(row, one):
        return one
    own = [] if one.tournament is None else [(one.tournament.id, one.tournament.version)]
    cases = [(file.id, file.version) for file in one.files]
    kept[row.slug] = _Quiet(stamp, (*own, *cases))
    return None


def _waits(row: TournamentRow, one: OfTournament) -> bool:
    """Whether anything waits for somebody.

    Slips nobody brought, and games nobody began, keep no tournament here that was closed.
    """
    if not row.over and missing_slips(one.rows.values()):
        return True
    return any(
        matter.kind == "appeal" or matter.keeps_open
        for matter in one.matters
        if not one.is_waived(matter)
    )


def _is_held(row: TournamentRow) -> bool:
    """Whether somebody opened it; of games that were taken in from files nobody did."""
    return the_site().hall.stamp(row.slug)[0] > 0


def _answered(desk: Desk) -> tuple[int, int]:
    """How many entries were refused, and how many came too late, of all tournaments together."""
    return len(desk.log.answers_not_written("refused")), len(unsettled(desk.log))


def _versions(desk: Desk, known: tuple[tuple[UUID, int], ...]) -> tuple[tuple[UUID, int], ...]:
    return tuple((stream, desk.log.version_of(stream)) for stream, _ in known)
