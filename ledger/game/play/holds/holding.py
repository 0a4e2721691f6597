"""Holds, and how long a play may be answered."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS, STAFF
from ledger.game.facts.calls import WarningDue
from ledger.game.facts.endings import GameEnded
from ledger.game.facts.holds import HoldCalled, HoldReleased
from ledger.game.facts.judging import TurnEndedIrregularly, WindowClosed, WindowReopened
from ledger.game.play.calls.warnings import warning_due
from ledger.game.play.challenges.in_time import (
    AskedInTime,
    moment_of,
    must_be_in_time,
    play_to_answer,
    situation_of,
)
from ledger.game.play.challenges.windows import is_open, window_in
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Seat, Seconds
from ledger.vocabulary.closed_lists import HowIrregular

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
