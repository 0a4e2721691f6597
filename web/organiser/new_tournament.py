"""The page on which an organiser opens a new tournament."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from ledger.record.streams import tournament_id
from ledger.rulebook import NAMES
from ledger.tournament.opening import OpenTournament
from ledger.tournament.particulars import Particulars
from ledger.vocabulary.refusals import Refusal
from web.access.visitors import signed_in, the_badges
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form

bp = Blueprint("new_tournament", __name__)


@bp.get("/organise/new")
def page() -> str:
    """An empty form, or the one another tournament was set up with."""
    return _page({})


@bp.post("/organise/new")
def do() -> Response:
    """Open it, and go on to its page; what is refused is said on the form."""
    form = {name: value.strip() for name, value in request.form.items()}
    slug = form.get("slug", "")
    asked = OpenTournament(
        slug=slug,
        name=form.get("name", ""),
        rules=form.get("rules", ""),
        place=form.get("place", ""),
        particulars=Particulars(zone=form.get("zone", "")),
    )
    try:
        desk = the_badges().desk
        desk.must_write(tournament_id(slug), asked, sent_by_form(signed_in().badge))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_page(form, refusal), status_of(refusal))
    return make_response(redirect(url_for("organising.overview", slug=slug), 303))


def _page(form: dict[str, str], refusal: Refusal | None = None) -> str:
    return render_template("organiser/new.html", form=form, books=sorted(NAMES), refusal=refusal)
