"""Byes of a round, and games to which a player did not come: what each comes to under the book."""

from __future__ import annotations

from typing import NamedTuple

from flask import Response, make_response, redirect, render_template, request, url_for
from msgspec.structs import replace

from ledger.desk.requests import Refused, must_be_written
from ledger.game.play.endings.forfeits import Forfeit
from ledger.game.play.results.slips import told_by_phone
from ledger.game.sheet import Sheet
from ledger.hall import GameRow
from ledger.hall.rows import lacks
from ledger.tournament.byes import byes_of, players_with_a_bye
from ledger.tournament.tournament import Tournament
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import AT_THE_RESULTS
from web.access.visitors import accounts, signed_in
from web.frame.addresses import to_rule_on, tournament_at
from web.frame.pages import Pages
from web.frame.refused import must_be_for_a_page, status_of
from web.frame.sent_forms import sent_by_form
from web.organiser.players import rated_wording, worth_of
from web.organiser.slips_view import rows_of, table_meant

pages = Pages("lost_games", manual="organiser")

WHO = ("1", "2", "both")

ASKED = "unlikely-slip"
"""What is refused until whoever sends it says that it is meant."""


class ByeView(NamedTuple):
    name: str
    round_number: int
    worth: str
    clause: str


class WayView(NamedTuple):
    """One way a game can be lost without play.

    Attributes:
      who: ``1``, ``2`` or ``both``, in the order of the pairing.
      worth: what it comes to; of what is refused, why.
      ruled: whether it takes a director's ruling.
    """

    who: str
    words: str
    worth: str
    clause: str
    ruled: bool


@pages.get("/t/<slug>/organise/results/lost", who=AT_THE_RESULTS)
def page(slug: str) -> str:
    """The byes of the round, and for ``?table=`` what it comes to if a player does not come."""
    row = tournament_at(slug)
    return _page(slug, table_meant(row.slug, request.args) if request.args.get("table") else None)


@pages.post("/t/<slug>/organise/results/lost", who=AT_THE_RESULTS)
def do(slug: str) -> Response:
    """Declare the game at ``table`` lost: ``who`` did not come is ``1``, ``2`` or ``both``.

    What only a ruling can do leads to the case in which it is made. Where players told a result
    on their phones it is asked first whether it is meant (``sure``).
    """
    game = table_meant(tournament_at(slug).slug, request.form)
    desk, sent = accounts().desk, sent_by_form(signed_in().badge)
    try:
        desk_request = _asked(desk.sheet(game.id), request.form.get("who", ""))
        outcome = desk.enter(game.id, desk_request, sent)
        ruling = isinstance(outcome, Refused) and outcome.ruling and outcome.refusal.code != ASKED
        if ruling and signed_in().role is Role.DIRECTOR:
            return make_response(redirect(to_rule_on(slug, sent.command_id), 303))
        must_be_written(outcome)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_page(slug, game, refusal), status_of(refusal))
    return make_response(redirect(url_for("slip_results.page", slug=slug), 303))


def _asked(sheet: Sheet, who: str) -> Forfeit:
    if who not in WHO:
        raise Refusal(
            "unreadable-request", "It is not said who did not come.", "Choose one of the ways."
        )
    loser = None if who == "both" else _seat(sheet, int(who))
    return Forfeit(loser=loser, cause="no-show", sure=bool(request.form.get("sure")))


def _seat(sheet: Sheet, player: int) -> Seat:
    return Seat.FIRST if player - 1 == sheet.starter else Seat.SECOND


def _page(slug: str, game: GameRow | None, refused: Refusal | None = None) -> str:
    row = tournament_at(slug)
    tournament = accounts().desk.cases.tournament(row.slug)
    rows = rows_of(row.slug, None, None)
    return render_template(
        "organiser/lost.html",
        tournament=row,
        byes=_byes(tournament, {(one.division, one.round_number) for one in rows}),
        rows=[one for one in rows if lacks(one) == "result"],
        game=game,
        ways=[_way(game, who) for who in WHO] if game is not None else [],
        told=told_by_phone(accounts().desk.sheet(game.id)) if game is not None else "",
        directs=signed_in().role is Role.DIRECTOR,
        refusal=refused,
    )


def _byes(tournament: Tournament, rounds: set[tuple[str, int]]) -> list[ByeView]:
    worth = tournament.rules.standings.bye_spread
    counted = {bye.number: bye for bye in byes_of(tournament)}
    found = []
    for paired in tournament.rounds:
        if (paired.division, paired.round_number) not in rounds:
            continue
        for number in players_with_a_bye((paired,)):
            player, bye = tournament.player(number), counted.get(number)
            words = (
                f"a win by {bye.spread}, {rated_wording(bye.rated)}"
                if bye is not None
                else "counts once the organiser has settled what a bye is worth"
            )
            name = player.name if player is not None else str(number)
            found.append(ByeView(name, paired.round_number, words, str(worth)))
    return found


def _way(game: GameRow, who: str) -> WayView:
    """What a director would write, and what the game then comes to."""
    sheet = accounts().desk.sheet(game.id)
    names = " and ".join(sheet.names) if who == "both" else sheet.scheduled.players[int(who) - 1]
    worth = worth_of(sheet, replace(_asked(sheet, who), sure=True))
    return WayView(who, names, worth.words, worth.clause, worth.ruled)
