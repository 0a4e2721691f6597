"""Forget a person: who gave what that can be removed, and its removal, for good."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any, cast

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger.erasure.forgetting import ELSEWHERE, IN_THE_FILES, ForgetPerson, forget
from ledger.erasure.pieces import KINDS_TOLD, Person, Piece, counted, given_in
from ledger.refusals.saying import refusal
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Role
from ledger.vocabulary.closed_lists import ForgottenBecause, choices
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.frame.addresses import tournament_at
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form
from web.organiser.players import the_tournament

pages = Pages("forgetting", manual="organiser", section="Close tournament")


@pages.get("/t/<slug>/organise/forget", who=DIRECTORS)
def page(slug: str) -> str:
    """Everybody who gave something; with ``who``, what one of them gave, and the removal."""
    tournament = the_tournament(slug)
    people = _people(tournament)
    if "who" not in request.args:
        return render_template(
            "organiser/forget.html", tournament=tournament_at(slug), people=people, counted=counted
        )
    return _page(slug, _person(people, request.args["who"]))


@pages.post("/t/<slug>/organise/forget", who=DIRECTORS)
def do(slug: str) -> Response:
    """Remove what ``who`` gave: the ``piece``s shown, the ``beside`` ticked; ``name`` typed."""
    tournament = the_tournament(slug)
    who = request.form.get("who", "")
    desk_request = ForgetPerson(
        person=who,
        name=request.form.get("name", ""),
        because=cast("Any", request.form.get("because", "")),  # the desk looks which it is
        pieces=tuple(request.form.getlist("piece") + request.form.getlist("beside")),
    )
    try:
        done = forget(accounts().desk, slug, desk_request, sent_by_form(signed_in().badge))
    except Refusal as refused:
        must_be_for_a_page(refused)
        person = _person(_people(tournament), who)
        return make_response(_page(slug, person, refused), status_of(refused))
    return make_response(redirect(url_for("forgetting.page", slug=slug, who=who, done=done), 303))


def _people(tournament: Tournament) -> tuple[Person, ...]:
    desk = accounts().desk
    return given_in(desk.log, desk.shelf, tournament, desk.now())


def _person(people: Iterable[Person], key: str) -> Person:
    found = next((one for one in people if one.key == key), None)
    if found is None:
        raise refusal("no-such-person")
    return found


def _page(slug: str, person: Person, refused: Refusal | None = None) -> str:
    done = request.args.get("done", "")
    sent = request.form
    return render_template(
        "organiser/forget_person.html",
        tournament=tournament_at(slug),
        person=person,
        places=_by_place(person.pieces),
        called={kind: words[0] for kind, words in KINDS_TOLD.items()},
        count=counted(person.kept),
        reasons=choices(ForgottenBecause),
        may=accounts().desk.role_of(signed_in().badge) is Role.ORGANISER,
        done=IN_THE_FILES.get(done, ""),
        elsewhere=ELSEWHERE,
        refusal=refused,
        because=sent.get("because", ""),
        ticked=sent.getlist("beside"),
    )


def _by_place(pieces: tuple[Piece, ...]) -> list[tuple[str, list[Piece]]]:
    order = {piece.where: nth for nth, piece in reversed(list(enumerate(pieces)))}
    together = sorted(pieces, key=lambda one: order[one.where])
    return [(where, list(some)) for where, some in groupby(together, lambda one: one.where)]
