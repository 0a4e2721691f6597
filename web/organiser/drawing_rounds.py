"""Rounds drawn: the form of a draw, its preview, and a round pairing by pairing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from secrets import randbelow
from typing import NamedTuple

from flask import Response, make_response, redirect, render_template, request, url_for
from msgspec.json import encode
from msgspec.structs import replace

from ledger.hall.rows import COUNTED
from ledger.hall.standings_view import start_method_wording
from ledger.messages import say
from ledger.tournament.divisions import called as division_called
from ledger.tournament.divisions import divisions_of
from ledger.tournament.draw.explaining import round_wording
from ledger.tournament.draw.from_record import out_wording, pairings_of, results_out, usual_settings
from ledger.tournament.draw.inputs import MOST_SEED, Drawn, Settings
from ledger.tournament.draw.systems import SCHEDULES, SYSTEMS, system_of
from ledger.tournament.draw.systems import name_of as system_named
from ledger.tournament.drawing import DrawRound, draw_now
from ledger.tournament.facts import Pairing, PlannedRound
from ledger.tournament.names import called
from ledger.tournament.pairing import (
    holding,
    left_out,
    must_be_a_round,
    must_be_pairable,
    noticed_about,
    worth_of_byes_is_settled,
)
from ledger.tournament.rounds import PairRound, pairings_in
from ledger.tournament.standing_now import Played
from ledger.tournament.tournament import DrawPlan, Tournament, is_over
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, the_hall
from web.frame.addresses import tournament_at
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.forms import Form, number
from web.organiser.players import ask, next_round, the_tournament

# The form of a draw, pairings in one short text, and a round pairing by pairing.


# Pairings on a form: one short text that is sent along, and what is done to them by hand.
#
# Nothing is kept between two pages; what is not confirmed is nowhere.


_ONE = re.compile(r"(\d{1,4}):(\d{1,6})-(\d{1,6})")


def as_text(pairings: Sequence[Pairing]) -> str:
    """``1:3-5 2:7-8 0:9-0``: table, who is named first, the other; 0 for nobody.

    >>> as_text((Pairing(1, 3, 5), Pairing(0, 9, 0)))
    '1:3-5 0:9-0'
    """
    return " ".join(f"{one.table}:{one.first}-{one.second}" for one in pairings)


def from_text(text: str) -> tuple[Pairing, ...]:
    """The pairings such a text holds; refuses ``unreadable-request``.

    >>> from_text("1:3-5 0:9-0")[1]
    Pairing(table=0, first=9, second=0, replay=1)
    """
    found = [_ONE.fullmatch(word) for word in text.split()]
    if not all(found):
        raise Refusal(
            "unreadable-request", say("rounds.pairings-not-read"), say("rounds.begin-anew")
        )
    return tuple(Pairing(*map(int, one.groups())) for one in found if one)


def swapped(pairings: Sequence[Pairing], one: int, other: int) -> tuple[Pairing, ...]:
    """Two players in one another's places, byes included; tables and starts stay.

    >>> as_text(swapped(from_text("1:1-2 2:3-4"), 2, 3))
    '1:1-3 2:2-4'
    """
    into = {one: other, other: one}
    return tuple(
        replace(each, first=into.get(each.first, each.first),
                second=into.get(each.second, each.second) if each.second else 0)
        for each in pairings
    )  # fmt: skip


def starts_swapped(pairings: Sequence[Pairing], table: int) -> tuple[Pairing, ...]:
    return tuple(
        replace(one, first=one.second, second=one.first)
        if one.second and one.table == table
        else one
        for one in pairings
    )


def moved(pairings: Sequence[Pairing], table: int, to: int) -> tuple[Pairing, ...]:
    """The two at a table at another one; who is there comes here."""
    into = {table: to, to: table}
    there = tuple(
        replace(one, table=into.get(one.table, one.table)) if one.second else one
        for one in pairings
    )
    return tuple(sorted(there, key=lambda one: (not one.second, one.table)))


FIELDS = (
    "division", "round", "method", "seed", "gibson", "level_places", "gibson_class", "factor",
    "meetings", "reset", "fontes_rounds", "in_a_row", "by_starts", "gibson_meets", "byes", "again",
    "based_on", "since",
)  # fmt: skip

MORE = (
    "gibson", "level_places", "gibson_class", "factor", "meetings", "reset", "fontes_rounds",
    "in_a_row", "based_on",
)  # fmt: skip
"""Fields under *More choices* that are left empty as a rule."""

_NUMBERS = {"factor": (1, 99), "meetings": (0, 99), "reset": (1, 999), "fontes_rounds": (1, 99),
            "in_a_row": (1, 99)}  # fmt: skip


def only_fields(sent: Mapping[str, str]) -> dict[str, str]:
    return {name: sent[name].strip() for name in FIELDS if sent.get(name, "").strip()}


def empty_form(tournament: Tournament, division: str, next_round: int) -> Form:
    """The form of the next round: as it is planned, else as the last draw was made."""
    planned = tournament.plan_of(division).of_round(next_round)
    if planned is not None:
        return Form(as_planned(tournament, division, planned))
    methods = [one.method for one in tournament.draws if one.division == division]
    return Form(
        {
            "division": division,
            "round": str(next_round),
            "method": system_named(methods[-1]) if methods else "swiss",
            "seed": str(randbelow(MOST_SEED + 1)),
        }
    )


def as_planned(tournament: Tournament, division: str, planned: PlannedRound) -> dict[str, str]:
    """The fields of a form that draws a round as it is planned; what is usual is left empty."""
    system, number = SYSTEMS[planned.system], planned.round_number
    based_on = 0 if planned.since else planned.based_on
    values = {
        "division": division,
        "round": str(number),
        "method": planned.system,
        "seed": str(tournament.plan_of(division).seed),
        "gibson": ", ".join(map(str, planned.gibson)),
        "level_places": ", ".join(map(str, planned.level_places)),
        "gibson_class": planned.gibson_class,
        "meetings": str(planned.meetings) if planned.meetings != system.meetings else "",
        "factor": str(planned.factor) if planned.system == "factor" else "",
        "reset": str(planned.reset) if planned.reset > 1 else "",
        "fontes_rounds": str(planned.fontes_rounds) if planned.system == "fontes" else "",
        "in_a_row": str(planned.in_a_row) if planned.in_a_row > 1 else "",
        "by_starts": "" if planned.by_starts else "no",
        "gibson_meets": planned.gibson_meets if planned.gibson_meets != "lowest" else "",
        "byes": planned.byes if planned.byes != "lowest" else "",
        "based_on": str(based_on) if based_on != number - 1 else "",
        "since": str(planned.since) if planned.since else "",
    }
    return {name: value for name, value in values.items() if value or name == "division"}


def asked_by(form: Form, tournament: Tournament) -> DrawRound | None:
    """The draw the form asks for; ``None`` where something on it is wrong, which it then says."""
    method = form.value("method", "swiss")
    if method not in SYSTEMS:
        form.wrong["method"] = say("rounds.choose-a-method")
    round_number = round_of(form)
    seed = _seed(form)
    said: dict[str, object] = {
        name: number(form, name, most, least)
        for name, (least, most) in _NUMBERS.items()
        if form.value(name)
    }
    said["gibson"] = points_of(form)
    said["level_places"] = places_of(form)
    said["gibson_class"] = form.value("gibson_class")[:40]
    if (byes := form.value("byes")) in ("lowest", "highest", "lot"):
        said["byes"] = byes
    if form.value("based_on"):
        based_on = number(form, "based_on", max(0, round_number - 1))
        said["based_on"] = based_on if based_on != round_number - 1 else None
    said["by_starts"] = form.value("by_starts") != "no"
    if (meets := form.value("gibson_meets")) in ("highest", "highest-met-or-not"):
        said["gibson_meets"] = meets
    if form.value("since") and method in SCHEDULES:
        said["since"] = number(form, "since", max(1, round_number), 1)
    if form.wrong:
        return None
    division = form.value("division")
    settings: Settings = usual_settings(tournament, division, method, **said)
    return DrawRound(
        round_number=round_number,
        division=division,
        settings=settings,
        seed=seed,
        again=form.value("again") == "1",
    )


def round_of(form: Form) -> int:
    return number(form, "round", 999, 1)


def _seed(form: Form) -> int:
    text = form.value("seed")
    if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_SEED)):
        return int(text)
    form.wrong["seed"] = say("organise.number-from-to", least=0, most=MOST_SEED)
    return 0


def places_of(form: Form) -> tuple[int, ...]:
    words = form.value("level_places").replace(",", " ").split()
    if all(one.isascii() and one.isdigit() and 0 < int(one[:5]) < 10_000 for one in words):
        return tuple(int(one) for one in words[:99])
    form.wrong["level_places"] = say("rounds.write-places")
    return ()


def points_of(form: Form) -> tuple[int, ...]:
    words = form.value("gibson").replace(",", " ").split()
    if all(one.isascii() and one.isdigit() and len(one) <= 4 for one in words) and len(words) < 99:
        return tuple(int(one) for one in words)
    form.wrong["gibson"] = say("rounds.write-points-of-spread")
    return ()


# A round as the organiser's pages show it: pairing by pairing, with what is noticed about each.


class Row(NamedTuple):
    """One pairing.

    Attributes:
      first, second: names; ``second`` is empty for a bye.
      is_kept: whether the table is one kept for a player.
      is_changed: whether it is otherwise than it was drawn.
      met: rounds in which the two met before; of a bye, in which the player sat out.
    """

    pairing: Pairing
    first: str
    second: str
    met: tuple[int, ...]
    is_kept: bool
    by_gibson: bool
    is_changed: bool
    noticed: tuple[str, ...]


def starts_wording(tournament: Tournament) -> str:
    method = tournament.rules.start.method.value or "" if tournament.rulebook else ""
    return start_method_wording(method) or say("rounds.starts-not-announced")


def rows_of(
    tournament: Tournament,
    round_number: int,
    division: str,
    pairings: Sequence[Pairing],
    drawing: Drawn | None = None,
) -> list[Row]:
    as_drawn = (
        {(one.table, one.first, one.second): one for one in drawing.pairings} if drawing else {}
    )
    about: dict[int, list[str]] = {}
    met: dict[int, tuple[int, ...]] = {}
    for seen in noticed_about(tournament, round_number, division, pairings):
        met[seen.players[0]] = seen.rounds or met.get(seen.players[0], ())
        about.setdefault(seen.players[0], []).append(remarks.said(seen.remark))
    for one in pairings:
        for player in map(tournament.player, (one.first, one.second)):
            if player and one.second and player.table not in (0, one.table):
                about.setdefault(one.first, []).append(
                    say("rounds.needs-table", name=player.name, table=player.table)
                )
    if not worth_of_byes_is_settled(tournament):
        for one in pairings:
            if not one.second:
                about.setdefault(one.first, []).append(remarks.said(remarks.BYE_NOT_DEFINED))
    kept = {player.table for player in tournament.players if player.table}
    rows = []
    for one in pairings:
        drawn = as_drawn.get((one.table, one.first, one.second))
        rows.append(
            Row(
                pairing=one,
                first=name_of(tournament, one.first),
                second=name_of(tournament, one.second) if one.second else "",
                met=met.get(one.first, ()),
                is_kept=bool(one.second) and one.table in kept,
                by_gibson=bool(drawn and drawn.gibson),
                is_changed=bool(drawing) and drawn is None,
                noticed=tuple(about.get(one.first, ())),
            )
        )
    return rows


def names_left_out(
    tournament: Tournament, round_number: int, division: str, pairings: Sequence[Pairing]
) -> list[str]:
    """Who takes part and is in none of them."""
    return [
        name_of(tournament, number)
        for number in left_out(tournament, round_number, division, pairings)
    ]


def name_of(tournament: Tournament, number: int) -> str:
    player = tournament.player(number)
    return player.name if player else say("rounds.player-number", number=number)


pages = Pages("drawing_rounds", manual="organiser", area="organise", tab="rounds")


class Listed(NamedTuple):
    """A division with its rounds, the last first, and the form to draw the next one.

    Attributes:
      plan: what is planned, and which draw was announced.
      is_planned: whether the form has the next round as it is planned.
      out: what a draw of the next one would be made without, in words; empty: it is due.
      more: whether something under *More choices* is set, or wrong.
    """

    division: str
    called: str
    rounds: list[SoFar]
    form: Form
    plan: DrawPlan
    is_planned: bool
    to_draw: int
    out: list[str]
    more: bool


def rests_on(form: Form, before: tuple[Played, ...]) -> tuple[Played, ...]:
    """The games whose results a draw rests on; those of all rounds, where the form says nothing."""
    based_on = form.value("based_on")
    if not based_on.isascii() or not based_on.isdigit():
        return before
    return tuple(one for one in before if one.round_number <= int(based_on[:4]))


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


@pages.get("/t/<slug>/organise/rounds", who=DIRECTORS)
def page(slug: str) -> str:
    """The rounds, and a form for the next of each division.

    A draw that is to be changed comes along in the query: its division's form has it again.
    """
    return _page(the_tournament(slug), {}, only_fields(request.args))


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
        "unreadable-request", say("rounds.is-nobody", typed=word[:60]),
        say("rounds.choose-both-players"),
    )  # fmt: skip


def _number(typed: str) -> int:
    if typed.isascii() and typed.isdigit() and 1 <= int(typed[:5]) <= 9999:
        return int(typed)
    raise Refusal(
        "unreadable-request",
        say("rounds.is-no-table", typed=typed[:20]),
        say("rounds.write-both-tables"),
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
        words=list(round_wording(found.inputs, found.drawn, partial(name_of, tournament))),
        gave_way=bool(found.drawn.relaxed),
        as_drawn=as_text(as_drawn),
        is_changed=bool(pairings) and pairings != as_drawn,
        source="drawn",
    )  # fmt: skip


def _not_drawn(tournament: Tournament, form: Form, trouble: Refusal) -> Response:
    typed = {form.value("division"): ("", trouble)}
    page = _page(tournament, typed, form.values, form.wrong)
    return make_response(page, status_of(trouble))


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
        out=list(out_wording(results_out(rests_on(form, before)))),
        state=as_text(pairings),
        refusal=refusal,
        **more,
    )
    return make_response(page, status_of(refusal) if refusal else 200)


def _page(
    tournament: Tournament,
    typed: dict[str, tuple[str, Refusal]],
    asked: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
) -> str:
    """The rounds.

    Args:
      typed: by division, lines that could not be read, and why.
      asked: a draw that was asked for, field by field.
      wrong: what is wrong with it.
    """
    return render_template(
        "organiser/rounds.html",
        tournament=tournament_at(tournament.slug),
        divisions=_listed(tournament, asked or {}, wrong or {}),
        systems=SYSTEMS,
        sentences=encode({name: system.does for name, system in SYSTEMS.items()}).decode(),
        typed=typed,
        over=is_over(tournament),
    )


def _listed(
    tournament: Tournament, asked: Mapping[str, str], wrong: Mapping[str, str]
) -> list[Listed]:
    desk = accounts().desk
    found = []
    for division in divisions_of(tournament):
        number = next_round(tournament, division)
        to_draw = len(left_out(tournament, number, division, ()))
        if not to_draw and not any(one.division == division for one in tournament.rounds):
            continue
        form = empty_form(tournament, division, number)
        if asked and asked.get("division", "") == division:
            form = Form({**form.values, **asked, "round": str(number)}, dict(wrong))
        before = desk.rounds_read.before(tournament, division, number, AtHand())
        out = list(out_wording(results_out(rests_on(form, before))))
        found.append(
            Listed(
                division,
                division_called(tournament, division),
                _so_far(tournament, division),
                form,
                plan := tournament.plan_of(division),
                plan.of_round(number) is not None,
                to_draw,
                out,
                any(form.value(name) for name in MORE) or bool(form.wrong),
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
    for nth in numbers:
        rows = [x for x in hall.games(tournament.slug, nth, division) if x.state != "void"]
        how = say("rounds.by-hand-or-from-a-file")
        if nth in drawn:
            fact = drawn[nth]
            called = system_of(fact.method).called
            how = say("rounds.method-and-seed", method=called, seed=fact.seed)
        results = sum(row.state in COUNTED for row in rows)
        closed = (division, nth) in tournament.closed
        rounds.append(SoFar(nth, how, len(rows), results, closed))
    return rounds
