"""New tiles drawn while a play could still come off: courtesy draws and flash draws."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.holds import CourtesyDraw, CourtesyTilesMixed, FlashDraw
from ledger.game.play.challenges.in_time import last_play
from ledger.game.play.challenges.windows import courtesy_draw_allowed
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.vocabulary import Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import FlashGround


class DrawCourteously(Asked, frozen=True, tag="draw-courteously", kw_only=True):
    """``seat``, whose play is on hold, draws tiles; fields as in ``CourtesyDraw``."""

    seat: Seat
    drawn: int
    after: Seconds | None = None
    held_for: Seconds | None = None
    looked: bool | None = None
    racked: bool | None = None
    mixed: bool | None = None


class MixCourtesyTiles(Asked, frozen=True, tag="mix-courtesy-tiles", kw_only=True):
    """Courtesy tiles of ``seat`` touched the rack; ``mixed``: with the old ones."""

    seat: Seat
    mixed: bool


class ReportFlashDraw(Asked, frozen=True, tag="report-flash-draw", kw_only=True):
    """``seat`` drew before the play could fairly be answered; fields as in ``FlashDraw``."""

    seat: Seat
    ground: FlashGround
    drawn: int = 0
    racked: bool | None = None
    mixed: bool | None = None
    deliberate: bool | None = None


@decides(DrawCourteously, may=STAFF)
def draw_courteously(sheet: Sheet, asked: DrawCourteously, entry: Entry) -> Decision:
    """Write a draw during a hold down (H-20, H-21); none while a challenge is judged (H-19)."""
    must_not_be_final(sheet, entry)
    must_be_a_number(asked.drawn)
    held = sheet.challenges.hold is asked.seat.opponent
    if sheet.challenges.pending is not None and sheet.challenges.pending.seat is not asked.seat:
        during = entry.rules.drawing.during_adjudication
        if not during.is_known:
            entry.unless_ruled(during.refusal())
        elif not during.value:
            entry.must_be_ruled("no-drawing-now")
    elif not held:
        entry.must_be_ruled("no-hold/drawing", player=sheet.name(asked.seat))
    _must_not_be_early(sheet, asked, entry)
    drawn = CourtesyDraw(
        seat=asked.seat,
        drawn=asked.drawn,
        after=asked.after,
        held_for=asked.held_for,
        looked=asked.looked,
        racked=asked.racked,
        mixed=asked.mixed,
    )
    wrong = asked.racked or asked.mixed
    return Decision((drawn,), (remarks.COURTESY_TILES_MIXED,) if wrong else ())


def _must_not_be_early(sheet: Sheet, asked: DrawCourteously, entry: Entry) -> None:
    windows = entry.rules.windows
    if not windows.courtesy_after.is_known:
        entry.unless_ruled(windows.courtesy_after.refusal())
        return
    waited = asked.after
    if windows.courtesy_from.value == "hold-call":
        waited = _held_for(sheet, asked)
    if waited is None:
        return
    entry.must_unless_ruled(
        courtesy_draw_allowed(waited, entry.rules),
        "too-early-to-draw",
        seconds=windows.courtesy_after.value,
    )


def _held_for(sheet: Sheet, asked: DrawCourteously) -> Seconds | None:
    """Seconds since hold was called, as told or from what was told; ``None``: not known."""
    if asked.held_for is not None or asked.after is None:
        return asked.held_for
    return Seconds(asked.after - (sheet.answering.hold_after or 0))


@decides(MixCourtesyTiles, may=STAFF)
def mix_courtesy_tiles(sheet: Sheet, asked: MixCourtesyTiles, entry: Entry) -> Decision:
    """Write down that tiles drawn during a hold touched the rack (H-20)."""
    must_not_be_final(sheet, entry)
    courtesy = sheet.answering.courtesy
    entry.must_unless_ruled(
        courtesy is not None and courtesy.seat is asked.seat,
        "no-courtesy-draw",
        player=sheet.name(asked.seat),
    )
    mixed = CourtesyTilesMixed(seat=asked.seat, mixed=asked.mixed)
    return Decision((mixed,), (remarks.COURTESY_TILES_MIXED,))


@decides(ReportFlashDraw, may=STAFF)
def report_flash_draw(sheet: Sheet, asked: ReportFlashDraw, entry: Entry) -> Decision:
    """Write a flash draw down: it keeps the play open, or is a petition to the director (K-07)."""
    must_not_be_final(sheet, entry)
    must_be_a_number(asked.drawn)
    play = last_play(sheet)
    entry.must_unless_ruled(
        play is not None and play.seat is asked.seat,
        "nothing-to-challenge/not-the-last",
        player=sheet.name(asked.seat),
    )
    flash, grounds = entry.rules.windows.flash_draw, entry.rules.answers.flash_draw_grounds
    if not flash.is_known:
        entry.unless_ruled(flash.refusal())
    elif asked.ground not in (grounds.value or ()):
        entry.must_be_ruled("not-a-flash-draw")
    drawn = FlashDraw(
        seat=asked.seat,
        ground=asked.ground,
        drawn=asked.drawn,
        racked=asked.racked,
        mixed=asked.mixed,
        deliberate=asked.deliberate,
    )
    return Decision((drawn,))


def must_be_a_number(tiles: int) -> None:
    """Refuse a number of tiles below zero."""
    if tiles < 0:
        raise refusal("unreadable-request/tiles-drawn")
