"""The page on which an entry is confirmed that leaves a point of the rules to the director.

It names the point, the rule, what was entered and what confirming does, before anything is written.
"""

from __future__ import annotations

from flask import Response, make_response, redirect, render_template, request, url_for

from ledger import rulebook
from ledger.game.sheet.folding import wording
from ledger.game.sheet.left_open import is_there, left_open
from ledger.game.sheet.sheet import Sheet
from ledger.hall import GameRow
from ledger.record.events import Event, tournament_id
from ledger.rulebook.ambiguities import ambiguities
from ledger.tournament.matters import WaiveMatter
from ledger.tournament.set_aside import Named
from ledger.vocabulary import Role, Seat
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.frame.addresses import game_at, tournament_at
from web.frame.bodies import sent_by_form
from web.frame.pages import Pages, of_a_game
from web.frame.refused import must_be_for_a_page, status_of

pages = Pages("confirming", manual="director")

CONFIRMED = "confirmed as entered"
"""Why an entry that was to be confirmed does not wait any more."""


@pages.get(*of_a_game("confirm/<int:version>"), who=DIRECTORS)
def page(
    slug: str, round_number: int, table: int, version: int, division: str = "", replay: int = 1
) -> str:
    return _page(game_at(slug, division, round_number, table, replay), version)


@pages.post(*of_a_game("confirm/<int:version>"), who=DIRECTORS)
def do(
    slug: str, round_number: int, table: int, version: int, division: str = "", replay: int = 1
) -> Response:
    row = game_at(slug, division, round_number, table, replay)
    sent = sent_by_form(signed_in().badge)
    try:
        accounts().desk.must_write(tournament_id(slug), _asked(row, version), sent)
    except Refusal as refused:
        must_be_for_a_page(refused)
        if left_open(*_event(row, version)) is None:
            raise
        return make_response(_page(row, version, refused), status_of(refused))
    return make_response(redirect(url_for("desk.page"), 303))


def _asked(row: GameRow, version: int) -> WaiveMatter:
    which = str(version)
    if request.form.get("what", "") == "confirm":
        return WaiveMatter(kind="to-confirm", subject=row.id, which=which, reason=CONFIRMED)
    raise Refusal(
        "unreadable-request",
        "There is no such form on the page of an entry to confirm.",
        "Go back to the desk, and try again.",
    )


def _page(row: GameRow, version: int, refused: Refusal | None = None) -> str:
    desk = accounts().desk
    sheet, event = _event(row, version)
    left = left_open(sheet, event)
    if left is None:
        raise _nothing_left()
    named = Named("to-confirm", row.id, str(version))
    tournament = desk.cases.tournament(row.tournament)
    confirmed = tournament.set_aside.waived.get(named)
    ruled = event.envelope.case is not None
    return render_template(
        "games/confirm.html",
        game=row,
        tournament=tournament_at(row.tournament),
        sheet=sheet,
        event=event,
        left=left,
        entered=wording(left.fact, sheet).rstrip("."),
        trap=ambiguities().get(left.trap),
        book=rulebook.rules_of(sheet.scheduled),
        seats=list(Seat),
        confirmed=confirmed,
        waits=not (ruled or confirmed) and is_there(sheet, event),
        ruled=ruled,
        to_a_case=url_for(
            "cases.new",
            slug=row.tournament,
            game=row.id,
            about=version,
            title=_title(left.point),
            rule=left.clause,
        ),
        directs=signed_in().role is Role.DIRECTOR,
        refusal=refused,
        form=request.form,
    )


def _event(row: GameRow, version: int) -> tuple[Sheet, Event]:
    sheet = accounts().desk.sheet(row.id)
    if not 1 <= version <= sheet.version:
        raise _nothing_left()
    return sheet, sheet.event(version)


def _nothing_left() -> Refusal:
    return Refusal(
        "no-such-entry",
        "No entry of this game with that number leaves a point to the director.",
        "Open it from the desk.",
    )


def _title(point: str) -> str:
    return f"{point[:1].upper()}{point[1:]}"
