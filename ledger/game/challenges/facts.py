"""Challenges, holds, and how long a play may be answered: what can have happened."""

from __future__ import annotations

from ledger.record.fact import BOARD, HANDS, Fact
from ledger.vocabulary import Points, Seat, Seconds
from ledger.vocabulary.closed_lists import (
    FlashGround,
    HowIrregular,
    JudgingMethod,
    NotSaid,
    VoidReason,
)

# What had happened since a turn was completed, when its play was answered.


class SinceTheTurn(Fact, frozen=True, kw_only=True):
    """A hold or a challenge, with what had happened before it. ``None``: not known.

    Three moments that books tell apart: the hand in the bag, the first tile out of it, the
    first tile on the rack. What is not known is not held against anybody.

    Attributes:
      after: seconds since the turn was completed, or since an absent player was back.
      hand_in_bag: the hand that draws was in the bag.
      tile_out: a new tile was out of the bag.
      tile_racked: a new tile was on the rack.
      score_written: who answers had written the score of the play in full.
      accepted_aloud: who answers had said that the play is accepted.
      away: who answers was away from the table when the play was made.
      out_of_order: how the turn was made out of order, as ``TurnEndedIrregularly.how``.
    """

    after: Seconds | None = None
    hand_in_bag: bool | None = None
    tile_out: bool | None = None
    tile_racked: bool | None = None
    score_written: bool | None = None
    accepted_aloud: bool | None = None
    away: bool | None = None
    out_of_order: HowIrregular | NotSaid = ""


SINCE = SinceTheTurn.__struct_fields__
"""Said of the moment by who was there, and for officials alone."""


# Challenges, their slips and verdicts. A verdict is one bit for the whole play.


class ChallengeIssued(SinceTheTurn, frozen=True, kw_only=True, tag="challenge-issued"):
    """``seat`` challenged words of the play just made.

    Attributes:
      voiced: whether the challenge was said aloud; ``None`` if nobody noted it.
      neutral: whether the clocks were stopped for it; ``None`` if nobody noted it.
      agreed: whether both players agreed to the method, where that is asked.
      authority: a reference in which the word is to be looked up; empty if none was named.
    """

    visibility = BOARD.less(*SINCE, "voiced", "neutral", "agreed", "authority")

    seat: Seat
    words: tuple[str, ...] = ()
    method: JudgingMethod = "not-known"
    voiced: bool | None = None
    neutral: bool | None = None
    agreed: bool | None = None
    authority: str = ""


class ChallengeSlipConfirmed(Fact, frozen=True, kw_only=True, tag="challenge-slip-confirmed"):
    """``seat`` checked that the slip holds the words as played."""

    visibility = BOARD

    seat: Seat


class ChallengeAdjudicated(Fact, frozen=True, kw_only=True, tag="challenge-adjudicated"):
    """A verdict on the whole play; never which word.

    Attributes:
      adjudicator: badge or name of who gave it; empty if not known.
    """

    visibility = BOARD.less("adjudicator")

    acceptable: bool
    adjudicator: str = ""
    lexicon: str = ""


class PhoneyWithdrawn(Fact, frozen=True, kw_only=True, tag="phoney-withdrawn"):
    """The play came off the board and its ``lost`` points with it."""

    visibility = BOARD

    seat: Seat
    lost: Points


class ChallengeFailed(Fact, frozen=True, kw_only=True, tag="challenge-failed"):
    """The challenged play stood; what that cost is worked out by the mode in force.

    Attributes:
      debited: points taken off the challenger's score, as a positive number.
      time_lost: seconds taken off the challenger's clock.
      counts_as_zero: True if the lost turn is one of the scoreless turns that end a game.
    """

    visibility = BOARD

    seat: Seat
    mode: str
    credited: Points = Points(0)
    debited: Points = Points(0)
    turn_lost: bool = False
    time_lost: Seconds = Seconds(0)
    counts_as_zero: bool = False


class ChallengeVoided(Fact, frozen=True, kw_only=True, tag="challenge-voided"):
    """The challenge was undone without a verdict, for the ``reason`` the rulebook allows."""

    visibility = BOARD.less("reason")

    reason: VoidReason


class HoldCalled(SinceTheTurn, frozen=True, kw_only=True, tag="hold-called"):
    """``seat`` asked for time to think about challenging the play just made."""

    visibility = BOARD.less(*SINCE)

    seat: Seat


class HoldReleased(Fact, frozen=True, kw_only=True, tag="hold-released"):
    """``seat`` accepted the play it had put on hold."""

    visibility = BOARD

    seat: Seat


class CourtesyDraw(Fact, frozen=True, kw_only=True, tag="courtesy-draw"):
    """``seat``, whose play is on hold, drew tiles to be kept apart.

    Attributes:
      after: seconds since the turn was completed; ``None``: not known.
      held_for: seconds since hold was called, where the book counts from there.
    """

    visibility = HANDS

    seat: Seat
    drawn: int
    after: Seconds | None = None
    looked: bool | None = None
    racked: bool | None = None
    mixed: bool | None = None
    held_for: Seconds | None = None


class CourtesyTilesMixed(Fact, frozen=True, kw_only=True, tag="courtesy-tiles-mixed"):
    """Courtesy tiles of ``seat`` touched the rack; ``mixed``: nobody can tell them any more."""

    visibility = HANDS

    seat: Seat
    mixed: bool


class FlashDraw(Fact, frozen=True, kw_only=True, tag="flash-draw"):
    """``seat`` drew before the opponent could fairly answer the play."""

    visibility = HANDS

    seat: Seat
    ground: FlashGround
    drawn: int
    racked: bool | None = None
    mixed: bool | None = None
    deliberate: bool | None = None


class TurnEndedIrregularly(Fact, frozen=True, kw_only=True, tag="turn-ended-irregularly"):
    """The turn of ``seat`` did not end with the timer alone, in the order laid down.

    Attributes:
      how: ``timer-forgotten`` (a hand went into the bag), ``drew-before-recording``,
        ``wrote-before-playing``, ``wrote-before-pressing`` or ``change-announced``.
      pressed_after: seconds from that moment to the press of the timer; ``None``: not known.
    """

    visibility = HANDS

    seat: Seat
    how: HowIrregular
    pressed_after: Seconds | None = None


class WindowReopened(Fact, frozen=True, kw_only=True, tag="window-reopened"):
    """The director found that ``seat`` may still hold or challenge the play, for ``reason``."""

    visibility = HANDS.less("reason")

    seat: Seat
    reason: str


class WindowClosed(Fact, frozen=True, kw_only=True, tag="window-closed"):
    """``seat`` let the time for an answer to the play pass; ``after`` seconds, if known."""

    visibility = BOARD.less("after")

    seat: Seat
    after: Seconds | None = None
