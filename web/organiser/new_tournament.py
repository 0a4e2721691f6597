"""The page on which an organiser opens a new tournament, empty or set up like another one."""

from __future__ import annotations

import re
from unicodedata import combining, normalize

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger.record.events import tournament_id
from ledger.tournament.opening import RESERVED, OpenTournament
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in, the_hall
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form
from web.organiser.forms import Form
from web.organiser.set_up_form import empty, filled, form_shown, read

pages = Pages("new_tournament", manual="organiser")


@pages.get("/organise/new", who=DIRECTORS)
def page() -> str:
    """A form with sensible defaults; ``?like=`` begins with another tournament's set-up."""
    form = Form({**_begun_with(request.args.get("like", "")), **request.args})
    return _page(form)


@pages.post("/organise/new", who=DIRECTORS)
def do() -> Response:
    form = Form({name: value.strip() for name, value in request.form.items()})
    form.values.setdefault("slug", "")
    try:
        told = read(form)
        if not form.value("slug") and (made := _short(told.name)):
            form.values["slug"] = made
            form.wrong["slug"] = f"Made from the name: {made}. Open it so, or write another."
        if form.wrong:
            return make_response(_page(form), 422)
        slug, like = form.value("slug"), _like(form.value("like"))
        desk_request = OpenTournament(
            slug=slug,
            name=told.name,
            rules=told.rules,
            place=told.place,
            options=told.options,
            particulars=told.particulars,
            prizes=like.prizes if like else (),
        )
        desk = accounts().desk
        desk.must_write(tournament_id(slug), desk_request, sent_by_form(signed_in().badge))
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if refusal.code == "tournament-exists":
            form.wrong["slug"] = f"{refusal.what} {refusal.next_step}"
        return make_response(_page(form, refusal), status_of(refusal))
    return make_response(redirect(url_for("organising.overview", slug=slug), 303))


def _short(name: str) -> str:
    """A short name of a tournament's name that no other has; empty where no letter is Latin.

    >>> _plain("Coupe d’Été 2026")
    'coupe-d-ete-2026'
    """
    plain, taken = _plain(name), {row.slug for row in the_hall().tournaments()} | RESERVED
    numbered = (plain, *(f"{plain[:36]}-{nth}" for nth in range(2, 100)))
    return next((short for short in numbered if short not in taken), "") if plain else ""


def _plain(name: str) -> str:
    letters = "".join(each for each in normalize("NFKD", name) if not combining(each))
    return re.sub(r"[^a-z0-9]+", "-", letters.casefold()).strip("-")[:40].rstrip("-")


def _begun_with(like: str) -> dict[str, str]:
    other = _like(like)
    if other is None:
        return empty()
    return {**filled(other), "first_day": "", "last_day": "", "like": other.slug}


def _like(slug: str) -> Tournament | None:
    return accounts().desk.cases.tournament(slug) if slug else None


def _page(form: Form, refusal: Refusal | None = None) -> str:
    return render_template(
        "organiser/new.html",
        form=form,
        shown=form_shown(form),
        others=the_hall().tournaments(),
        refusal=refusal,
    )
