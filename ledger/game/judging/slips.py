"""Challenge slips: the words of a play, what is written on a slip, and the steps of judging."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from ledger.game.challenges.facts import (
    ChallengeAdjudicated,
    ChallengeIssued,
    ChallengeSlipConfirmed,
)
from ledger.game.challenges.in_time import last_play
from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.judging.facts import (
    ChallengedEarly,
    ChallengeHandedOver,
    ChallengeReissued,
    ChallengeWordsChanged,
)
from ledger.game.judging.rules import method_of
from ledger.game.procedure import Actor, Answers, Question, Running, Step
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet, find
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import JUDGES, STAFF, Decision, Request
from ledger.rulebook.model.turns import Act
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
    must_not_be_final(sheet, context)
    context.must_unless_ruled(sheet.challenges.pending is not None, "no-challenge/no-play")


def _named(words: tuple[str, ...]) -> tuple[str, ...]:
    if not words:
        raise refusal("unreadable-request/slip-without-words")
    return as_written(words)


# The steps of judging a challenge, in words: who does what, by the name a rulebook file uses.
#
# ``player`` is the challenged player, ``opponent`` the challenger, as everywhere in procedures.


class Doing(Struct, frozen=True):
    """One kind of step: who acts, which request records it, and whether it calls; said by its name.

    Attributes:
      if_wrong: by what name it is said what follows if it is not done so; empty: nothing.
    """

    who: Actor
    asks: str = ""
    clock: Running = ""
    if_wrong: str = ""
    calls_director: bool = False


DOINGS: dict[str, Doing] = {
    "say": Doing("opponent"),
    "stop": Doing("opponent", clock="neutral"),
    "say-or-stop": Doing("opponent", clock="neutral"),
    "keep-board": Doing("player"),
    "name-words": Doing("opponent", "change-words"),
    "advise-slip": Doing("opponent"),
    "write-slip": Doing("opponent", "change-words"),
    "agree-slip": Doing("player", "confirm-slip"),
    "check-slip": Doing("player", "confirm-slip"),
    "cover-racks": Doing("both"),
    "go": Doing("both"),
    "leave-table": Doing("opponent", "hand-over", if_wrong="words-locked"),
    "type": Doing("opponent"),
    "agree-device": Doing("both", if_wrong="another-way-if-declined"),
    "type-first-letter": Doing("opponent", "hand-over", if_wrong="words-locked"),
    "verify-and-run": Doing("player", "adjudicate"),
    "verify-aloud": Doing("player"),
    "run": Doing("opponent", "adjudicate"),
    "call-director": Doing("both", calls_director=True),
    "director-types": Doing("director", "hand-over", if_wrong="words-locked"),
    "director-runs": Doing("director", "adjudicate"),
    "hand-to-runner": Doing("opponent", "hand-over", if_wrong="words-locked"),
    "carry-slip": Doing("opponent", "hand-over", if_wrong="words-locked"),
    "hand-to-judge": Doing("opponent", "hand-over", if_wrong="words-locked"),
    "raise-hand": Doing("opponent"),
    "compare-slip": Doing("word judge", if_wrong="slip-written-anew-if-differs"),
    "judge-slip": Doing("word judge", "adjudicate", if_wrong="nothing-said-of-single-word"),
    "judge-whole": Doing("word judge", "adjudicate", if_wrong="nothing-said-of-single-word"),
    "see-ruling": Doing("both"),
}


def judging_step(
    act: Act, book: str, challenge: ChallengeIssued, done: tuple[Fact, ...], names: tuple[str, str]
) -> Step:
    """One step of a way to judge.

    Args:
      done: what was recorded since it was made.
      names: the challenged player's name and the challenger's.
    """
    doing = DOINGS[act.do]
    player, opponent = names
    return Step(
        doing.who,
        say(f"game_judging.does.{act.do}", player=player, opponent=opponent),
        f"{book} {act.number}",
        clock=doing.clock,
        asks=doing.asks,
        if_wrong=say(f"game_judging.if-wrong.{doing.if_wrong}") if doing.if_wrong else "",
        done=_is_done(act.do, doing.asks, challenge, done),
        optional=act.do in MAY,
        answers=_known(doing.asks, challenge),
        calls_director=doing.calls_director,
        questions=QUESTIONS.get(doing.asks, ()),
    )


MAY = ("check-slip",)
"""Steps that a player may take or leave."""

QUESTIONS = {
    "change-words": (Question("words", "which-words-are-challenged", "words"),),
    "adjudicate": (Question("acceptable", "is-play-good", "yes-no"),),
}


def _known(asks: str, challenge: ChallengeIssued) -> Answers:
    """Whose step it is, where the request wants to know."""
    whose = {"change-words": challenge.seat, "confirm-slip": challenge.seat.opponent}.get(asks)
    return () if whose is None else (("seat", whose.value),)


def _is_done(do: str, asks: str, challenge: ChallengeIssued, done: tuple[Fact, ...]) -> bool:
    if do == "say":
        return challenge.voiced is not False
    if do == "stop":
        return challenge.neutral is not False
    if do == "agree-device":
        return challenge.agreed is True
    if asks == "change-words":
        return bool(challenge.words)
    since = _since_reissued(done)
    kind = ChallengeHandedOver if do == "call-director" else RECORDED.get(asks)
    return kind is not None and any(isinstance(step, kind) for step in since)


RECORDED: dict[str, type[Fact]] = {
    "confirm-slip": ChallengeSlipConfirmed,
    "hand-over": ChallengeHandedOver,
    "adjudicate": ChallengeAdjudicated,
}


def _since_reissued(done: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """What was done with the slip as it is now; one written anew starts again."""
    for place in reversed(range(len(done))):
        if isinstance(done[place], ChallengeReissued):
            return done[place + 1 :]
    return done
