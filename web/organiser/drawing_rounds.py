"""Rounds: those so far, the next one drawn, typed or read from a file, and looked at first."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from flask import Response, make_response, redirect, render_template, request, url_for
from msgspec.structs import replace

from ledger.hall.rows import COUNTED
from ledger.tournament.divisions import called as division_called
from ledger.tournament.divisions import divisions_of
from ledger.tournament.draw.ahead import out_wording, results_out
from ledger.tournament.draw.explaining import round_wording
from ledger.tournament.draw.inputs import Drawn
from ledger.tournament.draw.systems import SYSTEMS
from ledger.tournament.drawing import DrawRound, draw_now, pairings_of
from ledger.tournament.facts.tournaments import Pairing
from ledger.tournament.names import called
from ledger.tournament.noticed import left_out
from ledger.tournament.pairing import holding, must_be_a_round, must_be_pairable
from ledger.tournament.pairings_file import pairings_in
from ledger.tournament.rounds import PairRound
from ledger.tournament.tournament import Tournament, is_over
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, the_hall
from web.frame.addresses import tournament_at
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.draw_form import (
    as_text,
    asked_by,
    empty_form,
    from_text,
    moved,
    name_of,
    names_left_out,
    only_fields,
    round_of,
    rows_of,
    starts_swapped,
    starts_wording,
    swapped,
)
from web.organiser.forms import Form
from web.organiser.players import ask, next_round, the_tournament

pages = Pages("drawing_rounds", manual="organiser", section="Rounds")


class Listed(NamedTuple):
    """A division with its rounds, the last first, and the form to draw the next one.

    Attributes:
      out: what a draw of the next one would be made without, in words; empty: it is due.
    """

    division: str
    called: str
    rounds: list[SoFar]
    form: Form
    to_draw: int
    out: list[str]


class SoFar(NamedTuple):
    number: int
    how: str
    games: int
    results: int
    is_closed: bool


class AtHand:
    """The record around a tournament, for a draw that writes nothing."""

    def __init__(self) -> None:
        desk = accounts().desk
        self.version_of, self.sheet = desk.log.version_of, desk.sheet


@pages.get("/t/<slug>/organise/rounds", who=DIRECTORS, leads=True)
def page(slug: str) -> str:
    return _page(the_tournament(slug), {})


@pages.get("/t/<slug>/organise/rounds/new", who=DIRECTORS)
def preview(slug: str) -> Response:
    tournament = the_tournament(slug)
    form = Form(only_fields(request.args))
    return _drawn(tournament, form, None, None)


@pages.post("/t/<slug>/organise/rounds/new", who=DIRECTORS)
def do(slug: str) -> Response:
    """Change what was drawn or typed (``what=swap|starts|move``), or confirm it."""
    tournament = the_tournament(slug)
    sent = request.form
    form = Form(only_fields(sent))
    what = sent.get("what", "")
    try:
        number, division = round_of(form), form.value("division")
        if what == "typed":
            pairings = pairings_in(_typed(), tournament, division)
            must_be_pairable(tournament, number, pairings, division=division)
            return _typed_shown(tournament, form, pairings, None)
        pairings = from_text(sent.get("pairings", ""))
        if what == "confirm":
            return _confirmed(tournament, form, pairings)
        pairings = changed_by_hand(what, pairings, tournament)
        holds = holding(tournament, number, division) if form.value("again") else ()
        must_be_a_round(tournament, number, pairings, division=division, holds=holds)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if what == "typed":
            text = {form.value("division"): (_typed(), refusal)}
            return make_response(_page(tournament, text), status_of(refusal))
        again = () if refusal.code == "draw-moved-on" else _state()
        show = _typed_shown if sent.get("source") == "typed" else _drawn
        return show(tournament, form, again or None, refusal)
    show = _typed_shown if sent.get("source") == "typed" else _drawn
    return show(tournament, form, pairings, None)


def changed_by_hand(
    what: str, pairings: tuple[Pairing, ...], tournament: Tournament
) -> tuple[Pairing, ...]:
    sent = request.form
    kind, _, at = what.partition("-")
    match kind:
        case "swap":
            one, other = (_who(sent.get(name, ""), tournament) for name in ("one", "other"))
            return swapped(pairings, one, other)
        case "starts":
            return starts_swapped(pairings, _number(at))
        case "move":
            return moved(pairings, _number(sent.get("table", "")), _number(sent.get("to", "")))
    return pairings


def _who(typed: str, tournament: Tournament) -> int:
    """A player by number, by name, or as ``5 Ann Lee`` from the list."""
    word = typed.strip()
    number = word.partition(" ")[0]
    named = called(tournament.players, word)
    for player in tournament.players:
        if str(player.number) == number or named == (player,):
            return player.number
    raise Refusal(
        "unreadable-request", f"“{word[:60]}” is nobody of this tournament.",
        "Choose both players from the list.",
    )  # fmt: skip


def _number(typed: str) -> int:
    if typed.isascii() and typed.isdigit() and 1 <= int(typed[:5]) <= 9999:
        return int(typed)
    raise Refusal(
        "unreadable-request", f"“{typed[:20]}” is no table.", "Write the numbers of both tables."
    )


def _state() -> tuple[Pairing, ...]:
    try:
        return from_text(request.form.get("pairings", ""))
    except Refusal:
        return ()


def _typed() -> str:
    file = request.files.get("file")
    if file is not None and file.filename:
        return str(file.read(2_000_000), "utf-8", "replace")
    return request.form.get("lines", "")


def _confirmed(tournament: Tournament, form: Form, pairings: tuple[Pairing, ...]) -> Response:
    if request.form.get("source") == "typed":
        number = round_of(form)
        desk_request = PairRound(
            round_number=number, division=form.value("division"), pairings=pairings
        )
        ask(tournament, desk_request)
    else:
        draw = asked_by(form, tournament)
        if draw is None:
            return _drawn(tournament, form, None, None)
        number = draw.round_number
        ask(tournament, _as_seen(draw, pairings))
    address = url_for(
        "round_repairs.page", slug=tournament.slug, number=number,
        division=form.value("division") or None, written=1,
    )  # fmt: skip
    return make_response(redirect(address, 303))


def _as_seen(draw: DrawRound, pairings: tuple[Pairing, ...]) -> DrawRound:
    as_drawn = from_text(request.form.get("as_drawn", ""))
    by_hand = pairings if pairings != as_drawn else ()
    return replace(draw, seen=request.form.get("seen", ""), by_hand=by_hand)


def _drawn(
    tournament: Tournament,
    form: Form,
    pairings: tuple[Pairing, ...] | None,
    refusal: Refusal | None,
) -> Response:
    query = asked_by(form, tournament)
    if query is None:
        said = " ".join(form.wrong.values())
        return _not_drawn(tournament, form, Refusal("unreadable-request", said, ""))
    try:
        found = draw_now(tournament, query, AtHand(), accounts().desk.rounds_read)
    except Refusal as trouble:
        must_be_for_a_page(trouble)
        return _not_drawn(tournament, form, trouble)
    as_drawn = pairings_of(found.drawn)
    return _shown(
        tournament, form, pairings or as_drawn, refusal,
        found=found,
        drawing=found.drawn,
        system=SYSTEMS[form.value("method", "swiss")],
        words=list(round_wording(found.told, found.drawn, partial(name_of, tournament))),
        as_drawn=as_text(as_drawn),
        is_changed=bool(pairings) and pairings != as_drawn,
        source="drawn",
    )  # fmt: skip


def _not_drawn(tournament: Tournament, form: Form, trouble: Refusal) -> Response:
    typed = {form.value("division"): ("", trouble)}
    return make_response(_page(tournament, typed), status_of(trouble))


def _typed_shown(
    tournament: Tournament,
    form: Form,
    pairings: tuple[Pairing, ...] | None,
    refusal: Refusal | None,
) -> Response:
    return _shown(tournament, form, pairings or (), refusal, source="typed")


def _shown(
    tournament: Tournament,
    form: Form,
    pairings: tuple[Pairing, ...],
    refusal: Refusal | None,
    *,
    drawing: Drawn | None = None,
    **more: object,
) -> Response:
    number, division = round_of(form), form.value("division")
    before = accounts().desk.rounds_read.before(tournament, division, number, AtHand())
    page = render_template(
        "organiser/round_drawn.html",
        tournament=tournament_at(tournament.slug),
        record=tournament,
        who_starts=starts_wording(tournament),
        round_number=number,
        division=division,
        asked=form.values,
        rows=rows_of(tournament, number, division, pairings, drawing),
        left_out=names_left_out(tournament, number, division, pairings),
        out=list(out_wording(results_out(before))),
        state=as_text(pairings),
        refusal=refusal,
        **more,
    )
    return make_response(page, status_of(refusal) if refusal else 200)


def _page(tournament: Tournament, typed: dict[str, tuple[str, Refusal]]) -> str:
    """The rounds; ``typed`` has, by division, lines that could not be read, and why."""
    return render_template(
        "organiser/rounds.html",
        tournament=tournament_at(tournament.slug),
        divisions=_listed(tournament),
        systems=SYSTEMS,
        typed=typed,
        over=is_over(tournament),
    )


def _listed(tournament: Tournament) -> list[Listed]:
    desk = accounts().desk
    found = []
    for division in divisions_of(tournament):
        number = next_round(tournament, division)
        to_draw = len(left_out(tournament, number, division, ()))
        if not to_draw and not any(one.division == division for one in tournament.rounds):
            continue
        form = empty_form(tournament, division, number)
        before = desk.rounds_read.before(tournament, division, number, AtHand())
        out = list(out_wording(results_out(before)))
        found.append(
            Listed(
                division,
                division_called(tournament, division),
                _so_far(tournament, division),
                form,
                to_draw,
                out,
            )
        )
    # What is due comes first: the first button is the one to press.
    return sorted(found, key=lambda one: (bool(one.out), round_of(one.form)))


def _so_far(tournament: Tournament, division: str) -> list[SoFar]:
    hall = the_hall()
    drawn = {one.round_number: one for one in tournament.draws if one.division == division}
    numbers = sorted(
        {one.round_number for one in tournament.rounds if one.division == division}, reverse=True
    )
    rounds = []
    for number in numbers:
        rows = [x for x in hall.games(tournament.slug, number, division) if x.state != "void"]
        how = "by hand or from a file"
        if number in drawn:
            fact = drawn[number]
            called = next(x.called for x in SYSTEMS.values() if x.method == fact.method)
            how = f"{called}, seed {fact.seed}"
        results = sum(row.state in COUNTED for row in rows)
        closed = (division, number) in tournament.closed
        rounds.append(SoFar(number, how, len(rows), results, closed))
    return rounds
