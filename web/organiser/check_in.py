"""The check-in at the door: who is here, a tap a player."""

from __future__ import annotations

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger.tournament.players import CheckIn
from ledger.tournament.tournament import Player, Tournament
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.frame.addresses import tournament_at
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.players import ask, listed, the_tournament

pages = Pages("check_in", manual="organiser", section="Players")


@pages.get("/t/<slug>/organise/check-in", who=DIRECTORS)
def page(slug: str) -> str:
    """Everybody by division, who is here and who is not yet; ``?missing=1``: only the latter."""
    return _page(the_tournament(slug))


@pages.post("/t/<slug>/organise/check-in", who=DIRECTORS)
def do(slug: str) -> Response:
    """One player is here, or is not after all; or everybody who is left is (``player=all``)."""
    tournament = the_tournament(slug)
    who, here = request.form.get("player", ""), request.form.get("here", "1") == "1"
    if who == "all":
        numbers = [player.number for player in _expected(tournament)]
    else:
        numbers = [int(who) if who.isascii() and who.isdigit() and len(who) < 6 else 0]
    try:
        ask(tournament, CheckIn(players=tuple(numbers), here=here))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if refusal.code != "nothing-changed":  # somebody else tapped it too
            return make_response(_page(tournament, refusal), status_of(refusal))
    missing = request.form.get("missing") or None
    address = url_for("check_in.page", slug=slug, missing=missing, _anchor=f"p{who}")
    return make_response(redirect(address, 303))


def _expected(tournament: Tournament) -> list[Player]:
    """Who is to be there before round 1: not late entries, nor who withdrew."""
    withdrawn = tournament.conduct.withdrawn
    return [
        player
        for player in tournament.players
        if player.first_round == 1 and player.number not in withdrawn
    ]


def _page(tournament: Tournament, refusal: Refusal | None = None) -> str:
    expected = {player.number for player in _expected(tournament)}
    here = expected & set(tournament.attendance.here or ())
    return render_template(
        "organiser/check_in.html",
        tournament=tournament_at(tournament.slug),
        divisions=[
            (one.division, [player for player in one.players if player.number in expected])
            for one in listed(tournament)
        ],
        here=here,
        expected=expected,
        only_missing=request.values.get("missing") == "1",
        refusal=refusal,
    )
