"""The director's desk: who calls, and what else waits for a person.

Read by directors and organisers. What a director does about a call is entered like any other
entry (``web.entry.entries``); this page only shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from flask import Blueprint, Response, current_app, render_template, request, url_for

from ledger.accounts.heard import Heard, heard, sessions_seen
from ledger.desk.conflicts import unsettled
from ledger.game.play.waited_for import NOTHING, Call, Slip, WaitedFor
from ledger.hall import GameRow
from web.access.visitors import signed_in, the_badges
from web.cases.waiting import cases_waiting, files_of, refused_waiting
from web.director.desk_told import (
    CallTold,
    CaseWaiting,
    DeskNow,
    EntryWaiting,
    RefusedWaiting,
    ResultWaiting,
    SlipWaiting,
    TabletTold,
    Where,
)
from web.director.waited_for import running, waiting_in
from web.entry.conflicts import waiting_at
from web.frame.addresses import of_game, of_rule
from web.frame.told_json import as_json
from web.frame.wording import PLAYING
from web.site.site import the_site

bp = Blueprint("desk", __name__)

SILENT_AFTER = timedelta(minutes=3)
"""A tablet at a game in play asks the server every quarter of a minute."""


Told = TypeVar(
    "Told",
    CallTold, SlipWaiting, ResultWaiting, TabletTold, EntryWaiting, RefusedWaiting, CaseWaiting,
)  # fmt: skip


@bp.get("/desk")
def page() -> str:
    """The desk: ``?tournament=`` for one tournament."""
    site = the_site()
    return render_template(
        "desk/page.html",
        session=signed_in(),
        after=site.last_position(),
        slug=request.args.get("tournament", ""),
        tournaments=site.hall.tournaments(),
        names={row.slug: row.name for row in site.hall.tournaments()},
    )


@bp.get("/desk/now.json")
def now() -> Response:
    """Everything that waits for a person, what waits longest first."""
    rows = [
        (row, waits)
        for slug in running(request.args.get("tournament", ""))
        for row, waits in _with_what_waits(the_site().hall.games(slug))
    ]
    moment = the_badges().desk.now()
    refused, cases = _to_be_ruled([row for row, _ in rows])
    told = DeskNow(
        now=moment.isoformat(),
        calls=_by_since([_call(row, one.call) for row, one in rows if one.call]),
        slips=_by_since([_slip(row, one.slip) for row, one in rows if one.slip]),
        for_a_ruling=_by_since(refused),
        cases=_by_since(cases),
        unwritten=_by_since(_unwritten([row for row, _ in rows])),
        silent=_by_since(_silent([row for row, _ in rows], moment)),
        results=_by_since([_result(row, one) for row, one in rows if one.result]),
    )
    return as_json(told)


def _with_what_waits(rows: Sequence[GameRow]) -> list[tuple[GameRow, WaitedFor]]:
    waiting = waiting_in(rows)
    return [(row, waiting.get(row.id, NOTHING)) for row in rows]


def _to_be_ruled(rows: list[GameRow]) -> tuple[list[RefusedWaiting], list[CaseWaiting]]:
    """The entries that wait for a ruling, and the cases in which something is to be done."""
    desk, by_id = the_badges().desk, {row.id: row for row in rows}
    where = {row.id: _where(row) for row in rows}
    cases: list[CaseWaiting] = []
    taken_up: set[UUID] = set()
    for slug in dict.fromkeys(row.tournament for row in rows):
        tournament, files = files_of(desk, slug)
        taken_up |= {file.opened.entry for file in files if file.opened.entry}
        if tournament is not None:
            cases += cases_waiting(tournament, files, where)
    return refused_waiting(desk, by_id, where, frozenset(taken_up)), cases


def _call(row: GameRow, call: Call) -> CallTold:
    return CallTold(
        where=_where(row),
        since=call.since,
        call=call,
        at_the_call=of_game(row, asof=call.since),
        rule=of_rule(call.clause),
        case=url_for(
            "cases.new",
            slug=row.tournament,
            game=row.id,
            call=call.version,
            raised_by=call.raised_by,
            title=call.reason,
            rule=call.clause,
        ),
    )


def _slip(row: GameRow, slip: Slip) -> SlipWaiting:
    return SlipWaiting(
        where=_where(row), since=slip.since, method=slip.method, version=slip.version,
        opinion=slip.opinion,
        by_director=slip.by_director, handed_over=slip.handed_over,
    )  # fmt: skip


def _result(row: GameRow, waits: WaitedFor) -> ResultWaiting:
    return ResultWaiting(
        where=_where(row), lacks=waits.result, since=row.written_at, strokes=waits.strokes
    )


def _unwritten(rows: list[GameRow]) -> list[EntryWaiting]:
    """The entries that came too late and that nobody has settled. Few: their sheets are read."""
    desk = the_badges().desk
    waiting = {one.game for one in unsettled(desk.log)}
    return [
        EntryWaiting(where=_where(row), since=entry.answered_at.isoformat(), entry=entry)
        for row in rows
        if row.id in waiting
        for entry in waiting_at(desk.sheet(row.id))
    ]


def _silent(rows: list[GameRow], now: datetime) -> list[TabletTold]:
    """Tablets of games in play that were not heard from for a while."""
    office = the_badges()
    seen = sessions_seen(office.cabinet, office.sessions.last_seen.known())
    games = {row.id: row for row in rows}
    at_play = {
        f"{row.tournament}/{division}T{row.table}".casefold(): row
        for row in rows
        if row.state in PLAYING
        for division in ("", f"{row.division}/")
    }
    patience = current_app.config.get("SILENT_AFTER", SILENT_AFTER)
    silent = []
    for each in office.all_devices():
        known = heard(office.cabinet, each.device, seen.get(each.device))
        row = at_play.get(each.table.casefold()) or _in_play(known, games)
        if row is not None and known.at is not None and now - known.at > patience:
            silent.append(
                TabletTold(
                    where=_where(row), device=each.device, badges=known.badges,
                    since=known.at.isoformat(),
                )
            )  # fmt: skip
    return silent


def _in_play(known: Heard, games: dict[UUID, GameRow]) -> GameRow | None:
    """The game a tablet of any table wrote last, if it is in play."""
    row = games.get(known.game) if known.game else None
    return row if row is not None and row.state in PLAYING else None


def _where(row: GameRow) -> Where:
    return Where(
        game=row.id, tournament=row.tournament, division=row.division, round=row.round_number,
        table=row.table, replay=row.replay, names=row.names, state=row.state,
        version=row.version, entry=of_game(row, "entering.page"), replayed=of_game(row),
    )  # fmt: skip


def _by_since(found: list[Told]) -> tuple[Told, ...]:
    """The longest wait first."""
    return tuple(sorted(found, key=lambda one: datetime.fromisoformat(one.since)))
