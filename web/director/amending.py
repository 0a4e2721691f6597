"""The page on which an amendment of a signed result is decided: as signed, as asked, as counted."""

from __future__ import annotations

from flask import Response, make_response, redirect, render_template, request

from ledger import rulebook
from ledger.desk.requests import Refused, must_be_written
from ledger.game.results.amending import AmendResult, Permission, ReopenResult, may_amend
from ledger.game.results.signatures import amendments_view, signatures_view
from ledger.game.results.signing import RefuseAmendment
from ledger.game.sheet.rescoring import findings
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.requests.request import Request
from ledger.tournament.rounds import last_round_is_over
from ledger.vocabulary import Points, Role, Seat, Totals
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.frame.addresses import game_at, of_game, to_rule_on
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages, of_a_game
from web.frame.refused import must_be_for_a_page, status_of

pages = Pages("amending", manual="director")


@pages.get(*of_a_game("amend"), who=DIRECTORS)
def page(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> str:
    return _page(game_at(slug, division, round_number, table, replay))


@pages.post(*of_a_game("amend"), who=DIRECTORS)
def do(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> Response:
    """Amend the result (``what=amend``), refuse it (``refuse``), or reopen it (``reopen``).

    Where the book leaves it to a ruling, it leads to the case in which it is ruled; all else that
    the desk refuses is said on the page.
    """
    row = game_at(slug, division, round_number, table, replay)
    sent = sent_by_form(signed_in().badge)
    try:
        outcome = accounts().desk.enter(row.id, _asked(), sent)
        if isinstance(outcome, Refused) and outcome.ruling:
            must_be_for_a_page(outcome.refusal)
            return make_response(redirect(to_rule_on(slug, sent.command_id), 303))
        must_be_written(outcome)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_page(row, refusal), status_of(refusal))
    return make_response(redirect(of_game(row, "amending.page"), 303))


def _asked() -> Request:
    form = request.form
    reason, what = form.get("reason", "").strip(), form.get("what", "")
    if what == "refuse":
        return RefuseAmendment(reason=reason)
    if what == "reopen":
        return ReopenResult(reason=reason)
    if what == "amend":
        told = tuple(seat.value for seat in Seat) if form.get("told") else ()
        return AmendResult(now=(_points("first"), _points("second")), reason=reason, told=told)
    raise Refusal(
        "unreadable-request",
        "There is no such form on the page of an amendment.",
        "Go back to the page you came from, and try again.",
    )


def _points(name: str) -> Points:
    text = request.form.get(name, "").strip().replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 5):
        raise Refusal(
            "unreadable-request", "A score is missing, or is no number.", "Write both scores."
        )
    return Points(int(text))


def _page(row: GameRow, refused: Refusal | None = None) -> str:
    sheet = accounts().desk.sheet(row.id)
    petition = sheet.result.amending
    now = petition.now if petition is not None else None
    return render_template(
        "games/amend.html",
        game=row,
        sheet=sheet,
        petition=petition,
        now=now or sheet.stands,
        counted=_as_counted(sheet),
        rule=_rule(sheet, now or sheet.stands[::-1]),
        signatures=signatures_view(sheet),
        amendments=amendments_view(sheet),
        findings=[one for one in findings(sheet) if not one.resolved],
        directs=signed_in().role is Role.DIRECTOR,
        refusal=refused,
        form=request.form,
    )


def _as_counted(sheet: Sheet) -> Totals:
    """The totals of the sheet, with each turn that stands at what its tiles count."""
    totals = [int(total) for total in sheet.totals]
    for line in sheet.lines:
        if line.is_turn and line.computed is not None and not line.withdrawn:
            totals[line.seat.place] += line.computed - line.score
    return Points(totals[0]), Points(totals[1])


def _rule(sheet: Sheet, now: Totals) -> Permission:
    """What the book says about it, taking the director and both players to agree."""
    return may_amend(
        now=now,
        was=sheet.stands,
        handed_in=sheet.result.handed_in is not None,
        agreed=True,
        director=True,
        last_round_over=last_round_is_over(accounts().desk.log, sheet.scheduled),
        rules=rulebook.rules_of(sheet.scheduled),
    )
