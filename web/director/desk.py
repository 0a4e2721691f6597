"""The director's desk: who calls, and what else waits for a person.

Read by directors and organisers. What a director does about a call is entered like any other
entry (``web.entry.entries``); this page only shows.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import UUID

from flask import Blueprint, Response, current_app, render_template, request, url_for
from msgspec import Struct

from ledger.hall.missing import at_the_tables, missing_slips, open_rounds
from ledger.matters.matter import DeskMatter
from ledger.proof.cosigned import standing_disagreement
from ledger.record.streams import record_id
from ledger.vocabulary.desk_matters import UNTIL_TOLD
from web.access.visitors import signed_in, the_badges
from web.cases.waiting import case_waiting, refused_waiting
from web.director.desk_told import (
    CallTold,
    DeskNow,
    EntryWaiting,
    LaterTold,
    MatterTold,
    NamedTold,
    ResultWaiting,
    SlipsMissing,
    SlipWaiting,
    WarnedTold,
    Where,
)
from web.director.inbox import OfTournament
from web.director.on_the_desk import on_the_desk
from web.director.silent_tablets import silent_tablets
from web.director.where_told import named_told, where_told
from web.entry.conflicts import waiting_at
from web.frame.addresses import of_game, of_rule
from web.frame.local_time import tell_times_of
from web.frame.told_json import as_json
from web.site.site import the_site
from web.watching.looked_up import backup_trouble

bp = Blueprint("desk", __name__)


@bp.get("/desk")
def page() -> str:
    """The desk: ``?tournament=`` for one tournament."""
    site = the_site()
    tell_times_of([row.slug for row in site.hall.tournaments()], request.args.get("tournament", ""))
    return render_template(
        "desk/page.html",
        session=signed_in(),
        slug=request.args.get("tournament", ""),
        tournaments=site.hall.tournaments(),
        names={row.slug: row.name for row in site.hall.tournaments()},
        backup_trouble=backup_trouble(current_app),
        witness_disagrees=_witness(),
    )


@bp.get("/desk/now.json")
def now() -> Response:
    """Everything that waits for a person, what waits longest first."""
    moment = the_badges().desk.now()
    told: dict[str, list[Any]] = {field: [] for field in DeskNow.__struct_fields__}
    for one in on_the_desk(request.args.get("tournament", "")):
        _tell(one, moment, told)
    lists = {field: _by_since(found) for field, found in told.items() if field not in NO_LISTS}
    return as_json(DeskNow(now=moment.isoformat(), witness=_witness(), **lists))


NO_LISTS = frozenset({"now", "witness"})
"""What is told of the desk besides its lists."""


def _witness() -> str:
    """What a witness found against the record and nobody settled, in words."""
    return standing_disagreement(the_badges().desk.log.events_of(record_id()))


def _tell(one: OfTournament, moment: datetime, told: dict[str, list[Any]]) -> None:
    """Add what waits in one tournament to the lists."""
    waiting = [matter for matter in one.matters if not one.is_aside(matter)]
    ids = {kind: _entries(waiting, kind) for kind in ("for-a-ruling", "unwritten")}
    desk = the_badges().desk
    told["for_a_ruling"] += refused_waiting(
        desk, one.rows, partial(where_told, one), ids["for-a-ruling"]
    )
    told["unwritten"] += _unwritten(one, ids["unwritten"])
    told["slips"] += _slips(one)
    told["silent"] += silent_tablets(one, moment)
    files = {file.id: file for file in one.files}
    for matter in waiting:
        at = _at(one, matter)
        if at is not None and (tell := OF_GAMES.get(matter.kind)) is not None:
            field, build = tell
            told[field].append(build(one, at, matter))
        elif matter.kind in OF_CASES and one.tournament is not None:
            file = files[matter.named.subject]
            told["cases"].append(case_waiting(one.tournament, file, matter, at))
        elif matter.kind in OTHERS:
            told[OTHERS[matter.kind]].append(_other(one, matter))
    told["later"] += _later(one)
    told["missing"] += _missing(one)


OF_CASES = ("decision", "case", "appeal")
"""Kinds of what waits in a case."""

OTHERS = {
    **dict.fromkeys(
        (
            "step",
            "turns-since",
            "amendment",
            "petition",
            "finding",
            "to-confirm",
            "not-started",
            "papers-differ",
            "under-protest",
            "clock",
        ),
        "others",
    ),
    "arithmetic": "for_players",
}
"""In which list a matter is told that has no words of its own there, by its kind."""


def _entries(waiting: list[DeskMatter], kind: str) -> frozenset[UUID]:
    """The entries that matters of a kind are about."""
    return frozenset(UUID(one.named.which) for one in waiting if one.kind == kind)


def _call(one: OfTournament, where: Where, matter: DeskMatter) -> CallTold:
    row, call = one.rows[where.game], one.games[where.game].waits.call
    assert call is not None, "a call waits"
    return CallTold(
        matter=named_told(matter),
        where=where,
        since=call.since,
        call=call,
        warned=_warned(one, where.game, call.about),
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


def _warned(one: OfTournament, game: UUID, about: str) -> tuple[WarnedTold, ...]:
    if one.tournament is None or not one.tournament.conduct.warnings:
        return ()
    sheet, kept = the_badges().desk.sheet(game), one.tournament.conduct
    found = [
        WarnedTold(name=name, of=tuple(each.told(one.tournament.rules) for each in warnings))
        for name, number in zip(sheet.names, sheet.numbers or (), strict=False)
        if (warnings := kept.warnings_of(number))
    ]
    return tuple(sorted(found, key=lambda each: each.name != about))


def _result(one: OfTournament, where: Where, matter: DeskMatter) -> ResultWaiting:
    row, waits = one.rows[where.game], one.games[where.game].waits
    return ResultWaiting(
        matter=named_told(matter), where=where, lacks=matter.named.which, words=matter.words,
        clause=matter.clause, rule=of_rule(matter.clause), since=row.written_at,
        strokes=waits.strokes,
    )  # fmt: skip


OF_GAMES: dict[str, tuple[str, Callable[[OfTournament, Where, DeskMatter], Struct]]] = {
    "call": ("calls", _call),
    "result": ("results", _result),
}
"""In which list a matter of a game is told, and how, by its kind."""


def _slips(one: OfTournament) -> list[SlipWaiting]:
    """Every slip that waits for a verdict, overdue or not, unless an official put it off."""
    found = []
    for game, waiting in one.games.items():
        for matter in waiting.matters:
            slip = waiting.waits.slip
            if matter.kind in ("slip", "verdicts-differ") and slip and not one.is_aside(matter):
                found.append(
                    SlipWaiting(
                        matter=named_told(matter), where=where_told(one, game), since=slip.since,
                        method=slip.method, version=slip.version, opinion=slip.opinion,
                        by_director=slip.by_director, confirmed=slip.confirmed,
                        handed_over=slip.handed_over,
                    )
                )  # fmt: skip
    return found


PAGES = {"amendment": "amending.page", "turns-since": "turns_since.page"}
"""On which page a matter is decided that has one of its own, by its kind."""


def _other(one: OfTournament, matter: DeskMatter) -> MatterTold:
    """What waits and has no words of its own in the list."""
    return MatterTold(
        matter=named_told(matter),
        where=_at(one, matter),
        since=matter.since.isoformat(),
        called=matter.told,
        words=matter.words,
        clause=matter.clause,
        rule=of_rule(matter.clause),
        case=_opens_case(one, matter),
        page=_decided_at(one, matter),
    )


def _decided_at(one: OfTournament, matter: DeskMatter) -> str:
    if matter.game is None:
        return ""
    if matter.kind == "papers-differ":
        return url_for("two_slips.page", slug=one.slug, game=matter.game)
    page = PAGES.get(matter.kind)
    return of_game(one.rows[matter.game], page) if page else ""


def _opens_case(one: OfTournament, matter: DeskMatter) -> str:
    if matter.game is None or matter.kind in OF_CASES:
        return ""
    return url_for(
        "cases.new", slug=one.slug, game=matter.game, title=matter.words, rule=matter.clause
    )


def _missing(one: OfTournament) -> list[SlipsMissing]:
    """How many slips of the open rounds are not in; nothing where all are."""
    rounds = open_rounds(one.rows.values())
    tables = [row for row in one.rows.values() if rounds[row.division] == row.round_number]
    found = missing_slips(tables)
    if not found:
        return []
    return [
        SlipsMissing(
            tournament=one.slug,
            missing=len(found),
            tables=len(at_the_tables(tables)),
            since=min((one.since for one in found if one.game.state != "scheduled"), default=None),
            page=url_for("slip_results.page", slug=one.slug),
        )
    ]


def _later(one: OfTournament) -> list[LaterTold]:
    """What was put off and has not come back."""
    found = []
    for matter in one.matters:
        put = one.put_off(matter.named) if one.is_aside(matter) else None
        if put is not None:
            told = _other(one, matter)
            found.append(
                LaterTold(
                    **{name: getattr(told, name) for name in MatterTold.__struct_fields__},
                    until=UNTIL_TOLD[put.fact.until],
                    at=put.fact.at.isoformat() if put.fact.at else None,
                    reason=put.fact.reason,
                    by=put.by,
                    put_off_at=put.at.isoformat(),
                )
            )
    return found


def _unwritten(one: OfTournament, entries: frozenset[UUID]) -> list[EntryWaiting]:
    """The entries that came too late and that nobody has settled. Few: their sheets are read."""
    desk = the_badges().desk
    waiting = {each.named.subject for each in one.matters if each.kind == "unwritten"}
    return [
        EntryWaiting(
            matter=NamedTold("unwritten", game, entry.entry.hex),
            where=where_told(one, game),
            since=entry.answered_at.isoformat(),
            entry=entry,
        )
        for game in waiting
        if game in one.games
        for entry in waiting_at(desk.sheet(game))
        if entry.entry in entries
    ]


def _at(one: OfTournament, matter: DeskMatter) -> Where | None:
    """Where the game of a matter is played; ``None`` where it is about none, or none of these."""
    game = matter.game
    return None if game is None or game not in one.games else where_told(one, game)


def _by_since(found: list[Any]) -> tuple[Any, ...]:
    """The longest wait first; what waits since nobody knows when, last."""
    latest = datetime.max.replace(tzinfo=UTC)
    return tuple(
        sorted(found, key=lambda one: datetime.fromisoformat(one.since) if one.since else latest)
    )
