"""Prizes and announcements: what may be won, who has won it, and what everybody should know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger.hall.standings import prizes_won
from ledger.tournament.divisions import divisions_of
from ledger.tournament.facts.set_up import Prize
from ledger.tournament.opening import LONGEST_ANNOUNCEMENT, Announce, AnnouncePrizes
from ledger.tournament.requests import TournamentRequest
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.names import unwritable
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import the_hall
from web.frame.addresses import tournament_at
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.forms import Form, as_shown, merged, number
from web.organiser.players import ask, the_tournament

pages = Pages("prizes", manual="organiser", section="Prizes and announcements")

SPARE = 4
"""Empty rows below the prizes there are."""

MOST = 200
LAST_PLACE = 999


class Won(NamedTuple):
    """A prize and who has it; ``is_certain``: the division is over."""

    prize: Prize
    names: tuple[str, ...]
    notes: tuple[str, ...]
    is_certain: bool


@pages.get("/t/<slug>/organise/prizes", who=DIRECTORS, leads=True)
def page(slug: str) -> str:
    tournament = the_tournament(slug)
    return _page(tournament, Form(filled(tournament.prizes)))


@pages.post("/t/<slug>/organise/prizes", who=DIRECTORS)
def do(slug: str) -> Response:
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
            return make_response(_page(tournament, form), 422)
        ask(tournament, desk_request)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if refusal.code == "nothing-changed":
            return make_response(redirect(url_for("prizes.page", slug=slug), 303))
        return make_response(_page(tournament, form, refusal, words), status_of(refusal))
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
            form.wrong[f"wins-{nth}"] = "Say what is won, or empty the row."
        elif wrong := unwritable(wins):
            form.wrong[f"wins-{nth}"] = f"The prize has {wrong}."
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


def _page(
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
        classes=sorted({name for player in tournament.players for name in player.classes}),
        longest=LONGEST_ANNOUNCEMENT,
        words=words,
        written=request.method == "GET" and "written" in request.args,
        refusal=refusal,
    )
