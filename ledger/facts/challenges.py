"""Holds, challenge slips and verdicts. A verdict is one bit for the whole play."""

from __future__ import annotations

from ledger.facts.fact import Fact
from ledger.vocabulary import Points, Seat, Seconds


class HoldCalled(Fact, frozen=True, kw_only=True, tag="hold-called"):
    """``seat`` asked for time to think about challenging the play just made."""

    seat: Seat


class HoldReleased(Fact, frozen=True, kw_only=True, tag="hold-released"):
    """``seat`` accepted the play it had put on hold."""

    seat: Seat


class ChallengeIssued(Fact, frozen=True, kw_only=True, tag="challenge-issued"):
    """``seat`` challenged words of the play just made.

    Attributes:
      words: the words on the slip; empty if nobody noted them.
      method: ``runner``, ``self-run``, ``self-adjudicated``, ``director`` or ``not-known``.
    """

    seat: Seat
    words: tuple[str, ...] = ()
    method: str = "not-known"


class ChallengeSlipConfirmed(Fact, frozen=True, kw_only=True, tag="challenge-slip-confirmed"):
    """``seat`` checked that the slip holds the words as played."""

    seat: Seat


class ChallengeAdjudicated(Fact, frozen=True, kw_only=True, tag="challenge-adjudicated"):
    """A verdict on the whole play; never which word.

    Attributes:
      acceptable: True if the play stands.
      adjudicator: badge or name of who gave it; empty if not known.
      lexicon: digest of the word list asked, empty if not known.
    """

    acceptable: bool
    adjudicator: str = ""
    lexicon: str = ""


class PhoneyWithdrawn(Fact, frozen=True, kw_only=True, tag="phoney-withdrawn"):
    """The play came off the board and its ``lost`` points with it."""

    seat: Seat
    lost: Points


class ChallengeFailed(Fact, frozen=True, kw_only=True, tag="challenge-failed"):
    """The challenged play stood; what that cost is worked out by the mode in force.

    Attributes:
      seat: the challenger.
      mode: the challenge mode that decided, as in the rulebook's options.
      credited: points added to the challenged player's score.
      debited: points taken off the challenger's score, as a positive number.
      turn_lost: True if the challenger loses the next turn.
      time_lost: seconds taken off the challenger's clock.
      counts_as_zero: True if the lost turn is one of the scoreless turns that end a game.
    """

    seat: Seat
    mode: str
    credited: Points = Points(0)
    debited: Points = Points(0)
    turn_lost: bool = False
    time_lost: Seconds = Seconds(0)
    counts_as_zero: bool = False


class ChallengeVoided(Fact, frozen=True, kw_only=True, tag="challenge-voided"):
    """The challenge was undone without a verdict, for the ``reason`` the rulebook allows."""

    reason: str
