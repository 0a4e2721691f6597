"""The list of a tournament's cases, and the form that opens one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast
from uuid import UUID

from flask import Response, make_response, redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from ledger.desk.desk import seen_on
from ledger.desk.matters import RefusedRequest, refused_entry
from ledger.desk.requests import Sent
from ledger.desk.sheet_cache import no_such_game
from ledger.game.calls.facts import DirectorCalled
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile, case_file
from ledger.incidents.opening import About, OpenCase, about_of
from ledger.incidents.requests import CaseRequest
from ledger.incidents.wording import (
    LONGEST_TITLE,
    about_wording,
    finding_wording,
    title_wording,
)
from ledger.matters.in_game import matters_in
from ledger.messages import ENGLISH, known, say, speaking
from ledger.messages.coded import Kept, kept, tellings
from ledger.record.events import Event, case_id
from ledger.refusals.saying import refusal as refusal_of
from ledger.rulebook import Rulebook, rules_of
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import CaseAbout, CaseRaisedBy, choices
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.cases.foreseen import (
    LIVE,
    Foreseen,
    by_one,
    foreseen,
    given_as_seen,
    look,
    shown_alone,
    to_look_at,
)
from web.cases.form_fields import is_looking, is_only_edited, rule_in, whole_number
from web.cases.forms import step_of
from web.cases.pages import case_page, pages, rows_of
from web.cases.ruling_form import asked_then, over_a_refusal
from web.entry.request_wording import request_view
from web.frame.addresses import tournament_at
from web.frame.bodies import sent_by_form
from web.frame.refused import must_be_for_a_page, status_of

STATES = ("open", "ruled", "closed")
"""How far a case has got, as the tabs of the list tell it."""


def state_of(file: CaseFile) -> str:
    """Which list it stands in: nothing ruled yet, ruled and not finished, closed."""
    return "closed" if file.is_closed else "ruled" if file.ruling else "open"


@pages.get("/t/<slug>/cases/", who=DIRECTORS)
def register(slug: str) -> str:
    """The cases of a tournament, the latest first: ``?state=`` how far they have got.

    ``?q=``: of all of them those that have all of its words.
    """
    files = accounts().desk.cases.with_cases(slug)[1]
    rows = rows_of(slug)
    query = request.args.get("q", "").lower().split()[:12]
    asked = request.args.get("state", "")
    state = asked if asked in STATES else "open"
    found = [
        (number, file, rows.get(file.opened.game) if file.opened.game else None)
        for number, file in reversed(tuple(enumerate(files, 1)))
        if (all(word in _searched(file) for word in query) if query else state_of(file) == state)
    ]
    return render_template(
        "cases/register.html",
        tournament=tournament_at(slug),
        found=found,
        state=state,
        known=len(files),
        ruled=sum(state_of(file) == "ruled" for file in files),
        text=request.args.get("q", ""),
    )


@pages.get("/t/<slug>/cases/new", who=DIRECTORS)
def new(slug: str) -> str:
    """A case to be opened: about a table (``?game=``), a call (``?call=``), or neither.

    What was chosen about a refused entry on the page before stands in the address (``?decides=``).
    """
    return _new(slug, request.args)


@pages.post("/t/<slug>/cases/", who=DIRECTORS)
def open_one(slug: str) -> Response:
    """Open a case, and show it; with a ruling once it was seen what that does.

    The form once handed in twice opens one case, and rules once.
    """
    if is_looking():
        return make_response(_new(slug, request.form))
    live = request.form.get("preview") == LIVE
    try:
        if is_only_edited():
            return make_response(_new(slug, request.form))
        return opened_or_shown(slug, lambda seen: _new(slug, request.form, seen=seen))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if live:
            return make_response(shown_alone(None, refusal))
        status = 404 if refusal.code == "no-such-game" else status_of(refusal)
        unread = refusal.code in ("no-such-game", "no-such-entry")
        said: MultiDict[str, str] = MultiDict() if unread else request.form
        return make_response(_new(slug, said, refusal), status)


def opened_or_shown(slug: str, page: Callable[[Foreseen], str]) -> Response:
    """The way to the case that a form opens, or the page of the form with what it would do."""
    try:
        found = opened_from_form(slug)
    except HalfDone as half:
        shown = case_page(slug, half.number, refusal=half.refused, step="rule")
        return make_response(shown, status_of(half.refused))
    if not isinstance(found, Foreseen):
        return shown_case(slug, found)
    if request.form.get("preview") == LIVE:
        return make_response(shown_alone(found))
    return make_response(page(found), 409 if found.anew else 200)


def shown_case(slug: str, number: int) -> Response:
    return make_response(redirect(url_for("cases.one", slug=slug, number=number), 303))


RULES = "rules"
"""The hidden field of a form that opens a case and rules on it at once."""


def _has_a_finding() -> bool:
    """Whether the form rules at once; ours say so, also while the finding is empty."""
    return RULES in request.form or bool(request.form.get("finding", "").strip())


class Opening(NamedTuple):
    asked: OpenCase
    sent: Sent
    refused: RefusedRequest | None

    @property
    def stream(self) -> UUID:
        return case_id(self.sent.command_id)


def opened_from_form(slug: str) -> int | Foreseen:
    """Open the case that the form asks for, and rule on it where it is to be; its number.

    A ruling is looked at first: what it would do is the answer until the form says that this was
    seen. A ruling that would be refused opens no case: the form is put right and sent again.
    """
    opening = _opening(slug)
    desk, stream = accounts().desk, opening.stream
    if desk.log.version_of(stream):
        return desk.cases.case(stream).opened.number  # the form was handed in before
    rules_at_once = opening.refused is not None or _has_a_finding()
    if request.form.get("only") or not rules_at_once:
        desk.must_write(stream, opening.asked, opening.sent)
        return desk.cases.case(stream).opened.number
    return _opened_and_ruled(slug, opening)


BEGINS = "begins"
"""The field of the form that names what a case begins with.

A matter of its game, as ``step|12``, or what was supposed on the page of evidence, as
``what-if|off``.
"""


def _begun(
    said: MultiDict[str, str], sheet: Sheet | None, refused: RefusedRequest | None
) -> Callable[[], str]:
    """Tells what a case is called where nobody types a title; nothing where the record knows none.

    It is told of the record alone, in each language: no words of it come with an address or a form.
    """
    if sheet is None:
        return str
    if refused is not None:
        return asked_then(refused, sheet)
    kind, _, which = said.get(BEGINS, "").partition("|")
    if kind == "what-if" and known(f"replay.suppose.{which}"):
        return lambda: say("replay.what-if-this", way=say(f"replay.suppose.{which}"))
    if kind:
        return lambda: next(
            (
                one.words
                for one in matters_in(sheet).matters
                if (one.kind, one.named.which) == (kind, which)
            ),
            "",
        )
    call = whole_number(said.get("call", ""))
    called = sheet.event(call).fact if 1 <= call <= sheet.version else None
    if not isinstance(called, DirectorCalled):
        return str
    reason = f"game_calls.reason-{called.reason}"
    return lambda: say(reason) if known(reason) else called.reason


def _titled(typed: str, begun: Callable[[], str]) -> tuple[str, Kept]:
    """The title of a case as it is kept, and as code and arguments where nobody typed another."""
    coded = kept(begun)
    shown = (telling[:LONGEST_TITLE].strip() for telling in tellings(coded))
    if typed and typed not in shown:
        return typed, ""
    with speaking(ENGLISH):
        return begun()[:LONGEST_TITLE], coded


def _opening(slug: str) -> Opening:
    form = request.form
    seat = form.get("seat", "")
    refused = _refused(form)
    game = refused.game if refused else _game(form)
    if game is not None and game not in rows_of(slug):
        raise no_such_game(game)
    sheet = accounts().desk.sheet(game) if game is not None else None
    title, coded = _titled(form.get("title", "").strip(), _begun(form, sheet, refused))
    desk_request = OpenCase(
        game=game,
        entry=refused.entry if refused else None,
        tournament="" if game else slug,
        category=cast("Any", form.get("category", "")),  # the desk looks which it is
        raised_by=cast("Any", form.get("raised_by", "")),
        seat=Seat(seat) if seat in set(Seat) else None,
        title=title,
        title_coded=coded,
        rule=rule_in("rule"),
        offence=form.get("offence", ""),
        although=form.get("although", "").strip(),
        player=whole_number(form.get("player", "")),
        call=whole_number(form.get("call", "")),
        about_event=whole_number(form.get("about", "")) or None,
    )
    return Opening(desk_request, sent_by_form(signed_in().badge), refused)


def _opened_and_ruled(slug: str, opening: Opening) -> int | Foreseen:
    """The number of the case, once what its ruling does was seen; until then, what it does."""
    desk, stream, game = accounts().desk, opening.stream, opening.asked.game
    tournament = desk.cases.tournament(slug)
    follows = opening.sent.followed_by("ruling")

    def ruling_in(file: CaseFile) -> CaseRequest:
        sheet = desk.sheet(game) if game else None
        return step_of("rule", file, opening.refused, sheet=sheet).asked

    def would_write(*, alone: bool) -> tuple[CaseRequest, tuple[Event, ...]]:
        events = desk.would_write(stream, opening.asked, opening.sent)
        begun = tuple(one for one in events if one.originator_id == stream)
        as_opened = case_file(begun)
        assert as_opened is not None, "a case was opened"
        ruling = ruling_in(as_opened)
        desk_request = by_one(ruling) if alone else ruling
        return ruling, desk.would_write(stream, desk_request, follows, begun=begun)

    def looking() -> Foreseen:
        ruling, events = would_write(alone=True)
        return foreseen(seen_on(desk, game, events), ruling, tournament)

    if (now := to_look_at(looking(), desk, game)) is not None:
        return now
    would_write(alone=False)  # refused, if it is, before anything is opened
    desk.must_write(stream, opening.asked, opening.sent)
    file = desk.cases.case(stream)

    def give(version: int, sent: Sent) -> None:
        desk.must_write(stream, replace(ruling_in(file), game_seen=version), sent)

    def looking_again() -> Foreseen:
        ruling = ruling_in(file)
        return foreseen(look(desk, file, ruling, follows), ruling, tournament)

    try:
        given_as_seen(give, follows, looking_again, request.form.get("previewed", ""))
    except Refusal as refused:
        raise HalfDone(file.opened.number, refused) from None
    return file.opened.number


class HalfDone(Exception):
    """A case was opened, and its ruling refused: the table wrote in between."""

    def __init__(self, number: int, refused: Refusal) -> None:
        super().__init__(number)
        self.number = number
        self.refused = refused


def _new(
    slug: str,
    said: MultiDict[str, str],
    refusal: Refusal | None = None,
    seen: Foreseen | None = None,
) -> str:
    rows = rows_of(slug)
    refused = None
    if refusal is None or said:
        refused = _refused(said)
    game = refused.game if refused else _game(said)
    row = rows.get(game) if game else None
    desk = accounts().desk
    tournament = desk.cases.tournament(slug)
    sheet = desk.sheet(game) if row and game else None
    ruling = over_a_refusal(refused, sheet, tournament) if refused and sheet else None
    if ruling and request.method == "GET" and said.get("decides"):
        said = MultiDict({**said, "finding": ruling.finding(said)})
    return render_template(
        "cases/new.html",
        tournament=tournament_at(slug),
        players=tournament.players,
        row=row,
        rows=sorted(
            (row for row in rows.values() if row.state != "scheduled"),
            key=lambda row: (-row.round_number, row.division, row.table),
        ),
        said=said,
        refusal=refusal,
        looking=is_looking(),
        about=_about(said, game if row else None, refused, tournament.rules),
        begun=_begun(said, sheet, refused)()[:LONGEST_TITLE],
        seen=seen,
        refused=refused,
        wanted=request_view(refused.wanted, sheet) if refused and sheet else None,
        ruling=ruling,
        categories=choices(CaseAbout),
        raised=choices(CaseRaisedBy),
        seats=tuple(Seat),
    )


class AboutNew(NamedTuple):
    """What the form begins with: what the case is about, and the rule for what no other settles."""

    known: About
    rule: str
    fallback: str


def _about(
    said: MultiDict[str, str], game: UUID | None, refused: RefusedRequest | None, rules: Rulebook
) -> AboutNew:
    """What the record knows of what the case would be about, and what the address says of it.

    A rule in the address that only leaves a matter to the director gives way to the rule of the
    procedure that is open at the table.
    """
    fallback, named = str(rules.fallback.decides), said.get("rule", "")
    if game is None:
        return AboutNew(About("other", ""), named, fallback)
    sheet = accounts().desk.sheet(game)
    with speaking(ENGLISH):
        begun = _begun(said, sheet, refused)()
    about = about_of(
        sheet,
        rules_of(sheet.scheduled),
        call=whole_number(said.get("call", "")),
        request=str(refused.wanted.asked.get("ask", "")) if refused else "",
        words=said.get("title", "") or begun,
    )
    if refused is not None:
        return AboutNew(about, named or refused.refusal.clause, fallback)
    is_general = request.method == "GET" and named in ("", fallback)
    return AboutNew(about, (about.rule or named) if is_general else named, fallback)


def _refused(said: MultiDict[str, str]) -> RefusedRequest | None:
    entry = said.get("entry", "")
    if not entry:
        return None
    try:
        return refused_entry(accounts().desk.log, UUID(entry))
    except ValueError:
        raise refusal_of("no-such-entry/to-rule-on") from None


def _game(said: MultiDict[str, str]) -> UUID | None:
    """The game that is named; ``None`` for none, or what is no name of one."""
    try:
        return UUID(said.get("game", ""))
    except ValueError:
        return None


def _searched(file: CaseFile) -> str:
    ruling = file.ruling
    said = [title_wording(file.opened), about_wording(file.opened.category), file.opened.rule]
    said += [file.state, say(f"cases.state.{file.state.replace(' ', '-')}")]
    if ruling is not None:
        said += [finding_wording(ruling), ruling.citation, ruling.found, *ruling.consequences]
    return " ".join(said).lower()
