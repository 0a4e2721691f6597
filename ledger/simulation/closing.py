"""The end of a made-up game: tiles and overtime counted, the slip signed and handed in."""

from __future__ import annotations

from ledger.asking.asked import Asked
from ledger.game.play.clock.overtime import RecordOvertime
from ledger.game.play.clock.timers import WaiveOvertime
from ledger.game.play.endings.play_out import CountUnplayed
from ledger.game.play.results.signing import HandIn, ProposeResult
from ledger.game.sheet.outcome import outcome_of
from ledger.simulation.following import anything, go_on, report_something
from ledger.simulation.mishaps import happen
from ledger.simulation.signing import signature
from ledger.simulation.table import Table
from ledger.vocabulary import Seat, Seconds, Tiles
from ledger.vocabulary.closed_lists import SignedHow

NOT_KNOWN = Tiles("")


def ask(table: Table, asked: Asked, idle: int) -> bool:
    """Ask, and once nothing has come of it call the director."""
    if not idle:
        return table.clerk.ask(asked)
    return table.clerk.insist(asked, "the game goes on")


def close(table: Table, idle: int) -> None:
    """Count what is left, take overtime, compare, sign."""
    sheet = table.sheet
    if (
        sheet.ending.forfeit is None
        and sheet.ending.resigned is None
        and not sheet.ending.unplayed_counted
    ):
        known = sheet.out is None or idle or table.chance(0.3)
        first, second = (table.hands.rack(seat) if known else NOT_KNOWN for seat in Seat)
        if not ask(table, CountUnplayed(racks=(first, second)), idle) and not idle:
            return
    if sheet.result.proposed is None:
        _overtime(table)
        happen(table, "at the end")
        if table.chance(0.3):
            report_something(table)
        if table.chance(0.15):
            anything(table)
        if go_on(table):
            return
    if ask(table, ProposeResult(), idle):
        _sign(table, idle)


def _overtime(table: Table) -> None:
    clocks = table.clerk.clocks
    for seat in Seat:
        over = -clocks[seat.place] if clocks else 0
        sheet = table.sheet
        if over > 0 and sheet.clock.overtime[seat.place] is None and sheet.ending.forfeit is None:
            table.irregular("overtime")
            asked = RecordOvertime(seat=seat, over=Seconds(over))
            table.clerk.insist(asked, "the clock says so")
            points = table.sheet.clock.overtime[seat.place]
            if points and table.chance(0.2):
                waived = WaiveOvertime(seat=seat, points=points, reason="the timer ran fast")
                table.clerk.insist(waived, "the timer ran fast")


def _sign(table: Table, idle: int) -> None:
    for seat in Seat:
        if seat not in table.sheet.signed_by:
            # One scorekeeper sees one of two signatures on paper, and never both.
            ways: tuple[SignedHow, ...] = ("stroke", "paper") if seat is Seat.FIRST else ("stroke",)
            ask(table, signature(table.sheet, seat, table.random.choice(ways)), idle)


def hand_in(table: Table, idle: int) -> None:
    """Let the winner hand the slip in, as a rule; now and then the result is touched again."""
    happen(table, "signed")
    if not table.sheet.is_final:
        return
    winner = outcome_of(table.sheet).winner or Seat.FIRST
    ask(table, HandIn(seat=winner.opponent if table.chance(0.03) else winner), idle)
    happen(table, "signed")
