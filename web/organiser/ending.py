"""The end of an event: prizes and announcements, closing, people forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple, cast, get_args

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger.erasure.forgetting import ForgetPerson, elsewhere_wording, forget, in_the_files_wording
from ledger.erasure.pieces import Person, Piece, PieceKind, counted, given_in, kind_wording
from ledger.hall.standings import prizes_won
from ledger.messages import say
from ledger.messages.written import name_key
from ledger.record.store import Overwritten
from ledger.refusals.saying import refusal
from ledger.tournament.divisions import divisions_of, rounds_to_come
from ledger.tournament.facts import Prize
from ledger.tournament.opening import (
    LONGEST_ANNOUNCEMENT,
    Announce,
    AnnouncePrizes,
    CloseTournament,
    ReopenTournament,
    TournamentRequest,
)
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Role
from ledger.vocabulary.closed_lists import ForgottenBecause, choices
from ledger.vocabulary.names import unwritable
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in, the_hall
from web.frame.addresses import tournament_at
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.forms import Form, as_shown, merged, number
from web.organiser.players import ask, the_tournament

pages = Pages("ending", manual="organiser", area="organise", tab="finish")


@pages.get("/t/<slug>/organise/close", who=DIRECTORS)
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


# Prizes and announcements: what may be won, who has won it, and what everybody should know.


prizes_pages = Pages("prizes", manual="organiser", area="organise", tab="prizes")

SPARE = 4  # empty rows below the prizes there are

MOST = 200
LAST_PLACE = 999


class Won(NamedTuple):
    """A prize and who has it; ``is_certain``: the division is over."""

    prize: Prize
    names: tuple[str, ...]
    notes: tuple[str, ...]
    is_certain: bool


@prizes_pages.get("/t/<slug>/organise/prizes", name="page", who=DIRECTORS)
def prizes_page(slug: str) -> str:
    tournament = the_tournament(slug)
    return _prizes_page(tournament, Form(filled(tournament.prizes)))


@prizes_pages.post("/t/<slug>/organise/prizes", name="do", who=DIRECTORS)
def prizes_do(slug: str) -> Response:
    """Write the list of prizes down (``what=prizes``), or an announcement (``announce``)."""
    tournament = the_tournament(slug)
    stands = filled(tournament.prizes)
    form = Form(stands)
    words = " ".join(request.form.get("words", "").split())
    try:
        desk_request: TournamentRequest = Announce(words=words)
        if request.form.get("what") != "announce":
            sent = {name: value.strip() for name, value in request.form.items()}
            form = Form(merged(sent.get("was", ""), _of_prizes(sent), stands))
            desk_request = AnnouncePrizes(prizes=tuple(read(form)))
        if form.wrong:
            return make_response(_prizes_page(tournament, form), 422)
        ask(tournament, desk_request)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if refusal.code == "nothing-changed":
            return make_response(redirect(url_for("prizes.page", slug=slug), 303))
        return make_response(_prizes_page(tournament, form, refusal, words), status_of(refusal))
    return make_response(redirect(url_for("prizes.page", slug=slug, written=1), 303))


def filled(prizes: tuple[Prize, ...]) -> dict[str, str]:
    found = {}
    for nth, prize in enumerate(prizes, 1):
        found[f"place-{nth}"] = str(prize.place)
        found[f"division-{nth}"] = prize.division
        found[f"class-{nth}"] = prize.class_name
        found[f"wins-{nth}"] = prize.wins
    return found


def read(form: Form) -> Iterator[Prize]:
    """The prizes of the form; a row without anything won is left out."""
    for nth in range(1, MOST + 1):
        place, wins = form.value(f"place-{nth}"), form.value(f"wins-{nth}")
        if not wins and not place:
            continue
        if not wins:
            form.wrong[f"wins-{nth}"] = say("organise.say-what-is-won")
        elif wrong := unwritable(wins):
            form.wrong[f"wins-{nth}"] = wrong
        yield Prize(
            place=number(form, f"place-{nth}", LAST_PLACE, 1),
            wins=wins,
            division=form.value(f"division-{nth}"),
            class_name=form.value(f"class-{nth}"),
        )


def won(tournament: Tournament) -> list[Won]:
    """Each prize with who has it as things stand; several where they share the place."""
    rows = the_hall().standings(tournament.slug)
    over, closed = set(tournament.over), tournament.conduct.closed
    divisions = set(divisions_of(tournament))
    return [
        Won(
            one.prize,
            one.names,
            one.notes,
            closed or ({one.prize.division} if one.prize.division else divisions) <= over,
        )
        for one in prizes_won(rows, tournament.prizes)
    ]


def _of_prizes(sent: dict[str, str]) -> dict[str, str]:
    fields = ("place", "division", "class", "wins")
    return {name: value for name, value in sent.items() if name.partition("-")[0] in fields}


def _prizes_page(
    tournament: Tournament, form: Form, refusal: Refusal | None = None, words: str = ""
) -> str:
    used = [n for n in range(1, MOST + 1) if form.value(f"wins-{n}") or form.value(f"place-{n}")]
    return render_template(
        "organiser/prizes.html",
        tournament=tournament_at(tournament.slug),
        record=tournament,
        form=form,
        was=as_shown(filled(tournament.prizes)),
        rows=min(MOST, max(used, default=0) + SPARE),
        won=won(tournament),
        divisions=[name for name in divisions_of(tournament) if name],
        classes=sorted(
            {name for player in tournament.players for name in player.classes}, key=name_key
        ),
        longest=LONGEST_ANNOUNCEMENT,
        words=words,
        written=request.method == "GET" and "written" in request.args,
        refusal=refusal,
    )


# Forget a person: who gave what that can be removed, and its removal, for good.


forgetting_pages = Pages("forgetting", manual="organiser", area="organise", tab="finish")


@forgetting_pages.get("/t/<slug>/organise/forget", name="page", who=DIRECTORS)
def forgetting_page(slug: str) -> str:
    """Everybody who gave something; with ``who``, what one of them gave, and the removal."""
    tournament = the_tournament(slug)
    people = _people(tournament)
    if "who" not in request.args:
        return render_template(
            "organiser/forget.html", tournament=tournament_at(slug), people=people, counted=counted
        )
    return _forgetting_page(slug, _person(people, request.args["who"]))


@forgetting_pages.post("/t/<slug>/organise/forget", name="do", who=DIRECTORS)
def forgetting_do(slug: str) -> Response:
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
        return make_response(_forgetting_page(slug, person, refused), status_of(refused))
    return make_response(redirect(url_for("forgetting.page", slug=slug, who=who, done=done), 303))


def _people(tournament: Tournament) -> tuple[Person, ...]:
    desk = accounts().desk
    return given_in(desk.log, desk.shelf, tournament, desk.now())


def _person(people: Iterable[Person], key: str) -> Person:
    found = next((one for one in people if one.key == key), None)
    if found is None:
        raise refusal("no-such-person")
    return found


def _forgetting_page(slug: str, person: Person, refused: Refusal | None = None) -> str:
    done = request.args.get("done", "")
    sent = request.form
    return render_template(
        "organiser/forget_person.html",
        tournament=tournament_at(slug),
        person=person,
        places=_by_place(person.pieces),
        called={kind: kind_wording(kind) for kind in get_args(PieceKind)},
        count=counted(person.kept),
        reasons=choices(ForgottenBecause),
        may=accounts().desk.role_of(signed_in().badge) is Role.ORGANISER,
        done=_became(done),
        elsewhere=elsewhere_wording(),
        refusal=refused,
        because=sent.get("because", ""),
        ticked=sent.getlist("beside"),
    )


def _became(done: str) -> str:
    """What became of the bytes, as the address of the page tells it; empty for nothing."""
    known: tuple[Overwritten, ...] = get_args(Overwritten)
    return next((in_the_files_wording(one) for one in known if one == done), "")


def _by_place(pieces: tuple[Piece, ...]) -> list[tuple[str, list[Piece]]]:
    order = {piece.where: nth for nth, piece in reversed(list(enumerate(pieces)))}
    together = sorted(pieces, key=lambda one: order[one.where])
    return [(where, list(some)) for where, some in groupby(together, lambda one: one.where)]
