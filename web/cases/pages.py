"""The page of a case, the files kept with it, and each thing done about it."""

from __future__ import annotations

from uuid import UUID

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from msgspec.structs import replace

from ledger.desk.preview import Preview, preview
from ledger.desk.requests import Sent
from ledger.hall import GameRow
from ledger.incidents.asking import AskedOfCase
from ledger.incidents.case_file import CaseFile, case_in
from ledger.incidents.consequences import reason_of
from ledger.incidents.facts.appeals import BundleIssued
from ledger.incidents.in_words import number_told
from ledger.incidents.numbered import case_numbered
from ledger.incidents.ruling import GiveRuling
from ledger.record.streams import tournament_id
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
from web.access.visitors import signed_in, the_badges
from web.cases.appeal_forms import MEMBERS
from web.cases.appealed import carrying_out
from web.cases.drafts import drafted, form_filled
from web.cases.fields import whole_number
from web.cases.foreseen import would_be_written
from web.cases.forms import step_of, warning_in
from web.cases.rule_field import is_looking
from web.cases.shown import case_shown, refused_in
from web.cases.told import attached_to
from web.downloads.files import named_plainly
from web.frame.addresses import tournament_at
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form
from web.site.site import the_bundler, the_site
from web.site.to_print import CaseToPrint

bp = Blueprint("cases", __name__)

AT_A_TABLE = ("in time", "too late", "not established", "the entry stands")
FINDINGS = {
    "conduct": ("it happened as reported", "not established", "no breach of a rule"),
    "equipment": ("the equipment stays", "the equipment is replaced", "not established"),
    "late": ("in time", "too late", "for a good reason", "not established"),
    "time": ("the clock stands", "both clocks are set", "not established", "in time", "too late"),
}
"""What a tap fills in as the finding, by what the case is about."""

WEIGHTY = frozenset(
    {"rule", "penalise", "tell", "appeal", "decide-appeal", "carry-nothing-out", "close"}
)
"""Forms that decide something: nobody does so on what another official has changed meanwhile."""

FILLED = frozenset({"rule", "draft"})
"""Forms that may have been filled from a prepared ruling."""


@bp.get("/t/<slug>/cases/<int:number>")
def one(slug: str, number: int) -> str:
    """The page of a case, its form of a ruling filled from what is prepared (``?draft=``).

    ``?carry=`` fills it from the decision on appeal that is to be carried out.

    Raises:
      Refusal: ``no-such-tournament``, ``no-such-case``, ``no-such-draft``.
    """
    desk = the_badges().desk
    version = request.args.get("draft", 0, type=int)
    filled = {}
    if version:
        draft = drafted(desk, case_in(desk.log, case_numbered(desk.log, slug, number)[1]), version)
        filled = form_filled(draft, version) if draft else {}
    elif request.args.get("carry"):
        filled = carrying_out(case_in(desk.log, case_numbered(desk.log, slug, number)[1]))
    return case_page(slug, number, filled=filled)


@bp.post("/t/<slug>/cases/<int:number>/attach")
def attach(slug: str, number: int) -> Response:
    """A photograph put with the case."""
    return do(slug, number, "attach")


@bp.get("/t/<slug>/cases/<int:number>/<digest>.jpg")
def photo(slug: str, number: int, digest: str) -> Response:
    """A photograph of the case, as it is kept.

    Raises:
      Refusal: ``no-such-tournament`` or ``no-such-case``.
    """
    desk = the_badges().desk
    _, stream = case_numbered(desk.log, slug, number)
    there = [one for one in attached_to(desk, case_in(desk.log, stream)) if one.digest == digest]
    kept = desk.log.words_of(digest) if there and there[0].is_shown else None
    if kept is None or there[0].taken_back:
        abort(404)
    response = Response(kept, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, no-store"
    return response


@bp.get("/t/<slug>/cases/<int:number>/issued/<digest>.pdf")
def issued(slug: str, number: int, digest: str) -> Response:
    """A bundle that was handed out, byte for byte as it was then: made again, never signed again.

    Raises:
      Refusal: ``no-such-tournament``, ``no-such-case``; ``bundle-differs``, ``section-lost``.
    """
    desk = the_badges().desk
    _, stream = case_numbered(desk.log, slug, number)
    digests = [one.digest for one in case_in(desk.log, stream).each(BundleIssued)]
    if digest not in digests:
        abort(404)
    nth = digests.index(digest) + 1
    response = Response(
        the_bundler().again(CaseToPrint(slug, number), nth), mimetype="application/pdf"
    )
    name = f"{named_plainly(slug)}-{number_told(number).lower()}-bundle-{nth}.pdf"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


@bp.post("/t/<slug>/cases/<int:number>/<word:step>")
def do(slug: str, number: int, step: str) -> Response:
    """One thing done about the case; ``preview`` with it only shows what it would do."""
    desk = the_badges().desk
    _, stream = case_numbered(desk.log, slug, number)
    file = case_in(desk.log, stream)
    sent = sent_by_form(signed_in().badge)
    if is_looking():
        return make_response(case_page(slug, number))
    try:
        if step == "warn":
            desk.must_write(tournament_id(slug), warning_in(file), replace(sent, case=stream))
            return make_response(redirect(url_for("cases.one", slug=slug, number=number), 303))
        named = whole_number(request.form.get("draft", "")) if step in FILLED else 0
        asked, words = step_of(step, file, refused_in(desk, file), drafted(desk, file, named))
        if step in WEIGHTY:
            asked = replace(asked, seen=whole_number(request.form.get("seen", "")))
        if request.form.get("preview"):
            seen = preview(desk, stream, file.opened.game, _by_one(asked), sent)
            return make_response(case_page(slug, number, seen=seen))
        desk.must_write(stream, asked, sent, words)
    except Refusal as refusal:
        if step == "issue" and _was_issued(case_in(desk.log, stream), sent):
            return _handed_out(slug, number)
        must_be_for_a_page(refusal)
        return make_response(case_page(slug, number, refusal=refusal), status_of(refusal))
    if step == "issue":
        return _handed_out(slug, number)
    return make_response(redirect(url_for("cases.one", slug=slug, number=number), 303))


def _handed_out(slug: str, number: int) -> Response:
    """To the papers of the case, where the file that was just signed is there to be saved."""
    address = url_for("cases.one", slug=slug, number=number, handed=1, _anchor="papers-title")
    return make_response(redirect(address, 303))


def _was_issued(file: CaseFile, sent: Sent) -> bool:
    """Whether a form handed in twice had its bundle: two signatures of one file are never alike."""
    return any(event.envelope.command_id == sent.command_id for event in file.events)


def _by_one(asked: AskedOfCase) -> AskedOfCase:
    """A ruling looked at alone: whether another official has to agree is asked when it is given."""
    return replace(asked, alone=asked.alone or "-") if isinstance(asked, GiveRuling) else asked


def case_page(
    slug: str,
    number: int,
    *,
    refusal: Refusal | None = None,
    seen: Preview | None = None,
    filled: dict[str, str] | None = None,
) -> str:
    """The page of a case.

    Args:
      slug: of its tournament.
      number: of the case there.
      refusal: why what was asked is not done.
      seen: what it would do, where that was only asked.
      filled: what stands in the form of the ruling.
    """
    case = case_shown(the_badges().desk, slug, number, rows_of(slug))
    return render_template(
        "cases/case.html",
        tournament=tournament_at(slug),
        case=case,
        refusal=refusal,
        seen=seen,
        foreseen=would_be_written(seen, case) if seen else (),
        form=request.form,
        filled=filled or {},
        looking=is_looking(),
        step="rule" if filled else (request.view_args or {}).get("step", ""),
        badge=signed_in().badge,
        role=signed_in().role,
        roles=choices(StatementRole),
        minds=choices(StateOfMind),
        findings=FINDINGS.get(case.file.opened.category, AT_A_TABLE),
        against=choices(AppealedAgainst),
        outcomes=choices(AppealOutcome),
        answers=choices(AcceptedByExecutive),
        members=MEMBERS,
        seats=tuple(Seat),
        reason_of=reason_of,
    )


def rows_of(slug: str) -> dict[UUID, GameRow]:
    """The games of a tournament, as lists have them."""
    return {row.id: row for row in the_site().hall.games(slug)}
