"""Challenge slips: the words of a play, and what is written on a slip."""

from __future__ import annotations

from collections import Counter

from ledger.game.facts.challenges import ChallengeIssued, ChallengeSlipConfirmed
from ledger.game.facts.judging import (
    ChallengedEarly,
    ChallengeHandedOver,
    ChallengeReissued,
    ChallengeWordsChanged,
)
from ledger.game.play.challenges.in_time import last_play
from ledger.game.play.entry import GameContext, decides, must_not_be_final
from ledger.game.play.judging.rules import method_of
from ledger.game.sheet.line import Line
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.requests.request import JUDGES, STAFF, Decision, Request
from ledger.vocabulary import Seat, remarks

# The words on a challenge slip, as they were written and as the play formed them.


def as_written(words: tuple[str, ...]) -> tuple[str, ...]:
    """``words`` without blanks round them; each may cost points, so none is empty.

    >>> as_written((" OES", "WO"))
    ('OES', 'WO')
    """
    written = tuple(word.strip() for word in words)
    if not all(written):
        raise refusal("unreadable-request/word-without-letters")
    return written


def not_formed(words: tuple[str, ...], play: Line | None) -> tuple[str, ...]:
    """What is noticed where the slip names a word the play did not form, or one too often."""
    formed = Counter(word.word.upper() for word in play.words) if play else Counter[str]()
    written = Counter(word.upper() for word in words)
    return (remarks.WORDS_NOT_FORMED,) if formed and written - formed else ()


class ConfirmSlip(Request, frozen=True, tag="confirm-slip", kw_only=True):
    """``seat`` checked that the slip holds the words as played."""

    seat: Seat


class ChangeWords(Request, frozen=True, tag="change-words", kw_only=True):
    """The challenger ``seat`` names other ``words``."""

    seat: Seat
    words: tuple[str, ...]


class HandOver(Request, frozen=True, tag="hand-over", kw_only=True):
    """The words went to be judged: slip handed over, table left, or first letter typed."""


class ReissueChallenge(Request, frozen=True, tag="reissue-challenge", kw_only=True):
    """The slip did not match the board; it now names ``words``."""

    words: tuple[str, ...]


class ReportEarlyChallenge(Request, frozen=True, tag="report-early-challenge", kw_only=True):
    """``seat`` challenged before the opponent had ended the turn."""

    seat: Seat


@decides(ConfirmSlip, may=STAFF)
def confirm_slip(sheet: Sheet, request: ConfirmSlip, context: GameContext) -> Decision:
    """Write down that a player checked the slip (L-02, L-06)."""
    must_be_challenged(sheet, context)
    return Decision((ChallengeSlipConfirmed(seat=request.seat),))


@decides(ChangeWords, may=STAFF)
def change_words(sheet: Sheet, request: ChangeWords, context: GameContext) -> Decision:
    """Write other words down, as long as they were not handed over (L-04)."""
    must_be_challenged(sheet, context)
    words = _named(request.words)
    challenge, opened = sheet.challenges.pending, find(sheet.open, ChallengeIssued)
    if challenge is not None and request.seat is not challenge.seat:
        context.must_be_ruled("not-the-challenger", player=sheet.name(challenge.seat))
    # Words that nobody had entered are not changed by entering them now.
    fixed = opened is not None and _is_handed_over(opened.done)
    if fixed and challenge is not None and challenge.words:
        method = method_of(challenge, context.rules)
        context.must_be_ruled(
            "words-locked",
            clause=f"{method.book} {method.words_number}" if method else "",
            trap=method.trap if method and method.inferred else "",
        )
    changed = ChallengeWordsChanged(seat=request.seat, words=words)
    return Decision((changed,), not_formed(words, last_play(sheet)))


def _is_handed_over(done: tuple[object, ...]) -> bool:
    """Whether the words are with whoever judges; a slip written anew is not yet."""
    moments = (ChallengeHandedOver, ChallengeReissued)
    last = next((step for step in reversed(done) if isinstance(step, moments)), None)
    return isinstance(last, ChallengeHandedOver)


@decides(HandOver, may=STAFF)
def hand_over(sheet: Sheet, request: HandOver, context: GameContext) -> Decision:
    """Write down that the words went to be judged and stay as they are (L-04)."""
    must_be_challenged(sheet, context)
    challenger = sheet.challenges.pending.seat if sheet.challenges.pending else Seat.FIRST
    return Decision((ChallengeHandedOver(seat=challenger),))


@decides(ReissueChallenge, may=JUDGES)
def reissue_challenge(sheet: Sheet, request: ReissueChallenge, context: GameContext) -> Decision:
    """Write the slip anew that named a word not on the board; that is no verdict (L-18)."""
    must_be_challenged(sheet, context)
    words = _named(request.words)
    challenger = sheet.challenges.pending.seat if sheet.challenges.pending else Seat.FIRST
    reissued = ChallengeReissued(seat=challenger, words=words)
    return Decision((reissued,), not_formed(words, last_play(sheet)))


@decides(ReportEarlyChallenge, may=STAFF)
def report_early_challenge(
    sheet: Sheet, request: ReportEarlyChallenge, context: GameContext
) -> Decision:
    """Write down a challenge that came before the turn was over and counts for nothing (L-20)."""
    must_not_be_final(sheet, context)
    improper = context.rules.challenge.early.is_known
    noticed = (remarks.EARLY_CHALLENGE,) if improper else ()
    return Decision((ChallengedEarly(seat=request.seat),), noticed)


def must_be_challenged(sheet: Sheet, context: GameContext) -> None:
    """Refuse what needs a challenge that waits for its verdict."""
    must_not_be_final(sheet, context)
    context.must_unless_ruled(sheet.challenges.pending is not None, "no-challenge/no-play")


def _named(words: tuple[str, ...]) -> tuple[str, ...]:
    if not words:
        raise refusal("unreadable-request/slip-without-words")
    return as_written(words)
