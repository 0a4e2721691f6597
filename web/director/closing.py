"""The page on which a round is closed and opened again: what keeps it open, what was waived."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast
from uuid import UUID

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger.desk.desk import Desk
from ledger.desk.matters import matters_of_round, round_games
from ledger.game.calls.requests import DirectorSetsOut
from ledger.hall import GameRow
from ledger.matters.in_game import matters_in
from ledger.matters.matter import DeskMatter, numbers_of, waived_of
from ledger.messages import say
from ledger.record.events import tournament_id
from ledger.requests import Request
from ledger.tournament.matters import WaiveMatter, by_kind, counted, open_in, some_of
from ledger.tournament.rounds import CloseRound, ReopenRound, Waives
from ledger.tournament.tournament import Named, Tournament
from ledger.vocabulary import Role
from ledger.vocabulary.desk_matters import AT_A_TABLE, NEVER_WAIVED, MatterKind
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.director.desk import SIGNS
from web.director.inbox import OfTournament, Verb, first_verb, inbox_of
from web.frame.addresses import tournament_at
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of

# What the page that closes a round lists: what keeps it open.


class Line(NamedTuple):
    """A matter that keeps a round open, in one line.

    Attributes:
      together: whether it may be waived with others.
      alone: whether it may be waived by itself.
    """

    key: str
    matter: DeskMatter
    row: GameRow | None
    verb: Verb
    together: bool
    alone: bool


class Group(NamedTuple):
    kind: MatterKind
    words: str
    lines: list[Line]


def key_of(named: Named) -> str:
    """What names a matter in a form.

    >>> key_of(Named("call", UUID(int=7), "12"))
    'call|00000000000000000000000000000007|12'
    """
    return f"{named.kind}|{named.subject.hex}|{named.which}"


def named_by(key: str) -> tuple[str, UUID, str]:
    """What a form names; whether there is such a matter the desk will say."""
    kind, _, rest = key.partition("|")
    subject, _, which = rest.partition("|")
    try:
        return kind, UUID(subject), which
    except ValueError:
        return kind, UUID(int=0), which


def waives_of(keys: Iterable[str]) -> tuple[Waives, ...]:
    named = dict.fromkeys(named_by(key) for key in keys if key.strip())
    return tuple(
        Waives(kind=cast("Any", kind), subject=subject, which=which)  # the desk looks which it is
        for kind, subject, which in named
    )


def groups_of(one: OfTournament, waiting: list[DeskMatter]) -> list[Group]:
    """What keeps a round open, by kind, the most pressing first."""
    return [
        Group(kind, some_of(kind, len(found)), [_line(one, matter) for matter in found])
        for kind, found in by_kind(waiting).items()
    ]


def _line(one: OfTournament, matter: DeskMatter) -> Line:
    row = one.rows.get(matter.game) if matter.game else None
    together = not matter.at_a_table
    alone = matter.at_a_table and matter.kind not in NEVER_WAIVED
    verb = first_verb(one, matter)
    if matter.kind == "call" and _is_attended(one, matter):
        verb = Verb(say("desk.settle-the-call"), url_for("desk.page", tournament=one.slug))
    return Line(key_of(matter.named), matter, row, verb, together, alone)


def _is_attended(one: OfTournament, matter: DeskMatter) -> bool:
    game = one.games.get(matter.game) if matter.game else None
    call = game.waits.call if game else None
    return call is not None and bool(call.coming or call.arrived)


def waiting_in(desk: Desk, tournament: Tournament, division: str, number: int) -> list[DeskMatter]:
    found = matters_of_round(
        desk.log, lambda game: matters_in(desk.sheet(game)), tournament, division, number
    )
    return open_in(tournament, found)


SIZES = (("a4", "A4"), ("letter", "Letter"))

pages = Pages("closing", manual="director", area="results")


class Meant(NamedTuple):
    stream: UUID
    asked: Request


@pages.get("/t/<slug>/r<int:round_number>/close", who=DIRECTORS)
def page(slug: str, round_number: int) -> str:
    """What keeps a round open, a line each; ``?division=`` of which.

    ``?alone=`` asks why one matter is waived.
    """
    return _page(slug, round_number, request.args.get("division", ""))


@pages.post("/t/<slug>/r<int:round_number>/close", who=DIRECTORS)
def do(slug: str, round_number: int) -> Response:
    """Do what a button of the page says; what the desk refuses is said there."""
    division = request.form.get("division", "")
    try:
        stream, desk_request = _meant(tournament_at(slug).slug, round_number, division)
        accounts().desk.must_write(stream, desk_request, sent_by_form(signed_in().badge))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_page(slug, round_number, division, refusal), status_of(refusal))
    where: dict[str, Any] = {
        "slug": slug,
        "round_number": round_number,
        "division": division or None,
    }
    return make_response(redirect(url_for("closing.page", **where), 303))


def _meant(slug: str, round_number: int, division: str) -> Meant:
    """What the form asks: by the button of a line, or else by ``what``."""
    form, stream = request.form, tournament_id(slug)
    if key := form.get("sets-out"):
        return Meant(named_by(key)[1], DirectorSetsOut())
    reason, what = form.get("reason", ""), form.get("what", "")
    if what == "close":
        return Meant(stream, _closing(round_number, division, reason))
    if what == "reopen":
        desk_request = ReopenRound(round_number=round_number, division=division, reason=reason)
        return Meant(stream, desk_request)
    if what == "waive":
        return Meant(stream, WaiveMatter(**_named(form.get("key", "")), reason=reason))
    raise Refusal(
        "unreadable-request",
        say("desk.there-is-no-such-form"),
        say("desk.go-back-to-the-page"),
    )


def _closing(round_number: int, division: str, reason: str) -> CloseRound:
    """The round closed with what is ticked; with all that was listed, where their number is typed.

    What is waived is named as the page showed it: what came since is asked about again.
    """
    form = request.form
    typed = form.get("all", "").strip()
    listed = waives_of(form.get("listed", "").splitlines())
    if typed and typed != str(len(listed)):
        raise Refusal(
            "unreadable-request",
            say("desk.not-how-many", typed=typed[:20], n=len(listed)),
            say("desk.type-n-to-waive", n=len(listed)),
        )
    waives = listed if typed else waives_of(form.getlist("waive"))
    return CloseRound(
        round_number=round_number,
        division=division,
        last=bool(form.get("last")),
        waives=waives,
        count=int(typed or 0),
        waiving=reason,
    )


def _named(key: str) -> dict[str, Any]:
    kind, subject, which = named_by(key)
    return {"kind": cast("Any", kind), "subject": subject, "which": which}


def _missing_and_tasks(waiting: Sequence[DeskMatter]) -> str:
    """How many results are missing and what else is open, in one short line."""
    missing = sum(matter.kind == "unfinished" for matter in waiting)
    tasks = len(waiting) - missing
    told = [say("desk.results-missing", n=missing)] if missing else []
    if tasks:
        told.append(say("desk.tasks-open", n=tasks))
    return ", ".join(told)


def _page(slug: str, number: int, division: str, refused: Refusal | None = None) -> str:
    row, desk, one = tournament_at(slug), accounts().desk, inbox_of(slug)
    tournament = one.tournament
    games = round_games(tournament, division, number) if tournament else ()
    if tournament is None or not games:
        raise Refusal(
            "no-such-round",
            say("desk.no-round-of-division", name=row.name, number=number, division=division)
            if division
            else say("desk.no-round", name=row.name, number=number),
            say("desk.choose-a-round"),
        )
    rows = {game: one.rows[game] for game in games if game in one.rows}
    waiting = waiting_in(desk, tournament, division, number)
    groups = groups_of(one, waiting)
    waived = waived_of(tournament.set_aside, numbers_of(one.files), rows)
    query = request.form if refused else request.args
    alone = query.get("alone") or (query.get("key") if query.get("what") == "waive" else None)
    lines = {line.key: line for group in groups for line in group.lines}
    return render_template(
        "tournaments/close.html",
        tournament=row,
        round_number=number,
        division=division,
        groups=groups,
        open=len(waiting),
        counted=_missing_and_tasks(waiting),
        together=[line for line in lines.values() if line.together],
        counted_together=counted(line.matter for line in lines.values() if line.together),
        ticked=set(request.form.getlist("waive")) if refused else set(),
        typed=request.form if refused else {},
        waived=waived,
        alone=lines.get(alone or ""),
        rows=rows,
        at_a_table=AT_A_TABLE,
        signs=SIGNS,
        sizes=SIZES if tournament.paper == "a4" else SIZES[::-1],
        is_closed=(division, number) in tournament.closed,
        directs=signed_in().role is Role.DIRECTOR,
        refusal=refused,
    )
