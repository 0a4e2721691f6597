"""Challenges and their verdicts, and what a failed one costs."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ledger.game.calls import requests
from ledger.game.challenges.facts import (
    ChallengeAdjudicated,
    ChallengeFailed,
    ChallengeIssued,
    ChallengeVoided,
    PhoneyWithdrawn,
)
from ledger.game.challenges.in_time import (
    AskedInTime,
    about_long_words,
    last_play,
    must_be_in_time,
    play_to_answer,
)
from ledger.game.context import GameContext, decides
from ledger.game.drawing.drawn_off import drawn_meanwhile
from ledger.game.endings.facts import GameEnded
from ledger.game.endings.requests import end_of, scoreless_row, unnamed, with_the_end
from ledger.game.judging.rules import is_announced, is_binding
from ledger.game.judging.slips import as_written, must_be_challenged, not_formed
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet
from ledger.game.turns.folds import added
from ledger.messages import say
from ledger.refusals.saying import refusal
from ledger.requests import JUDGES, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import touching
from ledger.rulebook.limits import zero_turn
from ledger.rulebook.model.turns import ChallengeMode
from ledger.vocabulary import Points, Seconds, remarks
from ledger.vocabulary.closed_lists import JudgingMethod, VoidReason
from ledger.vocabulary.refusals import Refusal

# What a failed challenge costs, by the mode in force.


class Consequence(Struct, frozen=True, kw_only=True):
    """What follows from one failed challenge, as ``ChallengeFailed`` records it.

    Attributes:
      counts_as_zero: whether that lost turn is a scoreless turn towards the end of the game;
        ``None`` where the book does not say.
      needs_ruling: what a director has to settle; empty if nothing.
      counted: whether earlier failed challenges make a difference.
    """

    mode: str
    credited: Points = Points(0)
    debited: Points = Points(0)
    turn_lost: bool = False
    counts_as_zero: bool | None = None
    time_lost: Seconds = Seconds(0)
    clause: str
    needs_ruling: str = ""
    counted: bool = False


def failed_challenge(words: int, ordinal: int, rules: Rulebook) -> Consequence:
    """What a challenge costs in which every word was good.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-1.0").with_options(
    ...     [("challenge-mode", "rising"), ("challenge-points", "debit-challenger")])
    >>> [failed_challenge(1, nth, rules).debited for nth in (1, 2, 3, 4, 5, 6)]
    [5, 5, 10, 20, 30, 30]
    >>> failed_challenge(3, 1, load("wsc-2003")).credited
    15
    >>> failed_challenge(3, 1, load("nsa-1998")).turn_lost
    True

    Args:
      words: how many words were challenged; 0 if nobody noted them.
      ordinal: 1 for the challenger's first failed challenge, as the tournament counts them.
    """
    name = rules.challenge.mode.known()
    mode = rules.challenge.modes[name]
    consequence = KINDS[mode.kind](name, mode, words, ordinal, rules)
    return replace(consequence, counted=mode.kind in COUNTED)


def costs(rules: Rulebook) -> tuple[Consequence, ...]:
    """What the first, second, third ... failed challenge of one word costs; the last holds on.

    >>> from ledger.rulebook import load
    >>> rules = load("wespa-5.1").with_options([("challenge-mode", "five-then-ten")])
    >>> [cost.credited for cost in costs(rules)]
    [5, 10]
    """
    mode = rules.challenge.modes[rules.challenge.mode.known()]
    differ = max(len(mode.points), 2) if mode.kind in COUNTED else 1
    return tuple(failed_challenge(1, ordinal, rules) for ordinal in range(1, differ + 1))


def costs_each_word(rules: Rulebook) -> bool:
    return rules.challenge.modes[rules.challenge.mode.known()].kind == "per-word"


def _none(name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook) -> Consequence:
    del words, ordinal, rules
    return Consequence(mode=name, clause=str(mode))


def _per_word(
    name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook
) -> Consequence:
    del ordinal
    if words < 1:
        raise refusal("challenged-words-not-known", clause=mode)
    return _points(name, mode, words * mode.points[0], rules)


def _per_turn(
    name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook
) -> Consequence:
    del words, ordinal
    return _points(name, mode, mode.points[0], rules)


def _per_challenge(
    name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook
) -> Consequence:
    """Points that change with each failed challenge; the last number holds from there on."""
    del words
    return _points(name, mode, mode.points[min(ordinal, len(mode.points)) - 1], rules)


def _lose_turn(
    name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook
) -> Consequence:
    del words, ordinal
    lost = zero_turn("lost-to-challenge", rules)
    return Consequence(
        mode=name,
        turn_lost=True,
        counts_as_zero=True if lost.counts else None,
        clause=str(mode),
    )


def _first_free_then_lose_turn(
    name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook
) -> Consequence:
    consequence = _none if ordinal <= 1 else _lose_turn
    return consequence(name, mode, words, ordinal, rules)


def _time(name: str, mode: ChallengeMode, words: int, ordinal: int, rules: Rulebook) -> Consequence:
    del words, ordinal, rules
    if mode.seconds is None:
        raise refusal("option-not-chosen/challenge-seconds", clause=mode)
    return Consequence(mode=name, time_lost=mode.seconds, clause=str(mode))


KINDS: dict[str, Callable[[str, ChallengeMode, int, int, Rulebook], Consequence]] = {
    "none": _none,
    "per-word": _per_word,
    "per-turn": _per_turn,
    "per-challenge": _per_challenge,
    "lose-turn": _lose_turn,
    "first-free-then-lose-turn": _first_free_then_lose_turn,
    "time": _time,
}


COUNTED = frozenset({"per-challenge", "first-free-then-lose-turn"})
"""Kinds for which it matters how many challenges failed before."""


def _points(name: str, mode: ChallengeMode, points: int, rules: Rulebook) -> Consequence:
    """Points on the side the book or the organiser names; else on the challenged player's.

    The margin is the same on either side, so that a director can settle it later.
    """
    side = rules.challenge.points_go_to
    if side.value == "debit-challenger":
        return Consequence(mode=name, debited=Points(points), clause=str(mode))
    return Consequence(
        mode=name,
        credited=Points(points),
        clause=str(mode),
        needs_ruling=""
        if side.is_known
        else say("game_challenges.does-not-say-on-whose-score", book=side.book),
    )


# What follows from a verdict: the play comes off, or the challenge has its price.


def what_follows(sheet: Sheet, acceptable: bool, context: GameContext) -> Decision:
    """The facts beside the verdict itself, the one that ends the challenge first (L-11, L-12)."""
    play = last_play(sheet)
    if not acceptable and play is not None:
        return _comes_off(sheet, play, context)
    if acceptable and sheet.challenges.pending is not None:
        return _stands(sheet, sheet.challenges.pending, context)
    return Decision(())


def _comes_off(sheet: Sheet, play: Line, context: GameContext) -> Decision:
    off = PhoneyWithdrawn(seat=play.seat, lost=play.score)
    drawn, unknown = drawn_meanwhile(sheet, play, context.rules)
    row = scoreless_row(sheet.lines[: sheet.lines.index(play)], context.rules).one_more()
    before = added(sheet.totals, play.seat, -play.score)
    end, noticed = end_of(row, before, context.rules)
    return Decision((off, *drawn, *end), noticed + unknown)


def _stands(sheet: Sheet, challenge: ChallengeIssued, context: GameContext) -> Decision:
    if sheet.challenges.free[challenge.seat.place]:
        return Decision(requests.free_of_charge(challenge.seat), (requests.NOT_DEFINED,))
    earlier = sheet.challenges.failed[challenge.seat.place] + context.failed_before(challenge.seat)
    ordinal = earlier + 1
    try:
        consequence = failed_challenge(len(challenge.words), ordinal, context.rules)
    except Refusal as open_point:
        # What it costs is then for the director to enter, under the same case.
        context.unless_ruled(open_point)
        return Decision((ChallengeFailed(seat=challenge.seat, mode="ruling"),))
    failed = ChallengeFailed(
        seat=challenge.seat,
        mode=consequence.mode,
        credited=consequence.credited,
        debited=consequence.debited,
        turn_lost=consequence.turn_lost,
        time_lost=consequence.time_lost,
        counts_as_zero=bool(consequence.counts_as_zero),
    )
    noticed = _open_points(consequence, context)
    # A play-out that stands ends the game; there is no turn left to lose.
    if sheet.out is not None:
        end = () if sheet.ended else (GameEnded(cause="played-out"),)
        return Decision((failed, *end), noticed)
    if failed.counts_as_zero:
        return with_the_end(sheet, failed, context, noticed)
    noticed += unnamed(sheet, "lost-to-challenge", context) if failed.turn_lost else ()
    return Decision((failed,), noticed)


def _open_points(consequence: Consequence, context: GameContext) -> tuple[str, ...]:
    """What the book leaves open about the cost: whose score it touches, what is counted."""
    challenge = context.rules.challenge
    found: tuple[str, ...] = ()
    if consequence.needs_ruling:
        found += (remarks.DIRECTOR_TO_CONFIRM, challenge.points_go_to.trap or "TX-05")
    if consequence.counted and not challenge.counted_per.is_known:
        found += ("TX-17",)
    return found


class IssueChallenge(AskedInTime, frozen=True, tag="issue-challenge", kw_only=True):
    """``seat`` challenges ``words`` of the play just made, adjudicated by ``method``.

    Attributes:
      voiced: whether it was said aloud; ``neutral``: whether the clocks were stopped. A
        challenge entered without either counts as made in full.
      turn_over: False where the opponent had not ended the turn yet.
    """

    words: tuple[str, ...] = ()
    method: JudgingMethod = "not-known"
    voiced: bool | None = None
    neutral: bool | None = None
    agreed: bool | None = None
    turn_over: bool | None = None
    authority: str = ""


class Adjudicate(Request, frozen=True, tag="adjudicate", kw_only=True):
    """The verdict on the whole play; ``lexicon`` is the digest of the list asked."""

    acceptable: bool
    adjudicator: str = ""
    lexicon: str = ""


class VoidChallenge(Request, frozen=True, tag="void-challenge", kw_only=True):
    """The challenge ends without a verdict, for ``reason``."""

    reason: VoidReason


@decides(IssueChallenge, may=STAFF)
def issue_challenge(sheet: Sheet, request: IssueChallenge, context: GameContext) -> Decision:
    """Write a challenge down; the verdict follows (L-01, L-02)."""
    context.must_unless_ruled(
        request.turn_over is not False, "turn-not-over", opponent=sheet.name(request.seat.opponent)
    )
    play = play_to_answer(sheet, request.seat, "challenge", context)
    noticed = must_be_in_time(sheet, play, request, "challenge", context)
    words = as_written(request.words)
    noticed += _method_remarked(request, context) + not_formed(words, play)
    if request.voiced is False:
        noticed += touching(context.rules, "TN-32")
    issued = ChallengeIssued.from_request(request, words=words)
    return Decision((issued,), noticed)


def _method_remarked(request: IssueChallenge, context: GameContext) -> tuple[str, ...]:
    """What is noticed about the way it is to be judged (L-07; T4-35)."""
    if request.method == "not-known":
        return ()
    method = context.rules.judging.methods.get(request.method)
    if method is not None and method.consent and request.agreed is False:
        context.must_be_ruled("device-declined", clause=method, trap=method.trap)
    announced = method is not None and is_announced(request.method, context.rules)
    return () if announced else (remarks.METHOD_NOT_ANNOUNCED,)


@decides(Adjudicate, may=JUDGES)
def adjudicate(sheet: Sheet, request: Adjudicate, context: GameContext) -> Decision:
    """Write the verdict down, and what follows from it under the mode in force (L-11, L-12)."""
    must_be_challenged(sheet, context)
    verdict = ChallengeAdjudicated(
        acceptable=request.acceptable, adjudicator=request.adjudicator, lexicon=request.lexicon
    )
    play = last_play(sheet)
    if sheet.challenges.pending is not None and (
        play is None or play.seat is sheet.challenges.pending.seat
    ):
        context.must_be_ruled("challenged-play-gone/void")
        return Decision((verdict, ChallengeVoided(reason="ruling")))
    following = what_follows(sheet, request.acceptable, context)
    noticed = following.remarks + about_long_words(sheet.challenges.pending, play, context.rules)
    return Decision((verdict, *following.facts), noticed)


@decides(VoidChallenge, may=STAFF)
def void_challenge(sheet: Sheet, request: VoidChallenge, context: GameContext) -> Decision:
    """Undo a challenge without a verdict, where the rulebook allows it (L-03, L-05, L-23)."""
    must_be_challenged(sheet, context)
    if request.reason == "conceded":
        _must_be_conceded(context)
        return _conceded(sheet, context)
    if is_binding(sheet.challenges.pending, context.rules):
        withdrawable = context.rules.challenge.withdrawable_for
        context.must_unless_ruled(request.reason in (withdrawable.value or ()), "challenge-binding")
    return Decision((ChallengeVoided(reason=request.reason),))


def _conceded(sheet: Sheet, context: GameContext) -> Decision:
    """The play comes off as after a verdict against it, for that is what is conceded."""
    voided = ChallengeVoided(reason="conceded")
    play = last_play(sheet)
    if (
        sheet.challenges.pending is None
        or play is None
        or play.seat is sheet.challenges.pending.seat
    ):
        return Decision((voided,))
    following = what_follows(sheet, False, context)
    return Decision((*following.facts, voided), following.remarks)


def _must_be_conceded(context: GameContext) -> None:
    concession = context.rules.challenge.concession
    if not concession.is_known:
        context.unless_ruled(concession.refusal())
    elif not concession.value:
        context.must_be_ruled("no-concession")
