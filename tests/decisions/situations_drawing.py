"""What is refused about drawing and loose tiles, and how (merged in ``test_overruling``)."""

from __future__ import annotations

from ledger.game.challenges.requests import IssueChallenge
from ledger.game.drawing.dropped_back import MendDrop, ReportDroppedBack
from ledger.game.drawing.overdraws import CorrectOverdraw, ExposeOverdraw, ReportOverdraw
from ledger.game.drawing.requests import (
    CompleteDraws,
    MendUnderdraw,
    RecordDraw,
    ReportOutOfOrder,
    ReportUnderdraw,
    SettleDrawing,
)
from ledger.game.exchanges.requests import PassTurn
from ledger.game.loose_tiles.requests import (
    CheckFoundTile,
    NameEntitled,
    ReportFound,
    ReportMissing,
    ReportSpill,
    RestoreRacks,
    SettleSpill,
)
from tests.decisions.situations import a_play
from tests.desks import DIRECTOR, A, B


def an_overdraw(table):
    a_play(table)
    table.enter(ReportOverdraw(seat=A, drawn=6, touched=True))


def an_overdraw_turned_up(table):
    an_overdraw(table)
    table.enter(ExposeOverdraw(revealed=3))


def an_underdraw(table):
    a_play(table)
    table.enter(ReportUnderdraw(seat=A, short=1))


def an_underdraw_with_the_bag_empty(table):
    a_play(table)
    table.enter(ReportUnderdraw(seat=A, short=1, racks=(6, 89)))


def a_draw_out_of_order(table):
    table.play(A, "8D", "WINDY")
    table.play(B, "7C", "GALE")
    table.enter(ReportOutOfOrder(seat=B, drawn=3, touched=False))


def a_draw_out_of_order_that_is_an_overdraw(table):
    table.play(A, "8D", "WINDY")
    table.play(B, "7C", "GALE")
    table.enter(ReportOutOfOrder(seat=B, drawn=3, touched=True, opponent_due=85))


def a_tile_dropped_back(table):
    a_play(table)
    table.enter(ReportDroppedBack(seat=A, count=1, rack=6))


def a_spill(table):
    table.enter(ReportSpill(seat=A, count=2, phase="not-drawing", bag=5))


def a_tile_found(table):
    table.enter(ReportFound(where="outside", tiles="E"))


def a_tile_found_and_checked(table):
    a_tile_found(table)
    table.enter(CheckFoundTile(from_board=False))


def a_challenge(table):
    a_play(table)
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))


def a_pass(table):
    table.enter(PassTurn(seat=A))


SITUATIONS = {
    "correction-open": (an_overdraw, ReportOverdraw(seat=A, drawn=6, touched=True)),
    "more-shown-than-there": (an_overdraw, ExposeOverdraw(revealed=9)),
    "not-turned-up": (an_overdraw, CorrectOverdraw(returned=1)),
    "wrong-number-back": (an_overdraw_turned_up, CorrectOverdraw(returned=2)),
    "rack-does-not-add-up": (an_overdraw_turned_up, CorrectOverdraw(returned=1, rack=6)),
    "needs-ruling, underdraw": (an_underdraw, MendUnderdraw(count=1)),
    "needs-ruling, drawing": (an_underdraw, SettleDrawing(what="underdraw", finding="draw now")),
    "wrong-number-given": (an_underdraw_with_the_bag_empty, MendUnderdraw(count=2)),
    "overdraw-not-corrected": (a_draw_out_of_order_that_is_an_overdraw, CompleteDraws()),
    "racks-do-not-add-up": (a_draw_out_of_order, CompleteDraws(racks=(7, 6))),
    "not-drawn-yet": (a_play, ReportDroppedBack(seat=A, count=1, hand_out=False)),
    "tiles-do-not-add-up": (a_tile_dropped_back, MendDrop(exposed=7, given=3, returned=3)),
    "tiles-do-not-add-up, spill": (a_spill, SettleSpill(given=1, returned=3)),
    "needs-ruling, spill declined": (
        a_play,
        ReportSpill(seat=A, count=2, phase="after-refill", declined=True),
    ),
    "call-the-director, spill": (
        a_pass,
        ReportSpill(seat=A, count=3, phase="not-drawing", bag=8),
    ),
    "call-the-director, overdraw": (a_pass, ReportOverdraw(seat=A, drawn=1, touched=False)),
    "board-agreed": (a_tile_found_and_checked, CheckFoundTile(from_board=True)),
    "not-checked": (a_tile_found, RestoreRacks(racks=(7, 7))),
    "racks-not-restored": (a_tile_found_and_checked, NameEntitled(seat=A)),
    "not-searched": (a_play, ReportMissing(count=1)),
    "needs-ruling, missing": (a_play, ReportMissing(count=1, searched=True)),
    "draw-during-challenge": (a_challenge, RecordDraw(seat=A, moment="hand-in")),
}

BY = {SettleDrawing: DIRECTOR}

NEVER_WRITTEN = {
    "more-than-there-are",  # there can't be fewer than no tiles
    "not-overdrawn",  # the numbers given are no overdraw
    "nothing-to-put-right",  # no such procedure is open: there is no step of it to write
    "tiles-back-not-known",  # the director fixes the number, and it is entered then
}
