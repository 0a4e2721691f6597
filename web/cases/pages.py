"""The page of a case, the files kept with it, and each thing done about it."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from flask import (
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from msgspec.structs import replace

from ledger.desk.authority import looked_up
from ledger.desk.desk import Desk
from ledger.desk.requests import Sent
from ledger.hall import GameRow
from ledger.hall.rows import TAKEN_BACK
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts import BundleIssued
from ledger.incidents.reports import reason_of
from ledger.incidents.requests import CaseRequest
from ledger.incidents.wording import number_wording
from ledger.proof.paper_requests import CaseToPrint
from ledger.record.events import tournament_id
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import (
    AcceptedByExecutive,
    AppealedAgainst,
    AppealOutcome,
    StatementRole,
    StateOfMind,
    choices,
)
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS, THE_DIRECTOR
from web.access.visitors import accounts, signed_in
from web.cases.appealed import carrying_out
from web.cases.case_view import case_shown, refused_in
from web.cases.fields import is_looking, is_only_edited, whole_number
from web.cases.foreseen import (
    LIVE,
    Foreseen,
    drafted,
    foreseen,
    form_filled,
    given_as_seen,
    look,
    must_still_do_so,
    shown_alone,
    to_look_at,
)
from web.cases.forms import MEMBERS, step_of, warning_in
from web.cases.told import attached_to
from web.downloads.files import named_plainly
from web.frame.addresses import tournament_at
from web.frame.bodies import sent_by_form
from web.frame.pages import JPEG, PDF, PHOTO, Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.site.site import the_bundler, the_site

pages = Pages("cases", manual="director")

WEIGHTY = frozenset(
    {"rule", "penalise", "tell", "appeal", "decide-appeal", "carry-nothing-out", "close"}
)
"""Forms that decide something: nobody does so on what another official has changed meanwhile."""

FILLED = frozenset({"rule", "draft"})
"""Forms that may have been filled from a prepared ruling."""

SEEN_FIRST = frozenset({"rule", "penalise"})
"""Forms that are given only once it was seen what they do."""


@pages.get("/t/<slug>/cases/<int:number>", who=DIRECTORS)
def one(slug: str, number: int) -> str:
    """The page of a case, its form of a ruling filled from what is prepared (``?draft=``).

    ``?carry=`` fills it from the decision on appeal that is to be carried out.
    """
    desk = accounts().desk
    version = request.args.get("draft", 0, type=int)
    filled = {}
    if version:
        draft = drafted(desk, desk.cases.numbered(slug, number)[1], version)
        filled = form_filled(draft, version) if draft else {}
    elif request.args.get("carry"):
        filled = carrying_out(desk.cases.numbered(slug, number)[1])
    return case_page(slug, number, filled=filled)


@pages.post("/t/<slug>/cases/<int:number>/attach", who=THE_DIRECTOR, reads=PHOTO)
def attach(slug: str, number: int) -> Response:
    return do(slug, number, "attach")


@pages.get("/t/<slug>/cases/<int:number>/<digest>.jpg", who=DIRECTORS, answers=JPEG)
def photo(slug: str, number: int, digest: str) -> Response:
    desk = accounts().desk
    _, file = desk.cases.numbered(slug, number)
    there = [one for one in attached_to(desk, file) if one.digest == digest]
    kept = desk.log.words_of(digest) if there and there[0].is_shown else None
    if kept is None or there[0].taken_back:
        abort(404)
    response = Response(kept, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, no-store"
    return response


@pages.get("/t/<slug>/cases/<int:number>/issued/<digest>.pdf", who=DIRECTORS, answers=PDF)
def issued(slug: str, number: int, digest: str) -> Response:
    """A bundle that was handed out, byte for byte as it was then, never signed again."""
    desk = accounts().desk
    _, file = desk.cases.numbered(slug, number)
    digests = [one.digest for one in file.each(BundleIssued)]
    if digest not in digests:
        abort(404)
    nth = digests.index(digest) + 1
    response = Response(
        the_bundler().again(CaseToPrint(slug, number), nth), mimetype="application/pdf"
    )
    name = f"{named_plainly(slug)}-{number_wording(number).lower()}-bundle-{nth}.pdf"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


@pages.post("/t/<slug>/cases/<int:number>/<word:step>", who=DIRECTORS)
def do(slug: str, number: int, step: str) -> Response:
    """One thing done about the case; ``preview`` with it only shows what it would do."""
    desk = accounts().desk
    tournament, file = desk.cases.numbered(slug, number)
    sent = sent_by_form(signed_in().badge)
    if is_looking():
        return make_response(case_page(slug, number))
    try:
        if step == "warn":
            desk.must_write(tournament_id(slug), warning_in(file), replace(sent, case=file.id))
            return make_response(redirect(url_for("cases.one", slug=slug, number=number), 303))
        if is_only_edited():
            return make_response(case_page(slug, number))
        with looked_up(sent.by, signed_in().role):
            seen = _done(desk, file, step, sent, tournament)
        if seen is not None:
            return _shown(slug, number, seen)
    except Refusal as refusal:
        if step == "issue" and was_written(desk.cases.case(file.id), sent):
            return _handed_out(slug, number)
        must_be_for_a_page(refusal)
        if request.form.get("preview") == LIVE:
            return make_response(shown_alone(None, refusal))
        return make_response(case_page(slug, number, refusal=refusal), status_of(refusal))
    if step == "issue":
        return _handed_out(slug, number)
    return make_response(redirect(url_for("cases.one", slug=slug, number=number), 303))


def _done(
    desk: Desk, file: CaseFile, step: str, sent: Sent, tournament: Tournament
) -> Foreseen | None:
    """Do what the form asks; what it would do, where that is still to be looked at."""
    named = whole_number(request.form.get("draft", "")) if step in FILLED else 0
    sheet = desk.sheet(file.opened.game) if file.opened.game else None
    draft = drafted(desk, file, named)
    desk_request, words = step_of(step, file, refused_in(desk, file), draft, sheet)
    if step in WEIGHTY:
        desk_request = replace(desk_request, seen=whole_number(request.form.get("seen", "")))
    if step == "second":
        must_still_do_so(desk, file, tournament, request.form)
    if step not in SEEN_FIRST:
        desk.must_write(file.id, desk_request, sent, words)
    elif not was_written(file, sent):
        return _given(desk, file, desk_request, sent, tournament)
    return None


def _given(
    desk: Desk, file: CaseFile, desk_request: CaseRequest, sent: Sent, tournament: Tournament
) -> Foreseen | None:
    """Give what was seen; what it would do, where that is still to be looked at."""

    def looking() -> Foreseen:
        return foreseen(look(desk, file, desk_request, sent), desk_request, tournament)

    def give(version: int, sent: Sent) -> None:
        desk.must_write(file.id, replace(desk_request, game_seen=version), sent)

    now = looking()
    if (first := to_look_at(now, desk, file.opened.game)) is not None:
        return first
    given_as_seen(give, sent, looking, request.form.get("previewed", ""), now)
    return None


def _shown(slug: str, number: int, seen: Foreseen) -> Response:
    """The preview: alone for a form that is being typed, else on its page."""
    if request.form.get("preview") == LIVE:
        return make_response(shown_alone(seen))
    return make_response(case_page(slug, number, seen=seen), 409 if seen.anew else 200)


def _handed_out(slug: str, number: int) -> Response:
    address = url_for("cases.one", slug=slug, number=number, handed=1, _anchor="papers-title")
    return make_response(redirect(address, 303))


def was_written(file: CaseFile, sent: Sent) -> bool:
    """Whether a form handed in twice was taken: a bundle signed, or a ruling given as it was seen.

    Two signatures of one file are never alike, and a ruling that was given does otherwise by now.
    """
    return sent.command_id in [event.envelope.command_id for event in file.events]


def case_page(
    slug: str,
    number: int,
    *,
    refusal: Refusal | None = None,
    seen: Foreseen | None = None,
    filled: dict[str, str] | None = None,
    step: str = "",
) -> str:
    """The page of a case.

    Args:
      seen: what it would do, where that was only asked.
      step: the form that was handed in; empty: the one that the address names.
    """
    case = case_shown(accounts().desk, slug, number, partial(_row_in, slug))
    return render_template(
        "cases/case.html",
        tournament=tournament_at(slug),
        case=case,
        refusal=refusal,
        seen=seen,
        form=request.form,
        filled=filled or {},
        looking=is_looking(),
        step="rule" if filled else step or (request.view_args or {}).get("step", ""),
        badge=signed_in().badge,
        role=signed_in().role,
        roles=choices(StatementRole),
        minds=choices(StateOfMind),
        ruling=case.ruling,
        against=choices(AppealedAgainst),
        outcomes=choices(AppealOutcome),
        answers=choices(AcceptedByExecutive),
        members=MEMBERS,
        seats=tuple(Seat),
        reason_of=reason_of,
    )


def _row_in(slug: str, game: UUID) -> GameRow | None:
    """The game as lists of its tournament have it; ``None`` where they have it no more."""
    row = the_site().hall.game(game)
    return row if row and row.tournament == slug and TAKEN_BACK not in row.flags else None


def rows_of(slug: str) -> dict[UUID, GameRow]:
    return {row.id: row for row in the_site().hall.games(slug)}
