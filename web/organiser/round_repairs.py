"""A round that was paired: how it came about, why each is paired so, and how it is put right."""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger.messages import say
from ledger.tournament.draw.explaining import Explained, how_counted, round_wording, why_wording
from ledger.tournament.draw.from_record import (
    DrawnAgain,
    counted_for,
    draw_events,
    drawn_again,
    inputs_after,
    inputs_as_recorded,
    moved_since,
    moved_wording,
    out_wording,
    results_out,
)
from ledger.tournament.draw.systems import system_of
from ledger.tournament.drawing import UnpairRound, draw_now
from ledger.tournament.facts import Pairing, RoundDrawn
from ledger.tournament.pairing import holding, must_be_a_round
from ledger.tournament.round_repairs import RepairDuringPlay, RepairRound
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Role
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in, the_hall
from web.frame.addresses import of_round, tournament_at
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.organiser.drawing_rounds import (
    AtHand,
    as_text,
    asked_by,
    changed_by_hand,
    from_text,
    name_of,
    names_left_out,
    only_fields,
    round_of,
    rows_of,
    starts_wording,
)
from web.organiser.forms import Form
from web.organiser.players import ask, the_tournament

pages = Pages("round_repairs", manual="organiser", area="organise", tab="rounds")


@pages.get("/t/<slug>/organise/rounds/<int:number>", who=DIRECTORS)
def page(slug: str, number: int) -> Response:
    """A round as it holds; ``?again=1``: drawn again from the record, and compared."""
    tournament = the_tournament(slug)
    division = request.args.get("division", "")
    return _page(tournament, number, division, _holds(tournament, number, division), None)


@pages.post("/t/<slug>/organise/rounds/<int:number>", who=DIRECTORS)
def do(slug: str, number: int) -> Response:
    """Change pairings on the form (``what=swap|starts|move``), or write down what is on it.

    ``unpair`` takes the whole round back.
    """
    tournament = the_tournament(slug)
    division = request.form.get("division", "")
    holds = _holds(tournament, number, division)
    pairings = holds
    try:
        if request.form.get("what") == "unpair":
            and_later = request.form.get("later") == "1"
            ask(
                tournament, UnpairRound(round_number=number, division=division, and_later=and_later)
            )
            return make_response(redirect(url_for("drawing_rounds.page", slug=slug), 303))
        pairings = from_text(request.form.get("pairings", ""))
        if request.form.get("what") == "confirm":
            ask(tournament, _asked(number, division, pairings))
            address = url_for(
                "round_repairs.page", slug=slug, number=number,
                division=division or None, written=1,
            )  # fmt: skip
            return make_response(redirect(address, 303))
        changed = changed_by_hand(request.form.get("what", ""), pairings, tournament)
        must_be_a_round(tournament, number, changed, division=division, holds=holds)
        pairings = changed
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return _page(tournament, number, division, pairings, refusal)
    return _page(tournament, number, division, pairings, None)


@pages.get("/t/<slug>/organise/rounds/why/<int:player>", who=DIRECTORS)
def why(slug: str, player: int) -> str:
    """Why a player is paired so, in a round that was drawn or in a draw that is looked at."""
    tournament = the_tournament(slug)
    form = Form(only_fields(request.args))
    number, division = round_of(form), form.value("division")
    if request.args.get("written") == "1":
        fact = draw_of(tournament, number, division)
        inputs, drawn = fact.inputs, fact.drawn
        assert inputs is not None, "the record has the inputs of each draw"
    else:
        query = asked_by(form, tournament)
        if query is None:
            raise Refusal(
                "unreadable-request", "; ".join(form.wrong.values()), say("rounds.put-it-right")
            )
        found = draw_now(tournament, query, AtHand(), accounts().desk.rounds_read)
        inputs, drawn = found.inputs, found.drawn
    explained = Explained(inputs, drawn).why(player)
    if explained is None:
        raise Refusal(
            "no-such-player",
            say("rounds.not-in-this-draw", player=player),
            say("rounds.choose-a-pairing"),
        )
    return render_template(
        "organiser/why.html",
        tournament=tournament_at(slug),
        round_number=number,
        division=division,
        player=name_of(tournament, player),
        lines=list(why_wording(explained, lambda one: name_of(tournament, one), inputs)),
        opponent=explained.opponent,
        opponent_name=name_of(tournament, explained.opponent) if explained.opponent else "",
        how_counted=how_counted() if explained.parts is not None else "",
        asked={**form.values, **({"written": "1"} if request.args.get("written") else {})},
    )


def draw_of(tournament: Tournament, number: int, division: str) -> RoundDrawn:
    found = [
        one for one in tournament.draws if (one.division, one.round_number) == (division, number)
    ]
    if not found:
        raise Refusal(
            "not-drawn", say("rounds.not-drawn-here", round=number), say("rounds.look-at-its-list")
        )
    return found[-1]


def _asked(number: int, division: str, pairings: tuple[Pairing, ...]) -> RepairRound:
    reason = request.form.get("reason", "").strip()
    void = tuple(int(one) for one in request.form.getlist("void") if one.isdigit() and len(one) < 5)
    kept: dict[str, Any] = {
        "round_number": number, "division": division, "pairings": pairings, "reason": reason
    }  # fmt: skip
    return RepairDuringPlay(void=void, **kept) if void else RepairRound(**kept)


def _holds(tournament: Tournament, number: int, division: str) -> tuple[Pairing, ...]:
    """The pairings of a round as they hold, by table, byes last."""
    pairings = holding(tournament, number, division)
    if not pairings:
        raise Refusal(
            "no-such-round", say("rounds.not-paired", round=number), say("rounds.choose-a-round")
        )
    return tuple(sorted(pairings, key=lambda one: (not one.second, one.table)))


def _page(
    tournament: Tournament,
    number: int,
    division: str,
    pairings: tuple[Pairing, ...],
    refusal: Refusal | None,
) -> Response:
    holds = _holds(tournament, number, division)
    fact = next(
        (one for one in reversed(tournament.draws)
         if (one.division, one.round_number) == (division, number)), None,
    )  # fmt: skip
    begun = {
        row.table: row.names
        for row in the_hall().games(tournament.slug, number, division)
        if row.state not in ("void", "scheduled")
    }
    later = [one.round_number for one in tournament.rounds if one.division == division]
    after = [one for one in later if one > number]
    untouched = not _begun_from(tournament, number, division)
    may_unpair = untouched and (division, number) not in tournament.closed
    played = accounts().desk.rounds_read.before(tournament, division, number, AtHand())
    counts = played
    words: list[str] = []
    moved = ""
    if fact is not None and fact.inputs is not None:
        inputs = fact.inputs
        counts = counted_for(played, inputs.settings)
        now = inputs_after(tournament, division, number, inputs.settings, fact.seed, played)
        moved = moved_wording(moved_since(inputs, now), len(now.entrants))
        words = list(round_wording(fact.inputs, fact.drawn, lambda x: name_of(tournament, x)))
    return make_response(
        render_template(
            "organiser/round.html",
            tournament=tournament_at(tournament.slug),
            record=tournament,
            who_starts=starts_wording(tournament),
            round_number=number,
            division=division,
            round_address=of_round(tournament.slug, number, division),
            fact=fact,
            called=system_of(fact.method).called if fact else "",
            words=words,
            again=_again(tournament, fact) if fact and request.args.get("again") else None,
            rows=rows_of(tournament, number, division, pairings, fact.drawn if fact else None),
            left_out=names_left_out(tournament, number, division, pairings),
            state=as_text(pairings),
            is_changed=as_text(pairings) != as_text(holds),
            begun=begun,
            may_void=accounts().desk.role_of(signed_in().badge) is Role.DIRECTOR,
            may_unpair=may_unpair,
            last_paired=max(after, default=0),
            moved=moved,
            out=list(out_wording(results_out(counts), was_paired=True)),
            written=request.args.get("written") == "1",
            refusal=refusal,
        ),
        status_of(refusal) if refusal else 200,
    )


def _begun_from(tournament: Tournament, number: int, division: str) -> bool:
    """Whether a game of this round or a later one was begun."""
    paired = [one.round_number for one in tournament.rounds
              if one.division == division and one.round_number >= number]  # fmt: skip
    return any(
        row.state not in ("void", "scheduled")
        for each in paired
        for row in the_hall().games(tournament.slug, each, division)
    )


def _again(tournament: Tournament, fact: RoundDrawn) -> DrawnAgain:
    desk = accounts().desk
    event = draw_events(desk.log, tournament.slug, fact.division, fact.round_number)[-1]
    return drawn_again(tournament, fact, inputs_as_recorded(desk.log, desk.shelf, event))
