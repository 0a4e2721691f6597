"""Holds, and the courtesy rule that a hold opens."""

from __future__ import annotations

from ledger.game.facts.calls import WarningDue
from ledger.game.facts.endings import GameEnded
from ledger.game.facts.holds import (
    CourtesyDraw,
    CourtesyTilesMixed,
    FlashDraw,
    HoldCalled,
    HoldReleased,
)
from ledger.game.facts.judging import TurnEndedIrregularly, WindowClosed, WindowReopened
from ledger.game.play.calls.requests import warning_due
from ledger.game.play.challenges.in_time import (
    AskedInTime,
    courtesy_draw_allowed,
    is_open,
    last_play,
    moment_of,
    must_be_in_time,
    play_to_answer,
    situation_of,
    window_in,
)
from ledger.game.play.entry import GameContext, decides, must_not_be_final
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests.request import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook.ambiguities.ruled import touching
from ledger.vocabulary import Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import FlashGround, HowIrregular

# Holds, and how long a play may be answered.


HOW_MET = {"timer-forgotten": ("T1-02", "TN-15"), "change-announced": ("TW-04",)}
"""Traps that a turn ended in this way meets, in the books that have them."""


class CallHold(AskedInTime, frozen=True, tag="call-hold", kw_only=True):
    """``seat`` wants time to think about the play just made."""


class ReleaseHold(Request, frozen=True, tag="release-hold", kw_only=True):
    """``seat`` accepts the play on hold."""

    seat: Seat


class ReportIrregularTurn(Request, frozen=True, tag="report-irregular-turn", kw_only=True):
    """The turn of ``seat`` was made out of order; fields as in ``TurnEndedIrregularly``."""

    seat: Seat
    how: HowIrregular
    pressed_after: Seconds | None = None


class CloseWindow(AskedInTime, frozen=True, tag="close-window", kw_only=True):
    """``seat`` gave no answer to the play, and the time for it is over."""


class ReopenWindow(Request, frozen=True, tag="reopen-window", kw_only=True):
    """The director finds that ``seat`` may still answer the play, for ``reason``."""

    seat: Seat
    reason: str


@decides(CallHold, may=STAFF)
def call_hold(sheet: Sheet, request: CallHold, context: GameContext) -> Decision:
    """Write a hold down (K-09); on a play-out it means what the book says (O-02)."""
    play = play_to_answer(sheet, request.seat, "hold", context)
    rules = context.rules
    if not rules.windows.hold_lasts.is_known:
        context.unless_ruled(rules.windows.hold_lasts.refusal())
    context.must_unless_ruled(
        sheet.challenges.hold is not request.seat, "hold-called", player=sheet.name(request.seat)
    )
    noticed = must_be_in_time(sheet, play, request, "hold", context)
    if sheet.out is not None and rules.answers.play_out_hold.trap:
        noticed += touching(rules, rules.answers.play_out_hold.trap)
    held = HoldCalled(
        seat=request.seat,
        after=request.after,
        hand_in_bag=request.hand_in_bag,
        tile_out=request.tile_out,
        tile_racked=request.tile_racked,
        score_written=request.score_written,
        accepted_aloud=request.accepted_aloud,
        away=request.away,
        out_of_order=request.out_of_order,
    )
    return Decision((held,), noticed)


@decides(ReleaseHold, may=STAFF)
def release_hold(sheet: Sheet, request: ReleaseHold, context: GameContext) -> Decision:
    """Write the end of a hold down (K-11)."""
    context.must_unless_ruled(
        sheet.challenges.hold is request.seat, "no-hold/not-called", player=sheet.name(request.seat)
    )
    return Decision((HoldReleased(seat=request.seat),))


@decides(ReportIrregularTurn, may=STAFF)
def report_irregular_turn(
    sheet: Sheet, request: ReportIrregularTurn, context: GameContext
) -> Decision:
    """Write down that the turn just made was out of order (D-02, D-04 to D-07)."""
    must_not_be_final(sheet, context)
    last = sheet.last_turn
    context.must_unless_ruled(
        last is not None and last.seat is request.seat,
        "no-such-turn",
        player=sheet.name(request.seat),
    )
    ended = TurnEndedIrregularly(
        seat=request.seat, how=request.how, pressed_after=request.pressed_after
    )
    # The end of the turn and the press of the timer are two moments then.
    met = HOW_MET.get(request.how, ())
    if request.how == "change-announced" and not request.pressed_after:
        met = ()
    return Decision((ended, *_warned(sheet, request, context)), touching(context.rules, *met))


def _warned(
    sheet: Sheet, request: ReportIrregularTurn, context: GameContext
) -> tuple[WarningDue, ...]:
    """The warning for a score written too early or too late; none once the bag is empty (D-08)."""
    offence = WARNED_OF.get(request.how, "")
    late = offence == "cumulative-not-recorded"
    if not offence or (late and not sheet.stock.bag):
        return ()
    return warning_due(sheet, request.seat, offence, context.rules)


WARNED_OF = {
    "drew-before-recording": "cumulative-not-recorded",
    "wrote-before-playing": "score-before-play",
}
"""Turns out of order for which a book may want a warning, and what its table calls them."""


@decides(CloseWindow, may=STAFF)
def close_window(sheet: Sheet, request: CloseWindow, context: GameContext) -> Decision:
    """Write down that nobody answered the play in time; a play-out then stands (K-13, O-02)."""
    play = play_to_answer(sheet, request.seat, "answer", context)
    if play is not None:
        # Of the two rights a challenge may last longer; both are gone when it is.
        window = window_in(situation_of(sheet, play, request, context.rules), context.rules)
        held = sheet.challenges.hold is request.seat
        context.must_unless_ruled(
            not held and not is_open(window, moment_of(sheet, request, context)),
            "window-open",
            player=sheet.name(request.seat),
            clause=str(context.rules.windows.hold_lasts) if held else window.clause,
        )
    facts: tuple[Fact, ...] = (WindowClosed(seat=request.seat, after=request.after),)
    if sheet.out is not None and not sheet.ended:
        facts = (*facts, GameEnded(cause="played-out"))
    return Decision(facts)


@decides(ReopenWindow, may=DIRECTORS)
def reopen_window(sheet: Sheet, request: ReopenWindow, context: GameContext) -> Decision:
    """Write down a director's finding that the right to challenge was not lost (K-07)."""
    must_not_be_final(sheet, context)
    context.must_be_ruled("needs-ruling/quick-draw")
    context.must(request.reason.strip(), "unreadable-request/finding")
    return Decision((WindowReopened(seat=request.seat, reason=request.reason),))


class DrawCourteously(Request, frozen=True, tag="draw-courteously", kw_only=True):
    """``seat``, whose play is on hold, draws tiles; fields as in ``CourtesyDraw``."""

    seat: Seat
    drawn: int
    after: Seconds | None = None
    held_for: Seconds | None = None
    looked: bool | None = None
    racked: bool | None = None
    mixed: bool | None = None


class MixCourtesyTiles(Request, frozen=True, tag="mix-courtesy-tiles", kw_only=True):
    """Courtesy tiles of ``seat`` touched the rack; ``mixed``: with the old ones."""

    seat: Seat
    mixed: bool


class ReportFlashDraw(Request, frozen=True, tag="report-flash-draw", kw_only=True):
    """``seat`` drew before the play could fairly be answered; fields as in ``FlashDraw``."""

    seat: Seat
    ground: FlashGround
    drawn: int = 0
    racked: bool | None = None
    mixed: bool | None = None
    deliberate: bool | None = None


@decides(DrawCourteously, may=STAFF)
def draw_courteously(sheet: Sheet, request: DrawCourteously, context: GameContext) -> Decision:
    """Write a draw during a hold down (H-20, H-21); none while a challenge is judged (H-19)."""
    must_not_be_final(sheet, context)
    must_be_a_number(request.drawn)
    held = sheet.challenges.hold is request.seat.opponent
    if sheet.challenges.pending is not None and sheet.challenges.pending.seat is not request.seat:
        during = context.rules.drawing.during_adjudication
        if not during.is_known:
            context.unless_ruled(during.refusal())
        elif not during.value:
            context.must_be_ruled("no-drawing-now")
    elif not held:
        context.must_be_ruled("no-hold/drawing", player=sheet.name(request.seat))
    _must_not_be_early(sheet, request, context)
    drawn = CourtesyDraw(
        seat=request.seat,
        drawn=request.drawn,
        after=request.after,
        held_for=request.held_for,
        looked=request.looked,
        racked=request.racked,
        mixed=request.mixed,
    )
    wrong = request.racked or request.mixed
    return Decision((drawn,), (remarks.COURTESY_TILES_MIXED,) if wrong else ())


def _must_not_be_early(sheet: Sheet, request: DrawCourteously, context: GameContext) -> None:
    windows = context.rules.windows
    if not windows.courtesy_after.is_known:
        context.unless_ruled(windows.courtesy_after.refusal())
        return
    waited = request.after
    if windows.courtesy_from.value == "hold-call":
        waited = _held_for(sheet, request)
    if waited is None:
        return
    context.must_unless_ruled(
        courtesy_draw_allowed(waited, context.rules),
        "too-early-to-draw",
        seconds=windows.courtesy_after.value,
    )


def _held_for(sheet: Sheet, request: DrawCourteously) -> Seconds | None:
    """Seconds since hold was called, as told or from what was told; ``None``: not known."""
    if request.held_for is not None or request.after is None:
        return request.held_for
    return Seconds(request.after - (sheet.answering.hold_after or 0))


@decides(MixCourtesyTiles, may=STAFF)
def mix_courtesy_tiles(sheet: Sheet, request: MixCourtesyTiles, context: GameContext) -> Decision:
    """Write down that tiles drawn during a hold touched the rack (H-20)."""
    must_not_be_final(sheet, context)
    courtesy = sheet.answering.courtesy
    context.must_unless_ruled(
        courtesy is not None and courtesy.seat is request.seat,
        "no-courtesy-draw",
        player=sheet.name(request.seat),
    )
    mixed = CourtesyTilesMixed(seat=request.seat, mixed=request.mixed)
    return Decision((mixed,), (remarks.COURTESY_TILES_MIXED,))


@decides(ReportFlashDraw, may=STAFF)
def report_flash_draw(sheet: Sheet, request: ReportFlashDraw, context: GameContext) -> Decision:
    """Write a flash draw down: it keeps the play open, or is a petition to the director (K-07)."""
    must_not_be_final(sheet, context)
    must_be_a_number(request.drawn)
    play = last_play(sheet)
    context.must_unless_ruled(
        play is not None and play.seat is request.seat,
        "nothing-to-challenge/not-the-last",
        player=sheet.name(request.seat),
    )
    flash, grounds = context.rules.windows.flash_draw, context.rules.answers.flash_draw_grounds
    if not flash.is_known:
        context.unless_ruled(flash.refusal())
    elif request.ground not in (grounds.value or ()):
        context.must_be_ruled("not-a-flash-draw")
    drawn = FlashDraw(
        seat=request.seat,
        ground=request.ground,
        drawn=request.drawn,
        racked=request.racked,
        mixed=request.mixed,
        deliberate=request.deliberate,
    )
    return Decision((drawn,))


def must_be_a_number(tiles: int) -> None:
    """Refuse a number of tiles below zero."""
    if tiles < 0:
        raise refusal("unreadable-request/tiles-drawn")
