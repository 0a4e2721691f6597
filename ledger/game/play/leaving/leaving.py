"""Players who leave the table and come back."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.leaving import PlayerLeft, PlayerReturned, WaitingDrawMade
from ledger.game.play.entry import (
    Entry,
    decides,
    must_be_at_the_table,
    must_be_under_way,
)
from ledger.game.sheet.absent import absence_of, away
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.waiting_draws import all_draws_waiting
from ledger.vocabulary import Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import Permission


class LeaveTable(Asked, frozen=True, tag="leave-table", kw_only=True):
    """``seat`` leaves the playing area; fields as in ``PlayerLeft``."""

    seat: Seat
    permission: Permission = "director"
    before_drawing: bool = True
    supervisor: str = ""


class ReturnToTable(Asked, frozen=True, tag="return-to-table", kw_only=True):
    """``seat`` is back."""

    seat: Seat


class MakeWaitingDraw(Asked, frozen=True, tag="make-waiting-draw", kw_only=True):
    """``seat`` makes the draw that waited; ``after`` seconds since the other was back."""

    seat: Seat
    after: Seconds | None = None


@decides(LeaveTable, may=STAFF)
def leave_table(sheet: Sheet, asked: LeaveTable, entry: Entry) -> Decision:
    """Write down that a player left; what was not as it should be is remarked on (N-01, N-02)."""
    must_be_under_way(sheet, entry)
    entry.must_unless_ruled(
        asked.seat not in away(sheet), "already-away", player=sheet.name(asked.seat)
    )
    absence, noticed = entry.rules.absence, []
    if asked.permission == "none" and absence.permission.is_known:
        noticed.append(remarks.LEFT_WITHOUT_LEAVE)
    if asked.permission != "emergency" and absence.when.is_known:
        if sheet.on_move is asked.seat:
            noticed.append(remarks.LEFT_ON_OWN_TURN)
        if not asked.before_drawing:
            noticed.append(remarks.LEFT_AFTER_DRAWING)
    fact = PlayerLeft(
        seat=asked.seat,
        permission=asked.permission,
        before_drawing=asked.before_drawing,
        supervisor=asked.supervisor,
    )
    return Decision((fact,), tuple(noticed))


@decides(ReturnToTable, may=STAFF)
def return_to_table(sheet: Sheet, asked: ReturnToTable, entry: Entry) -> Decision:
    """Write down that a player is back."""
    entry.must_unless_ruled(asked.seat in away(sheet), "not-away", player=sheet.name(asked.seat))
    return Decision((PlayerReturned(seat=asked.seat),))


def must_be_free_to_draw(sheet: Sheet, seat: Seat, entry: Entry) -> None:
    """Refuse a draw of a player who is away, or while the opponent is (N-02, N-04)."""
    must_be_at_the_table(sheet, seat, entry)
    gone = away(sheet)
    meanwhile = entry.rules.absence.opponent_may
    if seat.opponent in gone and meanwhile.is_known:
        entry.must_be_ruled(
            "opponent-away", player=sheet.name(seat), opponent=sheet.name(seat.opponent)
        )


@decides(MakeWaitingDraw, may=STAFF)
def make_waiting_draw(sheet: Sheet, asked: MakeWaitingDraw, entry: Entry) -> Decision:
    """Write down a draw that waited for a player's return, in the order of the turns."""
    must_be_free_to_draw(sheet, asked.seat, entry)
    waiting = all_draws_waiting(sheet)
    entry.must_unless_ruled(asked.seat in waiting, "no-draw-waits", player=sheet.name(asked.seat))
    if waiting and waiting[0] is not asked.seat:
        entry.must_be_ruled("draw-in-turn-order", player=sheet.name(waiting[0]))
    hold = entry.rules.windows.returning_player_seconds
    back = absence_of(sheet, asked.seat.opponent)
    if back is not None and asked.after is not None and asked.after < (hold.value or 0):
        entry.must_be_ruled(
            "hold-still-possible", opponent=sheet.name(asked.seat.opponent), seconds=hold.value
        )
    return Decision((WaitingDrawMade(seat=asked.seat, after=asked.after),))
