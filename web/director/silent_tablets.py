"""Tablets that were not heard from: a matter of the director's desk."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

from flask import current_app

from ledger.accounts.heard import Heard, heard
from ledger.hall import GameRow
from ledger.matters.matter import DeskMatter
from ledger.tournament.set_aside import Named
from web.access.visitors import the_badges
from web.director.desk_told import TabletTold
from web.director.inbox import OfTournament
from web.director.where_told import line_told
from web.frame.wording import PLAYING

SILENT_AFTER = timedelta(minutes=3)
"""A tablet at a game in play asks the server every quarter of a minute."""


def silent_tablets(one: OfTournament, now: datetime) -> list[TabletTold]:
    """Tablets of games in play that were not heard from for a while."""
    office = the_badges()
    latest = heard(office.cabinet, office.sessions.last_seen.known())
    at_play = {
        f"{row.tournament}/{division}T{row.table}".casefold(): row
        for row in one.rows.values()
        if row.state in PLAYING
        for division in ("", f"{row.division}/")
    }
    patience = current_app.config.get("SILENT_AFTER", SILENT_AFTER)
    silent = []
    for each in office.tablets.enrolled():
        known = latest.get(each.device)
        if known is None or known.at is None or now - known.at <= patience:
            continue
        row = at_play.get(each.table.casefold()) or _in_play(known, one.rows)
        if row is None:
            continue
        # Silent since another moment is silent anew: what was put off then is not this.
        matter = DeskMatter(
            named=Named("silent", row.id, f"{each.device} {known.at.isoformat()}"),
            since=known.at,
            words=each.device,
            game=row.id,
        )
        if not one.is_aside(matter):
            silent.append(
                TabletTold(
                    **line_told(one, matter, _said(each.device, known.badges)),
                    device=each.device,
                    badges=known.badges,
                )
            )
    return silent


def _said(device: str, badges: tuple[str, ...]) -> str:
    """The silent tablet in one line."""
    signed = f"{', '.join(badges)} signed in" if badges else "nobody signed in"
    return f"Tablet {device}, {signed}"


def _in_play(known: Heard, games: Mapping[UUID, GameRow]) -> GameRow | None:
    """The game a tablet of any table wrote last, if it is in play."""
    row = games.get(known.game) if known.game else None
    return row if row is not None and row.state in PLAYING else None
