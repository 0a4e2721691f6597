"""The evidence of a dispute: the lane of incidents, two states beside each other, and what if.

For directors and organisers. Every view is an address: ``?at=`` the state as it was known after
an event, ``?with=`` another to compare it with, ``?if=`` what is supposed.
"""

from __future__ import annotations

from typing import NamedTuple

from flask import render_template, request

from ledger.game.facts.turns import PlayRecorded
from ledger.game.sheet import Sheet
from ledger.game.sheet.as_known import sheet_as_known
from ledger.game.sheet.wording.facts import wording
from ledger.incidents.wording import number_wording
from ledger.replay.replayed import lane_visible_to, replay_of
from ledger.replay.what_if import difference
from ledger.rulebook import names
from ledger.visibility.viewers import Viewer
from ledger.vocabulary import Role
from web.access.permissions import DIRECTORS
from web.access.visitors import accounts, signed_in
from web.cases.told import struck_at, ways_back_at
from web.cases.waiting import files_of
from web.frame.addresses import game_at, tournament_at
from web.frame.pages import Pages, of_a_game
from web.replay.board_view import PositionView, shown_position
from web.replay.supposed import TRIED, WAYS, blanks_of, supposed

pages = Pages("evidence", manual="director")


class StateView(NamedTuple):
    version: int
    sheet: Sheet
    words: str
    position: PositionView


@pages.get(*of_a_game("evidence"), who=DIRECTORS)
def page(slug: str, round_number: int, table: int, division: str = "", replay: int = 1) -> str:
    row = game_at(slug, division, round_number, table, replay)
    desk = accounts().desk
    sheet = desk.sheet(row.id)
    files = [file for file in files_of(desk, slug)[1] if file.opened.game == row.id]
    incidents = lane_visible_to(Viewer.DIRECTOR, sheet, files, over=True)
    at = request.args.get("at", sheet.version, type=int)
    beside = request.args.get("with", sheet.version, type=int)
    one, other = _state(sheet, at), _state(sheet, beside)
    return render_template(
        "games/evidence.html",
        game=row,
        tournament=tournament_at(slug),
        sheet=sheet,
        board=replay_of(sheet).board,
        incidents=incidents,
        one=one,
        other=other,
        differs=difference(one.sheet, other.sheet),
        plays=[
            (event.originator_version, wording(event.fact, sheet))
            for event in sheet.events
            if isinstance(event.fact, PlayRecorded)
        ],
        asked_turn=request.args.get("turn", 0, type=int),
        ways=WAYS,
        books=names(),
        tried=TRIED,
        blanks=blanks_of(sheet),
        supposed=supposed(sheet, request.args),
        files=[(file, number_wording(file.opened.number)) for file in files],
        ways_back=ways_back_at(sheet) if signed_in().role is Role.DIRECTOR else {},
        struck=struck_at(sheet),
    )


def _state(sheet: Sheet, at: int) -> StateView:
    known = sheet_as_known(sheet, at=at)
    last = known.events[-1]
    return StateView(at, known, wording(last.fact, known), shown_position(replay_of(known), None))
