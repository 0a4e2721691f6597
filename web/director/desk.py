"""The director's desk: what waits, whose tablet is silent, and what each matter is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, NamedTuple, get_args
from uuid import UUID

from flask import Response, current_app, render_template, request, url_for
from msgspec import Struct

from ledger.accounts.devices import CLEARED, Heard, heard
from ledger.desk.answering import unsettled
from ledger.desk.desk import Desk
from ledger.game.calls.facts import DirectorArrived, DirectorSetOut
from ledger.game.calls.folds import reason_told
from ledger.game.going_on import Call, Slip
from ledger.hall import GameRow, TournamentRow
from ledger.hall.rows import at_the_tables, missing_slips, open_rounds
from ledger.matters.matter import DeskMatter, numbers_of, waived_of
from ledger.messages import say
from ledger.messages.written import reason_given
from ledger.proof.checkpoints_made import standing_disagreement
from ledger.record.events import record_id
from ledger.record.standing import standing_of
from ledger.tournament.tournament import Named
from ledger.vocabulary import desk_matters as known
from ledger.vocabulary.desk_matters import FAMILIES, URGENCY, MatterKind, until_told
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.cases.registers import case_waiting, refused_waiting
from web.director.desk_view import (
    AsideWaiting,
    CallView,
    DeskNow,
    EntryWaiting,
    LaterView,
    MatterView,
    NamedView,
    ResultWaiting,
    SlipsMissing,
    SlipWaiting,
    TabletView,
    VerbView,
    WarnedView,
    Where,
)
from web.director.inbox import WHY_ASIDE, OfTournament, case_about, first_verb, inbox_of, running
from web.entry.entries import waiting_at
from web.frame.addresses import of_game, of_rule
from web.frame.bodies import as_json
from web.frame.headers import tell_times_of
from web.frame.pages import Pages
from web.frame.wording import PLAYING
from web.monitoring.metrics import backup_trouble
from web.site import the_site

# What a matter of the director's desk is called, where it is played, and what settles it.


def named_view(matter: DeskMatter) -> NamedView:
    return NamedView(*matter.named)


def where_view(one: OfTournament, game: UUID) -> Where:
    row = one.rows[game]
    return Where(
        game=row.id, tournament=row.tournament, division=row.division, round=row.round_number,
        table=row.table, replay=row.replay, names=row.names, state=row.state,
        version=row.version, entry=of_game(row, "entering.page"), replayed=of_game(row),
        evidence=of_game(row, "evidence.page"),
    )  # fmt: skip


def line_view(one: OfTournament, matter: DeskMatter, says: str = "") -> dict[str, Any]:
    """The one line of a matter, as fields of ``Waiting``; ``says``: in other words than its own."""
    game = matter.game
    known = game is not None and game in one.rows
    return {
        "matter": named_view(matter),
        "where": where_view(one, game) if game is not None and known else None,
        "since": matter.since.isoformat(),
        "says": says or matter.words,
        "first": VerbView(*first_verb(one, matter)),
        "open_case": case_about(one, matter) if known and matter.kind not in OF_CASES else "",
        "tournament": one.slug,
    }


OF_CASES = frozenset({"decision", "case", "appeal"})
"""Kinds of what waits in a case."""


# What waits in the tournaments of the desk, finished ones too while anything of them waits.
#
# A tournament whose games are all over may still have slips that differ, a case or an appeal. One
# in which nothing was found to wait is not read again before something is written that could change
# it, so that a hall with years of tournaments costs the desk no more than their number.


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
    desk = accounts().desk
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


# Tablets that were not heard from: a matter of the director's desk.


SILENT_AFTER = timedelta(minutes=3)
"""A tablet at a game in play asks the server every quarter of a minute."""


def silent_tablets(one: OfTournament, now: datetime) -> list[TabletView]:
    office = accounts()
    latest = heard(office.local_store, office.sessions.last_seen.known())
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
                TabletView(
                    **line_view(one, matter, _said(each.device, known.badges)),
                    device=each.device,
                    badges=known.badges,
                )
            )
    return silent


def soon_cleared(running: set[str]) -> int:
    """How many tablets of tournaments that go on a browser may clear within two days."""
    office = accounts()
    now = office.desk.now()
    return sum(
        now - one.last < CLEARED and (one.table.partition("/")[0] or None) in running | {None}
        for one in (office.tablets.resting(now) if running else ())
    )


def _said(device: str, badges: tuple[str, ...]) -> str:
    if badges:
        return say("desk.tablet-signed-in", device=device, badges=", ".join(badges))
    return say("desk.tablet-nobody", device=device)


def _in_play(known: Heard, games: Mapping[UUID, GameRow]) -> GameRow | None:
    """The game a tablet of any table wrote last, if it is in play."""
    row = games.get(known.game) if known.game else None
    return row if row is not None and row.state in PLAYING else None


pages = Pages("desk", manual="director", area="desk")


class Choice(NamedTuple):
    """A tournament, or one division of it, that the desk can be of alone."""

    slug: str
    division: str


@pages.get("/desk", who=DIRECTORS)
def page() -> str:
    """The desk: ``?tournament=`` for one tournament, ``?division=`` for one of its divisions."""
    hall = the_site().hall
    slug, division = request.args.get("tournament", ""), request.args.get("division", "")
    known = hall.tournaments()
    tell_times_of([row.slug for row in known], slug)
    return render_template(
        "desk/page.html",
        session=signed_in(),
        slug=slug,
        division=division,
        tournaments=known,
        names={row.slug: row.name for row in known},
        choices=_choices(),
        kinds=_kinds(),
        why_aside=WHY_ASIDE,
        backup_trouble=backup_trouble(current_app),
        witness_disagrees=_witness(),
        resting=soon_cleared({row.slug for row in known if not row.over}),
    )


SIGNS: dict[MatterKind, str] = {
    "call": "call", "verdicts-differ": "differ", "turns-since": "change", "for-a-ruling": "ruling",
    "step": "ruling", "amendment": "change", "petition": "ruling", "unwritten": "not-written",
    "finding": "differ", "to-confirm": "done", "telling": "call", "decision": "ruling",
    "case": "case", "appeal": "case", "slip": "verdict", "silent": "silent", "not-started": "time",
    "clock": "time", "unfinished": "not-signed", "papers-differ": "differ",
    "under-protest": "protest", "result": "not-signed", "arithmetic": "differ",
}  # fmt: skip
"""The sign beside the words of each kind (``web/frame/signs.py``)."""

FLAGS = known.AT_A_TABLE, known.NEVER_WAIVED
TAB_OF = {kind: name for name, kinds in FAMILIES.items() for kind in kinds}


def _kinds() -> list[tuple[str | bool, ...]]:
    """Of each kind: words, urgency, tab, sign; if the table reads why, if it is never waived."""
    return [
        (
            kind, say(f"desk.kind.{kind}"), URGENCY[kind], TAB_OF[kind], SIGNS[kind],
            *(kind in each for each in FLAGS),
        )
        for kind in get_args(MatterKind)
    ]  # fmt: skip


def _choices() -> list[Choice]:
    """Whose desk may be chosen: the tournaments being played, and their divisions."""
    found = []
    for slug in running():
        divisions = sorted({row.division for row in the_site().hall.games(slug)})
        found.append(Choice(slug, ""))
        found += [Choice(slug, each) for each in divisions if len(divisions) > 1]
    return found


@pages.get("/desk/now.json", who=DIRECTORS, answers=DeskNow)
def now() -> Response:
    moment = accounts().desk.now()
    fields: dict[str, list[Any]] = {field: [] for field in DeskNow.__struct_fields__}
    for one in on_the_desk(request.args.get("tournament", "")):
        _tell(one, moment, fields)
    lists = {field: _by_since(found) for field, found in fields.items() if field not in NO_LISTS}
    return as_json(DeskNow(now=moment.isoformat(), witness=_witness(), **lists))


NO_LISTS = frozenset({"now", "witness"})
"""What is told of the desk besides its lists."""


def _witness() -> str:
    """What a witness found against the record and nobody settled, in words."""
    return standing_disagreement(accounts().desk.log.events_of(record_id()))


def _tell(one: OfTournament, moment: datetime, lists: dict[str, list[Any]]) -> None:
    waiting = [matter for matter in one.matters if not one.is_aside(matter)]
    entries = {kind: _entries(waiting, kind) for kind in ("for-a-ruling", "unwritten")}
    desk, line = accounts().desk, partial(line_view, one)
    lists["for_a_ruling"] += refused_waiting(desk, one.rows, line, entries["for-a-ruling"])
    lists["unwritten"] += _unwritten(one, entries["unwritten"])
    lists["slips"] += _slips(one)
    lists["silent"] += silent_tablets(one, moment)
    files = {file.id: file for file in one.files}
    for matter in waiting:
        if matter.game in one.games and (tell := OF_GAMES.get(matter.kind)) is not None:
            field, build = tell
            lists[field].append(build(one, matter))
        elif matter.kind in OF_CASES and one.tournament is not None:
            file = files[matter.named.subject]
            lists["cases"].append(case_waiting(file, matter, line(matter)))
        elif matter.kind in OTHERS:
            lists[OTHERS[matter.kind]].append(_other(one, matter))
    lists["later"] += _later(one)
    lists["waived"] += _waived(one)
    lists["missing"] += _missing(one)


OTHERS = {
    **dict.fromkeys(
        (
            "step",
            "turns-since",
            "amendment",
            "petition",
            "finding",
            "to-confirm",
            "telling",
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


def _entries(waiting: list[DeskMatter], kind: str) -> dict[UUID, DeskMatter]:
    """The matters of a kind, by the entry each is about."""
    return {UUID(one.named.which): one for one in waiting if one.kind == kind}


def _call(one: OfTournament, matter: DeskMatter) -> CallView:
    assert matter.game is not None, "a call comes from a table"
    row, call = one.rows[matter.game], one.games[matter.game].waits.call
    assert call is not None, "a call waits"
    line = line_view(one, matter, reason_told(call.reason))
    line["open_case"] = url_for(
        "cases.new",
        slug=row.tournament,
        game=row.id,
        call=call.version,
        raised_by=call.raised_by,
        rule=call.clause,
    )
    return CallView(
        **line,
        call=call,
        warned=_warned(one, matter.game, call.about),
        at_the_call=of_game(row, asof=call.since),
        rule=of_rule(call.clause),
        back=_back_of(one, matter.game, call),
    )


def _back_of(one: OfTournament, game: UUID, call: Call) -> str:
    """Where the last step of a director's towards a call is taken back; empty: none was made."""
    if not (call.coming or call.arrived) or one.tournament is None:
        return ""
    step = DirectorArrived if call.arrived else DirectorSetOut
    made = [
        event
        for event in standing_of(accounts().desk.sheet(game).events)
        if isinstance(event.fact, step) and event.originator_version > call.version
    ]
    return _way_back(one, made[-1].envelope.command_id) if made else ""


def _way_back(one: OfTournament, act: UUID | None) -> str:
    return url_for("taking_back.page", slug=one.slug, act=act) if act else ""


def _warned(one: OfTournament, game: UUID, about: str) -> tuple[WarnedView, ...]:
    if one.tournament is None or not one.tournament.conduct.warnings:
        return ()
    sheet, kept = accounts().desk.sheet(game), one.tournament.conduct
    found = [
        WarnedView(name=name, of=tuple(each.wording(one.tournament.rules) for each in warnings))
        for name, number in zip(sheet.names, sheet.numbers or (), strict=False)
        if (warnings := kept.warnings_of(number))
    ]
    return tuple(sorted(found, key=lambda each: each.name != about))


def _result(one: OfTournament, matter: DeskMatter) -> ResultWaiting:
    assert matter.game is not None, "a result is of a game"
    row, waits = one.rows[matter.game], one.games[matter.game].waits
    return ResultWaiting(
        **(line_view(one, matter) | {"since": row.written_at}),
        lacks=matter.named.which,
        words=matter.words,
        clause=matter.clause,
        rule=of_rule(matter.clause),
        strokes=waits.strokes,
    )


OF_GAMES: dict[str, tuple[str, Callable[[OfTournament, DeskMatter], Struct]]] = {
    "call": ("calls", _call),
    "result": ("results", _result),
}
"""In which list a matter of a game is told, and how, by its kind."""


def _slips(one: OfTournament) -> list[SlipWaiting]:
    """Every slip that waits for a verdict, overdue or not, unless an official put it off."""
    found = []
    for waiting in one.games.values():
        for matter in waiting.matters:
            slip = waiting.waits.slip
            if matter.kind in ("slip", "verdicts-differ") and slip and not one.is_aside(matter):
                found.append(
                    SlipWaiting(
                        **(line_view(one, matter, _said_of(slip)) | {"since": slip.since}),
                        method=slip.method,
                        version=slip.version,
                        opinion=slip.opinion,
                        by_director=slip.by_director,
                        confirmed=slip.confirmed,
                        handed_over=slip.handed_over,
                    )
                )
    return found


def _said_of(slip: Slip) -> str:
    """A slip in one line; its words are the judge's business."""
    if slip.by_director:
        return say("desk.the-director-gives-the-final")
    where = (
        say("desk.slip-handed-over")
        if slip.handed_over
        else say("desk.words-confirmed")
        if slip.confirmed
        else say("desk.slip-being-written")
    )
    if slip.opinion > 1:
        return say("desk.opinion-where", opinion=slip.opinion, where=where)
    return say("desk.challenge-where", where=where)


def _other(one: OfTournament, matter: DeskMatter) -> MatterView:
    return MatterView(**_words(one, matter))


def _words(one: OfTournament, matter: DeskMatter) -> dict[str, Any]:
    return {
        **line_view(one, matter),
        "called": matter.wording,
        "words": matter.words,
        "clause": matter.clause,
        "rule": of_rule(matter.clause),
    }


def _missing(one: OfTournament) -> list[SlipsMissing]:
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


# How much waits in each area of the service, as the bar of every official's page tells it.
#
# Counted once for each state of the record, and anew with every minute, by which some things fall
# due: who reads one page after another asks for nothing.


class Count(NamedTuple):
    """How much waits in an area; ``urgent``: somebody waits for it now."""

    number: int
    urgent: bool = False


def areas_waiting(slug: str) -> Mapping[str, Count]:
    """By area, how much waits in a tournament, or in all that are played; nothing: not named."""
    minute = accounts().desk.now().replace(second=0, microsecond=0)
    stamp = (the_site().follows_to(), minute)
    kept: dict[str, tuple[object, dict[str, Count]]] = current_app.extensions.setdefault(
        "areas_waiting", {}
    )
    known = kept.get(slug)
    if known is None or known[0] != stamp:
        known = kept[slug] = (stamp, _areas_counted([inbox_of(one) for one in running(slug)]))
    return known[1]


def _areas_counted(all_of_them: list[OfTournament]) -> dict[str, Count]:
    desk, cases, results, slips = 0, 0, 0, 0
    for one in all_of_them:
        waiting = [matter for matter in one.matters if not one.is_aside(matter)]
        desk += sum(URGENCY[matter.kind] == "now" for matter in waiting)
        cases += len({matter.named.subject for matter in waiting if matter.kind in OF_CASES})
        results += sum(told.missing for told in _missing(one))
        slips += sum(game.waits.slip is not None for game in one.games.values())
    counted = {
        "desk": Count(desk, urgent=True),
        "cases": Count(cases),
        "results": Count(results),
        "judge": Count(slips),
    }
    return {area: count for area, count in counted.items() if count.number}


def _later(one: OfTournament) -> list[LaterView]:
    """What was put off and has not come back."""
    found = []
    for matter in one.matters:
        put = one.put_off(matter.named) if one.is_aside(matter) else None
        if put is not None:
            found.append(
                LaterView(
                    **_words(one, matter),
                    until=until_told(put.fact.until),
                    at=put.fact.at.isoformat() if put.fact.at else None,
                    reason=reason_given(put.fact.reason),
                    by=put.by,
                    put_off_at=put.at.isoformat(),
                    back=_way_back(one, put.command),
                )
            )
    return found


def _waived(one: OfTournament) -> list[AsideWaiting]:
    """What was waived in rounds that are open: it can be taken back."""
    if one.tournament is None:
        return []
    closed = set(one.tournament.closed)
    open_games = {
        row.id for row in one.rows.values() if (row.division, row.round_number) not in closed
    }
    return [
        AsideWaiting(
            matter=NamedView(*line.named),
            where=where_view(one, line.game),
            tournament=one.slug,
            words=line.words,
            reason=reason_given(line.reason),
            by=line.by,
            since=line.at.isoformat(),
            gone=line.gone,
            back="" if line.gone else _way_back(one, line.act),
        )
        for line in waived_of(one.tournament.set_aside, numbers_of(one.files), open_games)
        if line.game is not None
    ]


def _unwritten(one: OfTournament, entries: dict[UUID, DeskMatter]) -> list[EntryWaiting]:
    """The entries that came too late and that nobody has settled. Few: their sheets are read."""
    desk = accounts().desk
    found = []
    for game in {matter.named.subject for matter in entries.values()} & set(one.games):
        for entry in waiting_at(desk.sheet(game)):
            if entry.entry in entries:
                line = line_view(
                    one, entries[entry.entry], say("desk.not-written-told", told=entry.told)
                )
                line["since"] = entry.answered_at.isoformat()
                found.append(EntryWaiting(**line, entry=entry))
    return found


def _by_since(found: list[Any]) -> tuple[Any, ...]:
    """The longest wait first; what waits since nobody knows when, last."""
    latest = datetime.max.replace(tzinfo=UTC)
    return tuple(
        sorted(found, key=lambda one: datetime.fromisoformat(one.since) if one.since else latest)
    )
