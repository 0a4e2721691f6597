"""Challenges, their slips and verdicts. A verdict is one bit for the whole play."""

from __future__ import annotations

from ledger.game.facts.since import SINCE, SinceTheTurn
from ledger.record.fact import BOARD, Fact
from ledger.vocabulary import Points, Seat, Seconds
from ledger.vocabulary.closed_lists import JudgingMethod, VoidReason


class ChallengeIssued(SinceTheTurn, frozen=True, kw_only=True, tag="challenge-issued"):
    """``seat`` challenged words of the play just made.

    Attributes:
      words: the words on the slip; empty if nobody noted them.
      method: how it is judged: ``runner``, ``self-run``, ``self-adjudicated``,
        ``external-device``, ``smart-device``, ``director``, ``word-judge`` or ``not-known``.
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
      acceptable: True if the play stands.
      adjudicator: badge or name of who gave it; empty if not known.
      lexicon: digest of the word list asked, empty if not known.
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
      seat: the challenger.
      mode: the challenge mode that decided, as in the rulebook's options.
      credited: points added to the challenged player's score.
      debited: points taken off the challenger's score, as a positive number.
      turn_lost: True if the challenger loses the next turn.
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
