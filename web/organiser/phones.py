"""Players' phones as the organiser sets them: check-in by the code at the door, and the phase."""

from __future__ import annotations

from secrets import token_bytes
from typing import NamedTuple, cast

import segno
from flask import Response, abort, make_response, redirect, render_template, request, url_for
from markupsafe import Markup

from ledger.hall.phases import DivisionPhase, phase_of
from ledger.record.events import tournament_id
from ledger.record.kept_words import KeptWords
from ledger.tournament.opening import SetRoundPhase
from ledger.tournament.players import LetPhonesCheckIn
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.closed_lists import RoundPhase, choices
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.frame.addresses import course_at, tournament_at
from web.frame.bodies import salt_of_form, sent_by_form
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.players import ask, the_tournament
from web.public.phone_check_in import code_of

pages = Pages("phones", manual="organiser", area="organise", tab="players")

KEY_BYTES = 32


class DivisionShown(NamedTuple):
    """A division, how far it is, and what an organiser said of its round; empty: nothing."""

    division: str
    now: DivisionPhase
    said: str


@pages.get("/t/<slug>/organise/phones", who=DIRECTORS)
def page(slug: str) -> Response:
    """The QR of the check-in, and what phones show of each division's round."""
    return _page(the_tournament(slug))


@pages.post("/t/<slug>/organise/phones", who=DIRECTORS)
def do(slug: str) -> Response:
    """Open or close the check-in by phone (``what=open``, ``close``), or set a phase (``phase``).

    Opened once more, it has another code.
    """
    tournament = the_tournament(slug)
    try:
        match request.form.get("what"):
            case "open" | "close" as what:
                _let(tournament, what == "open")
            case "phase":
                _set_phase(tournament)
            case _:
                abort(404)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if refusal.code != "nothing-changed":
            return _page(tournament, refusal)
    return make_response(redirect(url_for("phones.page", slug=slug, written=1), 303))


def _let(tournament: Tournament, is_open: bool) -> None:
    badge = signed_in().badge
    kept = [KeptWords(salt_of_form(), token_bytes(KEY_BYTES))] if is_open else []
    asked = LetPhonesCheckIn(by=badge, key=kept[0].digest) if kept else LetPhonesCheckIn()
    desk = accounts().desk
    desk.must_write(tournament_id(tournament.slug), asked, sent_by_form(badge), kept)


def _set_phase(tournament: Tournament) -> None:
    phase = request.form.get("phase", "")
    if phase not in dict(choices(RoundPhase)):
        abort(404)
    ask(
        tournament,
        SetRoundPhase(
            round_number=request.form.get("round", 0, type=int),
            phase=cast("RoundPhase", phase),
            division=request.form.get("division", ""),
        ),
    )


def _page(tournament: Tournament, refusal: Refusal | None = None) -> Response:
    course = course_at(tournament.slug)
    said = {(one.division, one.round_number): one.phase for one in tournament.phases}
    divisions = [(division, phase_of(course, division)) for division in course.divisions]
    code = code_of(tournament)
    address = url_for("phone_check_in.page", slug=tournament.slug, _external=True)
    shown = render_template(
        "organiser/phones.html",
        tournament=tournament_at(tournament.slug),
        refusal=refusal,
        code=code,
        address=address,
        picture=_qr(f"{address}#{code}") if code else "",
        by_phone=len(tournament.attendance.phones),
        divisions=[
            DivisionShown(division, now, said.get((division, now.round_number), ""))
            for division, now in divisions
            if now.round_number
        ],
        phases=choices(RoundPhase),
        written=request.method == "GET" and "written" in request.args,
    )
    response = make_response(shown, status_of(refusal) if refusal else 200)
    response.headers["Cache-Control"] = "no-store"
    return response


def _qr(address: str) -> Markup:
    """The address as an SVG picture; drawn by us from our own address, so safe as it is."""
    drawn = segno.make(address, error="m").svg_inline(
        border=3, omitsize=True, dark="#000", light="#fff"
    )
    return Markup(drawn)  # noqa: S704
