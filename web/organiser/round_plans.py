"""The plan of rounds: what is planned, changed by stretches of rounds, previewed and drawn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from secrets import randbelow
from typing import Any, NamedTuple, cast

from flask import Response, make_response, redirect, render_template, request, url_for
from msgspec.json import encode

from ledger.messages import say
from ledger.requests import ORGANISERS
from ledger.tournament.divisions import called as division_called
from ledger.tournament.divisions import divisions_of
from ledger.tournament.draw.explaining import round_wording
from ledger.tournament.draw.from_record import pairings_of
from ledger.tournament.draw.inputs import MOST_SEED, SystemName
from ledger.tournament.draw.systems import SYSTEMS
from ledger.tournament.facts import PlannedRound
from ledger.tournament.opening import TournamentRequest
from ledger.tournament.round_plan import (
    MOST_MINUTES,
    AnnounceDraw,
    CallOffDraw,
    ChooseAutomaticDraws,
    DrawPlanned,
    PlanRounds,
    StandingsFrom,
    digest_of_draws,
    in_one_act,
    more_wording,
    needs_results,
    next_number,
    planned_now,
    standings_wording,
    stretch,
    waits_for,
)
from ledger.tournament.tournament import Tournament
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts
from web.frame.addresses import tournament_at
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.drawing_rounds import (
    MORE,
    AtHand,
    as_planned,
    name_of,
    places_of,
    points_of,
    rows_of,
    starts_wording,
)
from web.organiser.forms import Form, number
from web.organiser.players import ask, the_tournament

pages = Pages("round_plans", manual="organiser", area="organise", tab="rounds")

FIELDS = (
    "first", "last", "method", "standings", "based_on", "meetings", "gibson", "level_places",
    "gibson_class", "factor", "reset", "in_a_row", "byes", "minutes",
)  # fmt: skip

_NUMBERS = {"meetings": (0, 99), "factor": (1, 99), "reset": (1, 999), "in_a_row": (1, 99)}


@pages.get("/t/<slug>/organise/plan", who=DIRECTORS)
def page(slug: str) -> Response:
    tournament = the_tournament(slug)
    return _page(tournament, _division(tournament, request.args.get("division", "")), None, None)


@pages.post("/t/<slug>/organise/plan", who=DIRECTORS)
def do(slug: str) -> Response:
    """Change the plan or draw by it.

    ``what`` is one of ``plan``, ``drop``, ``automatic``, ``by-hand``, ``stop``, ``announce`` and
    ``draw``.
    """
    tournament = the_tournament(slug)
    sent = request.form
    form = Form({name: sent[name].strip() for name in FIELDS if sent.get(name, "").strip()})
    what = sent.get("what", "")
    division = sent.get("division", "")
    try:
        division = _division(tournament, division)
        asked = _asked(tournament, division, what, form)
        if asked is None:
            return _page(tournament, division, form, None)
        ask(tournament, asked)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        if what == "draw" and refusal.code == "draw-moved-on":
            return _rounds_shown(tournament, division, *_rounds(sent), refusal)
        return _page(tournament, division, form, refusal)
    if what == "draw":
        address = url_for("drawing_rounds.page", slug=slug)
    else:
        address = url_for("round_plans.page", slug=slug, division=division or None, written=1)
    return make_response(redirect(address, 303))


@pages.get("/t/<slug>/organise/plan/rounds", who=DIRECTORS)
def preview(slug: str) -> Response:
    """Several planned rounds as they are drawn in one act; nothing is written."""
    tournament = the_tournament(slug)
    division = _division(tournament, request.args.get("division", ""))
    return _rounds_shown(tournament, division, *_rounds(request.args), None)


def _division(tournament: Tournament, asked: str) -> str:
    there = divisions_of(tournament)
    if asked in there:
        return asked
    if asked:
        raise Refusal(
            "no-such-division", say("rounds.no-such-division", division=asked[:40]),
            say("rounds.choose-a-division"),
        )  # fmt: skip
    return there[0]


def _rounds(sent: Any) -> tuple[int, int]:  # noqa: ANN401 (arguments or fields)
    form = Form({name: str(sent.get(name, "")) for name in ("first", "last")})
    first, last = number(form, "first", 999, 1), number(form, "last", 999, 1)
    if form.wrong or last < first:
        raise Refusal(
            "unreadable-request", say("rounds.are-no-rounds"), say("rounds.choose-them-in-the-plan")
        )
    return first, last


def _asked(
    tournament: Tournament, division: str, what: str, form: Form
) -> TournamentRequest | None:
    """What the form asks of the desk; ``None`` where something on it is wrong, which it says."""
    sent = request.form
    match what:
        case "plan":
            rounds = _planned(form)
            new = not tournament.plan_of(division).rounds
            seed = randbelow(MOST_SEED + 1) if new else None
            return PlanRounds(division=division, rounds=rounds, seed=seed) if rounds else None
        case "drop":
            first, last = _first_and_last(form)
            return None if form.wrong else PlanRounds(division=division, without=(first, last))
        case "automatic":
            minutes = number(form, "minutes", MOST_MINUTES, 1)
            if not form.value("minutes"):
                form.wrong["minutes"] = say("organise.number-from-to", least=1, most=MOST_MINUTES)
            if form.wrong:
                return None
            return ChooseAutomaticDraws(division=division, minutes=minutes)
        case "by-hand":
            return ChooseAutomaticDraws(division=division, minutes=0)
        case "stop":
            return CallOffDraw(division=division)
        case "announce":
            following = next_number(tournament, division)
            return AnnounceDraw(division=division, round_number=following)
        case "draw":
            first, last = _rounds(sent)
            seen = sent.get("seen", "")[:64]
            return DrawPlanned(division=division, first=first, last=last, seen=seen)
    raise Refusal("unreadable-request", say("rounds.nothing-to-do"), say("rounds.begin-anew"))


def _first_and_last(form: Form) -> tuple[int, int]:
    first, last = number(form, "first", 999, 1), number(form, "last", 999, 1)
    for name in ("first", "last"):
        if not form.value(name):
            form.wrong[name] = say("rounds.write-a-round")
    if not form.wrong and last < first:
        form.wrong["last"] = say("rounds.last-before-first")
    return first, last


def _planned(form: Form) -> tuple[PlannedRound, ...]:
    """The rounds that the form plans; none where something on it is wrong, which it then says."""
    first, last = _first_and_last(form)
    method = form.value("method")
    if method not in SYSTEMS:
        form.wrong["method"] = say("rounds.choose-a-method")
    standings: StandingsFrom | int = "before"
    if form.value("standings") in ("earlier", "none"):
        standings = cast("StandingsFrom", form.value("standings"))
    if form.value("based_on"):
        standings = number(form, "based_on", max(0, first - 1))
    more: dict[str, object] = {
        name: number(form, name, most, least)
        for name, (least, most) in _NUMBERS.items()
        if form.value(name)
    }
    more |= {"gibson": points_of(form), "level_places": places_of(form)}
    more["gibson_class"] = form.value("gibson_class")[:40]
    if form.value("byes") in ("highest", "lot"):
        more["byes"] = form.value("byes")
    if form.wrong:
        return ()
    return stretch(first, last, cast("SystemName", method), standings, **more)


# The plan as its page shows it: what goes by one schedule in one row, else a row a round.


class Row(NamedTuple):
    """A row of the plan.

    Attributes:
      called: ``Round 4``, or ``Rounds 1 to 7`` of one schedule.
      preview: where what would be drawn is shown; empty: it rests on rounds that are to come.
    """

    called: str
    method: str
    standings: str
    more: tuple[str, ...]
    state: str
    tone: str
    preview: str
    preview_words: str


def _rows(tournament: Tournament, division: str) -> Iterator[Row]:
    plan = tournament.plan_of(division)
    following = next_number(tournament, division)

    def together(one: PlannedRound) -> tuple[int, int]:
        return (one.since or -one.round_number, int(one.round_number < following))

    for _, found in groupby(plan.rounds, key=together):
        rounds = list(found)
        first, last = rounds[0], rounds[-1]
        several = last.round_number > first.round_number
        state, tone = _state(tournament, division, first, following)
        preview = words = ""
        if first.round_number == following and several:
            preview = url_for(
                "round_plans.preview", slug=tournament.slug, division=division or None,
                first=first.round_number, last=last.round_number,
            )  # fmt: skip
            words = say("rounds.preview-rounds", first=first.round_number, last=last.round_number)
        elif first.round_number >= following > first.based_on:
            asked = as_planned(tournament, division, first)
            preview = url_for("drawing_rounds.preview", slug=tournament.slug, **cast("Any", asked))
            words = say("rounds.preview-round", round=first.round_number)
        called = say("organise.round-number", round=first.round_number)
        if several:
            called = say("rounds.rounds-from-to", first=first.round_number, last=last.round_number)
        yield Row(
            called,
            SYSTEMS[first.system].called,
            standings_wording(first),
            tuple(more_wording(first)),
            state,
            tone,
            preview,
            words,
        )


def _state(
    tournament: Tournament, division: str, planned: PlannedRound, following: int
) -> tuple[str, str]:
    """How far a planned round is, and the tone of it."""
    if planned.round_number < following:
        drawn = any((one.division, one.round_number) == (division, planned.round_number)
                    for one in tournament.draws)  # fmt: skip
        return (say("rounds.paired"), "good") if drawn else (say("rounds.paired-by-hand"), "done")
    if planned.round_number > following:
        return "", ""
    missing = 0
    if needs_results(tournament.plan_of(division), planned):
        out = waits_for(tournament, planned, division, AtHand(), accounts().desk.rounds_read)
        missing = sum(len(one.tables) for one in out)
    if missing:
        return say("rounds.waits-for-results", n=missing), "warn"
    return say("rounds.is-next"), "info"


def _page(
    tournament: Tournament, division: str, form: Form | None, refusal: Refusal | None
) -> Response:
    plan = tournament.plan_of(division)
    rows = list(_rows(tournament, division))
    in_set_up = next((one.rounds for one in tournament.planned if one.name == division), 0)
    last = max((one.round_number for one in plan.rounds), default=0)
    if form is None:
        form = Form(_empty(tournament, division, last, in_set_up))
    role = accounts().desk.role_of(plan.by) if plan.minutes else None
    wrong = bool(form.wrong)
    return make_response(
        render_template(
            "organiser/plan.html",
            tournament=tournament_at(tournament.slug),
            division=division,
            called=division_called(tournament, division),
            divisions=[(one, division_called(tournament, one)) for one in divisions_of(tournament)],
            plan=plan,
            rows=rows,
            planned_rounds=in_set_up,
            beyond=last if in_set_up and last > in_set_up else 0,
            badge_gone=bool(plan.minutes) and role not in ORGANISERS,
            form=form,
            more_open=wrong or any(form.value(name) for name in MORE),
            systems=SYSTEMS,
            methods=[(name, system.called) for name, system in SYSTEMS.items()],
            sentences=encode({name: system.does for name, system in SYSTEMS.items()}).decode(),
            standings=(
                ("earlier", say("rounds.one-round-earlier")),
                ("none", say("rounds.none-by-rating")),
            ),
            written=request.args.get("written") == "1",
            refusal=refusal,
        ),
        status_of(refusal) if refusal else 400 if wrong else 200,
    )


def _empty(tournament: Tournament, division: str, last: int, in_set_up: int) -> dict[str, str]:
    """The form for the rounds that nobody has planned yet."""
    first = max(last + 1, next_number(tournament, division))
    plan = tournament.plan_of(division)
    values = {"first": str(first)}
    if first <= in_set_up:
        values["last"] = str(in_set_up)
    if plan.minutes:
        values["minutes"] = str(plan.minutes)
    return values


def _rounds_shown(
    tournament: Tournament, division: str, first: int, last: int, refusal: Refusal | None
) -> Response:
    asked = DrawPlanned(division=division, first=first, last=last)
    found = planned_now(tournament, asked, AtHand(), accounts().desk.rounds_read)
    planned = in_one_act(tournament.plan_of(division), first)[0]
    named = partial(name_of, tournament)
    rounds = [
        (
            one.inputs.round_number,
            list(round_wording(one.inputs, one.drawn, named)) if one.drawn.relaxed else [],
            rows_of(
                tournament, one.inputs.round_number, division, pairings_of(one.drawn), one.drawn
            ),
        )
        for one in found
    ]
    return make_response(
        render_template(
            "organiser/rounds_planned.html",
            tournament=tournament_at(tournament.slug),
            division=division,
            first=first,
            last=last,
            system=SYSTEMS[planned.system],
            who_starts=starts_wording(tournament),
            rounds=rounds,
            seen=digest_of_draws(found),
            refusal=refusal,
        ),
        status_of(refusal) if refusal else 200,
    )
