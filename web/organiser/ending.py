"""The page on which a tournament is closed, and opened again with a reason."""

from __future__ import annotations

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger.tournament.divisions import rounds_to_come
from ledger.tournament.opening import CloseTournament, ReopenTournament
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.frame.addresses import tournament_at
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.players import ask, the_tournament

pages = Pages("ending", manual="organiser", section="Close tournament")


@pages.get("/t/<slug>/organise/close", who=DIRECTORS, leads=True)
def page(slug: str) -> str:
    return _page(the_tournament(slug))


@pages.post("/t/<slug>/organise/close", who=DIRECTORS)
def do(slug: str) -> Response:
    """Close the tournament (``what=close``), or let it go on (``reopen``) for a ``reason``."""
    tournament = the_tournament(slug)
    reopens = request.form.get("what") == "reopen"
    reason = request.form.get("reason", "").strip()
    try:
        ask(tournament, ReopenTournament(reason=reason) if reopens else CloseTournament())
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_page(the_tournament(slug), refusal, reason), status_of(refusal))
    return make_response(redirect(url_for("ending.page", slug=slug), 303))


def _page(tournament: Tournament, refusal: Refusal | None = None, reason: str = "") -> str:
    paired = {(one.division, one.round_number) for one in tournament.rounds}
    return render_template(
        "organiser/close.html",
        tournament=tournament_at(tournament.slug),
        is_closed=tournament.conduct.closed,
        open_rounds=sorted(paired - set(tournament.closed)),
        rounds=len(paired),
        to_come=rounds_to_come(tournament),
        reason=reason,
        refusal=refusal,
    )
