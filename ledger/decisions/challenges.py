"""Holds, challenge slips and verdicts."""

from __future__ import annotations

from ledger import remarks
from ledger.decisions.entry import Asked, Decide, Decision, Entry, must_not_be_final
from ledger.decisions.zero_turns import with_the_end
from ledger.facts.challenges import (
    ChallengeAdjudicated,
    ChallengeFailed,
    ChallengeIssued,
    ChallengeSlipConfirmed,
    ChallengeVoided,
    HoldCalled,
    HoldReleased,
    PhoneyWithdrawn,
)
from ledger.facts.endings import GameEnded
from ledger.facts.fact import Fact
from ledger.refusals import Refusal
from ledger.rules.failed_challenge import failed_challenge
from ledger.rules.zeros import ends_by_zeros
from ledger.sheet.fold_turns import added
from ledger.sheet.line import Line, LineKind
from ledger.sheet.sheet import Sheet
from ledger.vocabulary import Seat


class CallHold(Asked, frozen=True, tag="call-hold", kw_only=True):
    """``seat`` wants time to think about the play just made."""

    seat: Seat


class ReleaseHold(Asked, frozen=True, tag="release-hold", kw_only=True):
    """``seat`` accepts the play on hold."""

    seat: Seat


class IssueChallenge(Asked, frozen=True, tag="issue-challenge", kw_only=True):
    """``seat`` challenges ``words`` of the play just made, adjudicated by ``method``."""

    seat: Seat
    words: tuple[str, ...] = ()
    method: str = "not-known"


class ConfirmSlip(Asked, frozen=True, tag="confirm-slip", kw_only=True):
    """``seat`` checked that the slip holds the words as played."""

    seat: Seat


class Adjudicate(Asked, frozen=True, tag="adjudicate", kw_only=True):
    """The verdict on the whole play; ``lexicon`` is the digest of the list asked."""

    acceptable: bool
    adjudicator: str = ""
    lexicon: str = ""


class VoidChallenge(Asked, frozen=True, tag="void-challenge", kw_only=True):
    """The challenge ends without a verdict, for ``reason``."""

    reason: str


def call_hold(sheet: Sheet, asked: CallHold, entry: Entry) -> Decision:
    """Write a hold down (K-09).

    Raises:
      Refusal: ``nothing-to-challenge``, ``challenge-pending`` or ``result-final``.
    """
    _challenged_play(sheet, asked.seat, "hold", entry)
    return Decision((HoldCalled(seat=asked.seat),))


def release_hold(sheet: Sheet, asked: ReleaseHold, entry: Entry) -> Decision:
    """Write the end of a hold down (K-11).

    Raises:
      Refusal: ``no-hold``.
    """
    if sheet.hold is not asked.seat:
        entry.unless_ruled(
            Refusal(
                "no-hold",
                f"{sheet.name(asked.seat)} has not called hold.",
                "Go on with the next turn.",
            )
        )
    return Decision((HoldReleased(seat=asked.seat),))


def issue_challenge(sheet: Sheet, asked: IssueChallenge, entry: Entry) -> Decision:
    """Write a challenge down; the verdict follows (L-01, L-02).

    Raises:
      Refusal: ``nothing-to-challenge``, ``challenge-pending`` or ``result-final``.
    """
    play = _challenged_play(sheet, asked.seat, "challenge", entry)
    formed = {word.word.upper() for word in play.words} if play else set()
    strange = formed and any(word.upper() not in formed for word in asked.words)
    return Decision(
        (ChallengeIssued(seat=asked.seat, words=asked.words, method=asked.method),),
        (remarks.WORDS_NOT_FORMED,) if strange else (),
    )


def confirm_slip(sheet: Sheet, asked: ConfirmSlip, entry: Entry) -> Decision:
    """Write down that the opponent checked the slip.

    Raises:
      Refusal: ``no-challenge``.
    """
    _must_be_challenged(sheet, entry)
    return Decision((ChallengeSlipConfirmed(seat=asked.seat),))


def adjudicate(sheet: Sheet, asked: Adjudicate, entry: Entry) -> Decision:
    """Write the verdict down, and what follows from it under the mode in force (L-11, L-12).

    Raises:
      Refusal: ``no-challenge``, ``challenged-play-gone``, or what the rulebook leaves to a
        ruling.
    """
    _must_be_challenged(sheet, entry)
    verdict = ChallengeAdjudicated(
        acceptable=asked.acceptable, adjudicator=asked.adjudicator, lexicon=asked.lexicon
    )
    play = _last_play(sheet)
    if sheet.challenge is not None and (play is None or play.seat is sheet.challenge.seat):
        entry.unless_ruled(
            Refusal(
                "challenged-play-gone",
                "The play under challenge was taken off the record in the meantime.",
                "Call the director, who can void the challenge by a ruling.",
            )
        )
        return Decision((verdict, ChallengeVoided(reason="ruling")))
    if not asked.acceptable and play is not None:
        return _comes_off(sheet, verdict, play, entry)
    if asked.acceptable and sheet.challenge is not None:
        return _stands(sheet, verdict, sheet.challenge, entry)
    return Decision((verdict,))


def _comes_off(sheet: Sheet, verdict: ChallengeAdjudicated, play: Line, entry: Entry) -> Decision:
    facts: tuple[Fact, ...] = (verdict, PhoneyWithdrawn(seat=play.seat, lost=play.score))
    before = added(sheet.totals, play.seat, -play.score)
    if ends_by_zeros(play.zero_turns + 1, before, entry.rules):
        facts = (*facts, GameEnded(cause="six-zeros"))
    return Decision(facts)


def _stands(
    sheet: Sheet, verdict: ChallengeAdjudicated, challenge: ChallengeIssued, entry: Entry
) -> Decision:
    ordinal = sheet.failed[challenge.seat.place] + 1
    try:
        consequence = failed_challenge(len(challenge.words), ordinal, entry.rules)
    except Refusal as open_point:
        # What it costs is then for the director to enter, under the same case.
        entry.unless_ruled(open_point)
        return Decision((verdict, ChallengeFailed(seat=challenge.seat, mode="ruling")))
    failed = ChallengeFailed(
        seat=challenge.seat,
        mode=consequence.mode,
        credited=consequence.credited,
        debited=consequence.debited,
        turn_lost=consequence.turn_lost,
        time_lost=consequence.time_lost,
        counts_as_zero=bool(consequence.counts_as_zero),
    )
    noticed: tuple[str, ...] = (remarks.DIRECTOR_TO_CONFIRM,) if consequence.needs_ruling else ()
    # A play-out that stands ends the game; there is no turn left to lose.
    if sheet.out is not None:
        return Decision((verdict, failed), noticed)
    if failed.counts_as_zero:
        return Decision((verdict, *with_the_end(sheet, failed, entry).facts), noticed)
    noticed += (remarks.ZERO_NOT_NAMED,) if failed.turn_lost else ()
    return Decision((verdict, failed), noticed)


def void_challenge(sheet: Sheet, asked: VoidChallenge, entry: Entry) -> Decision:
    """Undo a challenge without a verdict, where the rulebook allows it (L-05, L-23).

    Raises:
      Refusal: ``no-challenge`` or ``challenge-binding``.
    """
    _must_be_challenged(sheet, entry)
    withdrawable = entry.rules.challenge.withdrawable_for
    if asked.reason not in (withdrawable.value or ()):
        entry.unless_ruled(
            Refusal(
                "challenge-binding",
                "A challenge can't be withdrawn, nor the play taken back, before the verdict.",
                "Wait for the verdict, or call the director.",
                clause=str(withdrawable),
            )
        )
    return Decision((ChallengeVoided(reason=asked.reason),))


def _challenged_play(sheet: Sheet, seat: Seat, what: str, entry: Entry) -> Line | None:
    """The play ``seat`` may hold or challenge: the opponent's, just made."""
    must_not_be_final(sheet, entry)
    if sheet.challenge is not None:
        entry.unless_ruled(
            Refusal(
                "challenge-pending",
                "A challenge of this play is already being adjudicated.",
                "Enter the verdict first.",
            )
        )
    play = _last_play(sheet)
    # Showing the tiles that are left accepts the play-out (5.1.2).
    over = sheet.unplayed_counted or sheet.ended not in ("", "played-out")
    if play is None or play.seat is seat or over:
        entry.unless_ruled(
            Refusal(
                "nothing-to-challenge",
                f"There is no play of the opponent's that {sheet.name(seat)} could {what} now.",
                "Check whose turn it is, or call the director.",
            )
        )
    elif play.version == sheet.stood:
        entry.unless_ruled(
            Refusal(
                "challenged-already",
                "This play has been challenged and stood.",
                "Ask for another adjudicator, or call the director.",
            )
        )
    return play


def _last_play(sheet: Sheet) -> Line | None:
    last = sheet.last_turn
    playable = last is not None and last.kind in (LineKind.PLAY, LineKind.MISSED)
    return last if last is not None and playable and not last.withdrawn else None


def _must_be_challenged(sheet: Sheet, entry: Entry) -> None:
    must_not_be_final(sheet, entry)
    if sheet.challenge is None:
        entry.unless_ruled(
            Refusal(
                "no-challenge",
                "No play of this game is under challenge.",
                "Enter the challenge first.",
            )
        )


DECISIONS: dict[type[Asked], Decide] = {
    CallHold: call_hold,
    ReleaseHold: release_hold,
    IssueChallenge: issue_challenge,
    ConfirmSlip: confirm_slip,
    Adjudicate: adjudicate,
    VoidChallenge: void_challenge,
}
