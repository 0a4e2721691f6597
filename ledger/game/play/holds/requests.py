"""Holds, and the courtesy rule that a hold opens."""

from __future__ import annotations

from ledger.asking.asked import DIRECTORS, STAFF, Asked, Decision
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
from ledger.game.play.entry import Entry, decides, must_not_be_final
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.rulebook.gaps.ruled import touching
from ledger.vocabulary import Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import FlashGround, HowIrregular

# Holds, and how long a play may be answered.


HOW_MET = {"timer-forgotten": ("T1-02", "TN-15"), "change-announced": ("TW-04",)}
"""Traps that a turn ended in this way meets, in the books that have them."""


class CallHold(AskedInTime, frozen=True, tag="call-hold", kw_only=True):
    """``seat`` wants time to think about the play just made."""


class ReleaseHold(Asked, frozen=True, tag="release-hold", kw_only=True):
    """``seat`` accepts the play on hold."""

    seat: Seat


class ReportIrregularTurn(Asked, frozen=True, tag="report-irregular-turn", kw_only=True):
    """The turn of ``seat`` was made out of order; fields as in ``TurnEndedIrregularly``."""

    seat: Seat
    how: HowIrregular
    pressed_after: Seconds | None = None


class CloseWindow(AskedInTime, frozen=True, tag="close-window", kw_only=True):
    """``seat`` gave no answer to the play, and the time for it is over."""


class ReopenWindow(Asked, frozen=True, tag="reopen-window", kw_only=True):
    """The director finds that ``seat`` may still answer the play, for ``reason``."""

    seat: Seat
    reason: str


@decides(CallHold, may=STAFF)
def call_hold(sheet: Sheet, asked: CallHold, entry: Entry) -> Decision:
    """Write a hold down (K-09); on a play-out it means what the book says (O-02)."""
    play = play_to_answer(sheet, asked.seat, "hold", entry)
    rules = entry.rules
    if not rules.windows.hold_lasts.is_known:
        entry.unless_ruled(rules.windows.hold_lasts.refusal())
    entry.must_unless_ruled(
        sheet.challenges.hold is not asked.seat, "hold-called", player=sheet.name(asked.seat)
    )
    noticed = must_be_in_time(sheet, play, asked, "hold", entry)
    if sheet.out is not None and rules.answers.play_out_hold.trap:
        noticed += touching(rules, rules.answers.play_out_hold.trap)
    held = HoldCalled(
        seat=asked.seat,
        after=asked.after,
        hand_in_bag=asked.hand_in_bag,
        tile_out=asked.tile_out,
        tile_racked=asked.tile_racked,
        score_written=asked.score_written,
        accepted_aloud=asked.accepted_aloud,
        away=asked.away,
        out_of_order=asked.out_of_order,
    )
    return Decision((held,), noticed)


@decides(ReleaseHold, may=STAFF)
def release_hold(sheet: Sheet, asked: ReleaseHold, entry: Entry) -> Decision:
    """Write the end of a hold down (K-11)."""
    entry.must_unless_ruled(
        sheet.challenges.hold is asked.seat, "no-hold/not-called", player=sheet.name(asked.seat)
    )
    return Decision((HoldReleased(seat=asked.seat),))


@decides(ReportIrregularTurn, may=STAFF)
def report_irregular_turn(sheet: Sheet, asked: ReportIrregularTurn, entry: Entry) -> Decision:
    """Write down that the turn just made was out of order (D-02, D-04 to D-07)."""
    must_not_be_final(sheet, entry)
    last = sheet.last_turn
    entry.must_unless_ruled(
        last is not None and last.seat is asked.seat, "no-such-turn", player=sheet.name(asked.seat)
    )
    ended = TurnEndedIrregularly(seat=asked.seat, how=asked.how, pressed_after=asked.pressed_after)
    # The end of the turn and the press of the timer are two moments then.
    met = HOW_MET.get(asked.how, ())
    if asked.how == "change-announced" and not asked.pressed_after:
        met = ()
    return Decision((ended, *_warned(sheet, asked, entry)), touching(entry.rules, *met))


def _warned(sheet: Sheet, asked: ReportIrregularTurn, entry: Entry) -> tuple[WarningDue, ...]:
    """The warning for a score written too early or too late; none once the bag is empty (D-08)."""
    offence = WARNED_OF.get(asked.how, "")
    late = offence == "cumulative-not-recorded"
    if not offence or (late and not sheet.stock.bag):
        return ()
    return warning_due(sheet, asked.seat, offence, entry.rules)


WARNED_OF = {
    "drew-before-recording": "cumulative-not-recorded",
    "wrote-before-playing": "score-before-play",
}
"""Turns out of order for which a book may want a warning, and what its table calls them."""


@decides(CloseWindow, may=STAFF)
def close_window(sheet: Sheet, asked: CloseWindow, entry: Entry) -> Decision:
    """Write down that nobody answered the play in time; a play-out then stands (K-13, O-02)."""
    play = play_to_answer(sheet, asked.seat, "answer", entry)
    if play is not None:
        # Of the two rights a challenge may last longer; both are gone when it is.
        window = window_in(situation_of(sheet, play, asked, entry.rules), entry.rules)
        held = sheet.challenges.hold is asked.seat
        entry.must_unless_ruled(
            not held and not is_open(window, moment_of(sheet, asked, entry)),
            "window-open",
            player=sheet.name(asked.seat),
            clause=str(entry.rules.windows.hold_lasts) if held else window.clause,
        )
    facts: tuple[Fact, ...] = (WindowClosed(seat=asked.seat, after=asked.after),)
    if sheet.out is not None and not sheet.ended:
        facts = (*facts, GameEnded(cause="played-out"))
    return Decision(facts)


@decides(ReopenWindow, may=DIRECTORS)
def reopen_window(sheet: Sheet, asked: ReopenWindow, entry: Entry) -> Decision:
    """Write down a director's finding that the right to challenge was not lost (K-07)."""
    must_not_be_final(sheet, entry)
    entry.must_be_ruled("needs-ruling/quick-draw")
    entry.must(asked.reason.strip(), "unreadable-request/finding")
    return Decision((WindowReopened(seat=asked.seat, reason=asked.reason),))


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
