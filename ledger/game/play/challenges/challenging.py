"""Challenges and their verdicts."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import JUDGES, STAFF
from ledger.game.facts.challenges import ChallengeAdjudicated, ChallengeIssued, ChallengeVoided
from ledger.game.play.challenges.in_time import (
    AskedInTime,
    last_play,
    must_be_in_time,
    play_to_answer,
)
from ledger.game.play.challenges.long_words import about_long_words
from ledger.game.play.challenges.verdicts import what_follows
from ledger.game.play.entry import (
    Entry,
    decides,
)
from ledger.game.play.judging.adjudication_rule import is_announced, is_binding
from ledger.game.play.judging.slip_words import as_written, not_formed
from ledger.game.play.judging.slips import must_be_challenged
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import remarks
from ledger.vocabulary.closed_lists import JudgingMethod, VoidReason


class IssueChallenge(AskedInTime, frozen=True, tag="issue-challenge", kw_only=True):
    """``seat`` challenges ``words`` of the play just made, adjudicated by ``method``.

    Attributes:
      voiced: whether it was said aloud; ``neutral``: whether the clocks were stopped. A
        challenge entered without either counts as made in full.
      agreed: whether both agreed to the method, where that is asked.
      turn_over: False where the opponent had not ended the turn yet.
      authority: a reference in which a word is to be looked up.
    """

    words: tuple[str, ...] = ()
    method: JudgingMethod = "not-known"
    voiced: bool | None = None
    neutral: bool | None = None
    agreed: bool | None = None
    turn_over: bool | None = None
    authority: str = ""


class Adjudicate(Asked, frozen=True, tag="adjudicate", kw_only=True):
    """The verdict on the whole play; ``lexicon`` is the digest of the list asked."""

    acceptable: bool
    adjudicator: str = ""
    lexicon: str = ""


class VoidChallenge(Asked, frozen=True, tag="void-challenge", kw_only=True):
    """The challenge ends without a verdict, for ``reason``."""

    reason: VoidReason


@decides(IssueChallenge, may=STAFF)
def issue_challenge(sheet: Sheet, asked: IssueChallenge, entry: Entry) -> Decision:
    """Write a challenge down; the verdict follows (L-01, L-02)."""
    entry.must_unless_ruled(
        asked.turn_over is not False, "turn-not-over", opponent=sheet.name(asked.seat.opponent)
    )
    play = play_to_answer(sheet, asked.seat, "challenge", entry)
    noticed = must_be_in_time(sheet, play, asked, "challenge", entry)
    words = as_written(asked.words)
    noticed += _method_remarked(asked, entry) + not_formed(words, play)
    if asked.voiced is False:
        noticed += touching(entry.rules, "TN-32")
    issued = ChallengeIssued(
        seat=asked.seat,
        words=words,
        method=asked.method,
        voiced=asked.voiced,
        neutral=asked.neutral,
        agreed=asked.agreed,
        authority=asked.authority,
        after=asked.after,
        hand_in_bag=asked.hand_in_bag,
        tile_out=asked.tile_out,
        tile_racked=asked.tile_racked,
        score_written=asked.score_written,
        accepted_aloud=asked.accepted_aloud,
        away=asked.away,
        out_of_order=asked.out_of_order,
    )
    return Decision((issued,), noticed)


def _method_remarked(asked: IssueChallenge, entry: Entry) -> tuple[str, ...]:
    """What is noticed about the way it is to be judged (L-07; T4-35)."""
    if asked.method == "not-known":
        return ()
    method = entry.rules.judging.methods.get(asked.method)
    if method is not None and method.consent and asked.agreed is False:
        entry.must_be_ruled("device-declined", clause=method, trap=method.trap)
    announced = method is not None and is_announced(asked.method, entry.rules)
    return () if announced else (remarks.METHOD_NOT_ANNOUNCED,)


@decides(Adjudicate, may=JUDGES)
def adjudicate(sheet: Sheet, asked: Adjudicate, entry: Entry) -> Decision:
    """Write the verdict down, and what follows from it under the mode in force (L-11, L-12)."""
    must_be_challenged(sheet, entry)
    verdict = ChallengeAdjudicated(
        acceptable=asked.acceptable, adjudicator=asked.adjudicator, lexicon=asked.lexicon
    )
    play = last_play(sheet)
    if sheet.challenges.pending is not None and (
        play is None or play.seat is sheet.challenges.pending.seat
    ):
        entry.must_be_ruled("challenged-play-gone/void")
        return Decision((verdict, ChallengeVoided(reason="ruling")))
    following = what_follows(sheet, asked.acceptable, entry)
    noticed = following.remarks + about_long_words(sheet.challenges.pending, play, entry.rules)
    return Decision((verdict, *following.facts), noticed)


@decides(VoidChallenge, may=STAFF)
def void_challenge(sheet: Sheet, asked: VoidChallenge, entry: Entry) -> Decision:
    """Undo a challenge without a verdict, where the rulebook allows it (L-03, L-05, L-23)."""
    must_be_challenged(sheet, entry)
    if asked.reason == "conceded":
        _must_be_conceded(entry)
        return _conceded(sheet, entry)
    if is_binding(sheet.challenges.pending, entry.rules):
        withdrawable = entry.rules.challenge.withdrawable_for
        entry.must_unless_ruled(asked.reason in (withdrawable.value or ()), "challenge-binding")
    return Decision((ChallengeVoided(reason=asked.reason),))


def _conceded(sheet: Sheet, entry: Entry) -> Decision:
    """The play comes off as after a verdict against it, for that is what is conceded."""
    voided = ChallengeVoided(reason="conceded")
    play = last_play(sheet)
    if (
        sheet.challenges.pending is None
        or play is None
        or play.seat is sheet.challenges.pending.seat
    ):
        return Decision((voided,))
    following = what_follows(sheet, False, entry)
    return Decision((*following.facts, voided), following.remarks)


def _must_be_conceded(entry: Entry) -> None:
    concession = entry.rules.challenge.concession
    if not concession.is_known:
        entry.unless_ruled(concession.refusal())
    elif not concession.value:
        entry.must_be_ruled("no-concession")
