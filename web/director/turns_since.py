"""The page on which it is decided what becomes of turns made since a verdict that holds no longer.

Each way on is shown with the scores and the player on move that it would leave; what is shown is
what the desk would write, decided on a copy of the sheet.
"""

from __future__ import annotations

from typing import Any, cast, get_args

from flask import Response, make_response, redirect, render_template, request
from msgspec import Struct

from ledger import rulebook
from ledger.desk.requests import Refused, must_be_written
from ledger.game.judging.turns_since import (
    WAYS,
    SettleTurnsSince,
    said_by_the_book,
    the_overtaken,
    turns_made_since,
)
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.replay.what_if import what_if
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import ambiguities
from ledger.vocabulary import Points, Role, Totals
from ledger.vocabulary.closed_lists import TurnsSince
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.frame.addresses import game_at, of_game, to_rule_on
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages, of_a_game
from web.frame.refused import must_be_for_a_page, status_of

pages = Pages("turns_since", manual="director")

CALLED: dict[str, tuple[str, str]] = {
    "as-it-is": ("Nothing changes", "The first verdict stands, and play goes on."),
    "stand": ("They stand", "The new verdict is carried out; the turns made since stay."),
    "come-off": (
        "They come off",
        "The new verdict is carried out; plays made since come off and were turns worth nothing.",
    ),
    "replay": (
        "They are played again",
        "The new verdict is carried out, and play goes on from there. Set the clocks at the table.",
    ),
}
"""What people call each way on, and what it does."""


class WayOn(Struct, frozen=True, kw_only=True):
    """One way on, with what it would leave.

    Attributes:
      totals: the scores, first player first; ``change`` what is gained or lost to now.
      on_move: name of the player on move; empty: nobody, or not known.
      needs_ruling: whether the book leaves it to a ruling.
      refused: why it can't be done at all; empty: it can.
    """

    how: str
    called: str
    does: str
    totals: Totals | None = None
    change: tuple[int, int] = (0, 0)
    on_move: str = ""
    over: bool = False
    needs_ruling: bool = True
    refused: str = ""


@pages.get(*of_a_game("since"), who=DIRECTORS)
def page(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> str:
    return _page(game_at(slug, division, round_number, table, replay))


@pages.post(*of_a_game("since"), who=DIRECTORS)
def do(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> Response:
    """Decide: where the book needs a ruling, it leads to the case in which it is ruled.

    What was chosen here is chosen there, and what it does is shown before it is entered. The form
    handed in twice decides once.
    """
    row = game_at(slug, division, round_number, table, replay)
    sent = sent_by_form(signed_in().badge)
    try:
        outcome = accounts().desk.enter(row.id, _asked(), sent)
        if isinstance(outcome, Refused) and outcome.ruling:
            return make_response(redirect(to_rule_on(slug, sent.command_id, _decides()), 303))
        must_be_written(outcome)
    except Refusal as refusal:
        must_be_for_a_page(refusal)
        return make_response(_page(row, refusal), status_of(refusal))
    return make_response(redirect(of_game(row, "turns_since.page"), 303))


def _decides() -> str:
    """What was chosen here, as the page of the case has it, with how a gap is read."""
    reading = request.form.get("reading", "")
    return f"enter/{reading}" if reading.isdecimal() else "enter"


def _asked() -> SettleTurnsSince:
    how = request.form.get("how", "")
    if how not in get_args(TurnsSince):
        raise Refusal(
            "unreadable-request", "No way on was chosen.", "Choose what becomes of the turns."
        )
    return SettleTurnsSince(how=cast("Any", how))


def _page(row: GameRow, refused: Refusal | None = None) -> str:
    sheet = accounts().desk.sheet(row.id)
    rules = rulebook.rules_of(sheet.scheduled)
    overtaken = the_overtaken(sheet)
    judged = sheet.challenges.judged
    says = said_by_the_book(sheet, overtaken, rules) if overtaken else None
    trap = ambiguities().get(says.trap) if says else None
    return render_template(
        "games/turns_since.html",
        game=row,
        sheet=sheet,
        overtaken=overtaken,
        judged=judged,
        says=says,
        trap=trap,
        readings=trap.readings if trap and not trap.settled else (),
        since=turns_made_since(sheet, overtaken.since) if overtaken else (),
        ways=[_way(sheet, rules, how, says.how if says else None) for how in WAYS]
        if overtaken
        else [],
        directs=signed_in().role is Role.DIRECTOR,
        refusal=refused,
    )


def _way(sheet: Sheet, rules: Rulebook, how: TurnsSince, by_the_book: str | None) -> WayOn:
    """One way on, tried on a copy of the sheet."""
    called, does = CALLED[how]
    try:
        desk_request = (SettleTurnsSince(how=how),)
        seen = what_if(sheet, rules, at=sheet.version, request=desk_request).would_end
    except Refusal as refusal:
        return WayOn(how=how, called=called, does=does, refused=refusal.what)
    change = tuple(Points(now - was) for now, was in zip(seen.stands, sheet.stands, strict=True))
    return WayOn(
        how=how, called=called, does=does, totals=seen.stands, change=(change[0], change[1]),
        on_move=sheet.name(seen.on_move) if seen.on_move and not seen.ended else "",
        over=bool(seen.ended), needs_ruling=how != by_the_book,
    )  # fmt: skip
