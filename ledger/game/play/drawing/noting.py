"""Drawing: moments that rules hang on, the manner of it, and what the director settled."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS, STAFF
from ledger.game.facts.drawing import DrawingImproper, DrawingSettled, TilesDrawn
from ledger.game.play.calls.warnings import warning_due
from ledger.game.play.drawing.numbers import must_be_counts, must_be_there
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.leaving.leaving import must_be_free_to_draw
from ledger.game.play.setting_up.starts import must_both_be_here
from ledger.game.sheet.folds.drawing import NAMES
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.closed_lists import DrawingProcedure, DrawManner, DrawMoment


class RecordDraw(Asked, frozen=True, tag="record-draw", kw_only=True):
    """A ``moment`` of the draw of ``seat``; ``count``: tiles drawn, 0 if nobody counted."""

    seat: Seat
    moment: DrawMoment
    count: int = 0


class ReportManner(Asked, frozen=True, tag="report-manner", kw_only=True):
    """``seat`` drew in a manner the rules forbid; fields as in ``DrawingImproper``."""

    seat: Seat
    manner: DrawManner
    note: str = ""


class SettleDrawing(Asked, frozen=True, tag="settle-drawing", kw_only=True):
    """The director settles the procedure ``what``; ``racks``: tiles on both racks afterwards."""

    what: DrawingProcedure
    finding: str
    racks: tuple[int, int] | None = None


@decides(RecordDraw, may=STAFF)
def record_draw(sheet: Sheet, asked: RecordDraw, entry: Entry) -> Decision:
    """Note a moment of a draw (H-04); none may happen while a challenge is judged (H-19)."""
    must_not_be_final(sheet, entry)
    must_be_counts(asked.count)
    must_both_be_here(sheet, entry)
    must_be_free_to_draw(sheet, asked.seat, entry)
    during = entry.rules.drawing.during_adjudication
    if sheet.challenges.pending is not None and during.value is False:
        entry.must_be_ruled("draw-during-challenge")
    noticed: tuple[str, ...] = ()
    if sheet.challenges.pending is not None and during.value is not False:
        noticed = (remarks.KEEP_APART,) if during.is_known else (remarks.DIRECTOR_TO_CONFIRM,)
    return Decision((TilesDrawn(seat=asked.seat, moment=asked.moment, count=asked.count),), noticed)


@decides(ReportManner, may=STAFF)
def report_manner(sheet: Sheet, asked: ReportManner, entry: Entry) -> Decision:
    """Note an improper draw, and how often it was noted of this player (H-01, H-03, H-06)."""
    must_not_be_final(sheet, entry)
    times = 1 + sum(
        isinstance(event.fact, DrawingImproper)
        and event.fact.seat is asked.seat
        and event.fact.manner == asked.manner
        for event in sheet.events
    )
    fact = DrawingImproper(seat=asked.seat, manner=asked.manner, times=times, note=asked.note)
    offence = asked.manner if asked.manner == "palm-not-shown" else ""
    due = warning_due(sheet, asked.seat, offence, entry.rules, times=times, wanted_from=2)
    return Decision((fact, *due), (remarks.DRAWN_IMPROPERLY_AGAIN,) if times > 1 else ())


@decides(SettleDrawing, may=DIRECTORS)
def settle_drawing(sheet: Sheet, asked: SettleDrawing, entry: Entry) -> Decision:
    """Close a procedure about the drawing by what the director ruled."""
    must_not_be_final(sheet, entry)
    if find(sheet.open, NAMES[asked.what]) is None:
        raise entry.refusal("nothing-to-put-right/none-of-that-kind")
    entry.must_be_ruled("needs-ruling/procedure")
    racks = asked.racks or sheet.stock.racks
    must_be_there(sheet, racks)
    return Decision((DrawingSettled(what=asked.what, racks=racks, finding=asked.finding),))
