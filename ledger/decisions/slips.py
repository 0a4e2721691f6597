"""Challenge slips: checked, changed, handed over, written anew; and the restart afterwards."""

from __future__ import annotations

from ledger import remarks
from ledger.decisions.entry import Asked, Decide, Decision, Entry, must_not_be_final
from ledger.decisions.in_time import last_play
from ledger.decisions.slip_words import as_written, not_formed
from ledger.facts.challenges import (
    ChallengeFailed,
    ChallengeIssued,
    ChallengeSlipConfirmed,
    PhoneyWithdrawn,
)
from ledger.facts.judging import (
    ChallengedEarly,
    ChallengeHandedOver,
    ChallengeReissued,
    ChallengeWordsChanged,
    RestartConfirmed,
)
from ledger.refusals import Refusal
from ledger.rules.adjudication import method_of, restart_conditions
from ledger.sheet.opened import find
from ledger.sheet.sheet import Sheet
from ledger.vocabulary import Seat


class ConfirmSlip(Asked, frozen=True, tag="confirm-slip", kw_only=True):
    """``seat`` checked that the slip holds the words as played."""

    seat: Seat


class ChangeWords(Asked, frozen=True, tag="change-words", kw_only=True):
    """The challenger ``seat`` names other ``words``."""

    seat: Seat
    words: tuple[str, ...]


class HandOver(Asked, frozen=True, tag="hand-over", kw_only=True):
    """The words went to be judged: slip handed over, table left, or first letter typed."""


class ReissueChallenge(Asked, frozen=True, tag="reissue-challenge", kw_only=True):
    """The slip did not match the board; it now names ``words``."""

    words: tuple[str, ...]


class ReportEarlyChallenge(Asked, frozen=True, tag="report-early-challenge", kw_only=True):
    """``seat`` challenged before the opponent had ended the turn."""

    seat: Seat


class ConfirmRestart(Asked, frozen=True, tag="confirm-restart", kw_only=True):
    """After a verdict: may the clock of ``seat`` be started?

    Attributes:
      seated: both players are seated.
      told: the score was said again, or the tiles were taken back.
      tiles_back: ``seat`` has the tiles back on the rack; ``writing``: or began to write.
    """

    seat: Seat
    seated: bool | None = None
    told: bool | None = None
    tiles_back: bool | None = None
    writing: bool | None = None


def confirm_slip(sheet: Sheet, asked: ConfirmSlip, entry: Entry) -> Decision:
    """Write down that a player checked the slip (L-02, L-06).

    Raises:
      Refusal: ``no-challenge``.
    """
    must_be_challenged(sheet, entry)
    return Decision((ChallengeSlipConfirmed(seat=asked.seat),))


def change_words(sheet: Sheet, asked: ChangeWords, entry: Entry) -> Decision:
    """Write other words down, as long as they were not handed over (L-04).

    Raises:
      Refusal: ``no-challenge``, ``not-the-challenger``, ``words-locked`` or
        ``unreadable-request``.
    """
    must_be_challenged(sheet, entry)
    words = _named(asked.words)
    challenge, opened = sheet.challenge, find(sheet.open, ChallengeIssued)
    if challenge is not None and asked.seat is not challenge.seat:
        entry.unless_ruled(
            Refusal(
                "not-the-challenger",
                f"{sheet.name(challenge.seat)} challenges, and names the words.",
                f"Enter the words for {sheet.name(challenge.seat)}.",
                clause=str(entry.rules.judging.binding),
            )
        )
    # Words that nobody had entered are not changed by entering them now.
    fixed = opened is not None and _is_handed_over(opened.done)
    if fixed and challenge is not None and challenge.words:
        method = method_of(challenge, entry.rules)
        entry.unless_ruled(
            Refusal(
                "words-locked",
                "The challenged words went to be judged; they can't be changed any more.",
                "Wait for the verdict, or call the director.",
                clause=f"{method.book} {method.words_number}" if method else "",
                trap=method.trap if method and method.inferred else "",
            )
        )
    changed = ChallengeWordsChanged(seat=asked.seat, words=words)
    return Decision((changed,), not_formed(words, last_play(sheet)))


def _is_handed_over(done: tuple[object, ...]) -> bool:
    """Whether the words are with whoever judges; a slip written anew is not yet."""
    moments = (ChallengeHandedOver, ChallengeReissued)
    last = next((step for step in reversed(done) if isinstance(step, moments)), None)
    return isinstance(last, ChallengeHandedOver)


def hand_over(sheet: Sheet, asked: HandOver, entry: Entry) -> Decision:
    """Write down that the words went to be judged and stay as they are (L-04).

    Raises:
      Refusal: ``no-challenge``.
    """
    must_be_challenged(sheet, entry)
    challenger = sheet.challenge.seat if sheet.challenge else Seat.FIRST
    return Decision((ChallengeHandedOver(seat=challenger),))


def reissue_challenge(sheet: Sheet, asked: ReissueChallenge, entry: Entry) -> Decision:
    """Write the slip anew that named a word not on the board; that is no verdict (L-18).

    Raises:
      Refusal: ``no-challenge`` or ``unreadable-request``.
    """
    must_be_challenged(sheet, entry)
    words = _named(asked.words)
    challenger = sheet.challenge.seat if sheet.challenge else Seat.FIRST
    reissued = ChallengeReissued(seat=challenger, words=words)
    return Decision((reissued,), not_formed(words, last_play(sheet)))


def report_early_challenge(sheet: Sheet, asked: ReportEarlyChallenge, entry: Entry) -> Decision:
    """Write down a challenge that came before the turn was over and counts for nothing (L-20)."""
    must_not_be_final(sheet, entry)
    improper = entry.rules.challenge.early.is_known
    noticed = (remarks.EARLY_CHALLENGE,) if improper else ()
    return Decision((ChallengedEarly(seat=asked.seat),), noticed)


def confirm_restart(sheet: Sheet, asked: ConfirmRestart, entry: Entry) -> Decision:
    """Write down that all is in order for the clock to be started after a verdict (L-15).

    Only what is said not to be so is held against the restart.

    Raises:
      Refusal: ``nothing-judged``, ``other-clock-runs``, or ``not-ready-to-restart`` with what is
        missing.
    """
    must_not_be_final(sheet, entry)
    opened = find(sheet.open, ChallengeFailed) or find(sheet.open, PhoneyWithdrawn)
    if opened is None:
        raise nothing_judged()
    if sheet.on_move not in (None, asked.seat):
        entry.unless_ruled(
            Refusal(
                "other-clock-runs",
                f"{sheet.name(sheet.on_move)} is on move; that clock is the one to start.",
                f"Start {sheet.name(sheet.on_move)}'s clock.",
                clause=str(entry.rules.judging.restart_when),
            )
        )
    lacking = _lacking(sheet, asked, entry)
    if lacking is not None:
        words, clause = lacking
        entry.unless_ruled(
            Refusal(
                "not-ready-to-restart",
                f"The clock can't be started yet: {words}.",
                "Wait until that is done.",
                clause=clause,
            )
        )
    return Decision((RestartConfirmed(seat=asked.seat),))


def _lacking(sheet: Sheet, asked: ConfirmRestart, entry: Entry) -> tuple[str, str] | None:
    """The first condition that is said not to be met: in words, and the rule it is from."""
    method = method_of(sheet.judged.challenge, entry.rules) if sheet.judged else None
    off = find(sheet.open, PhoneyWithdrawn) is not None
    asked_for = dict(restart_conditions(off, method, entry.rules))
    ready = None if asked.tiles_back is None and asked.writing is None else (
        bool(asked.tiles_back) or bool(asked.writing)
    )  # fmt: skip
    met = {
        "seated": (asked.seated, "both players must be seated"),
        "told": (asked.told, "the score must be said again, or the tiles taken back"),
        "retracted": (asked.told, "the tiles must be taken back"),
        "tiles-back": (asked.tiles_back, "the tiles must be back on the racks"),
        "tiles-back-or-writing": (
            ready,
            f"{sheet.name(asked.seat)} must have the tiles back, or have begun to write",
        ),
    }
    return next(
        (
            (words, asked_for[name])
            for name, (so, words) in met.items()
            if name in asked_for and so is False
        ),
        None,
    )


def nothing_judged() -> Refusal:
    """The refusal for a game in which no challenge was judged just now."""
    return Refusal(
        "nothing-judged",
        "No challenge of this game has been judged just now.",
        "Enter the challenge and its verdict first.",
    )


def must_be_challenged(sheet: Sheet, entry: Entry) -> None:
    """Refuse what needs a challenge that waits for its verdict.

    Raises:
      Refusal: ``result-final`` or ``no-challenge``.
    """
    must_not_be_final(sheet, entry)
    if sheet.challenge is None:
        entry.unless_ruled(
            Refusal(
                "no-challenge",
                "No play of this game is under challenge.",
                "Enter the challenge first.",
            )
        )


def _named(words: tuple[str, ...]) -> tuple[str, ...]:
    if not words:
        raise Refusal(
            "unreadable-request", "A slip names at least one word.", "Enter the words on the slip."
        )
    return as_written(words)


DECISIONS: dict[type[Asked], Decide] = {
    ConfirmSlip: confirm_slip,
    ChangeWords: change_words,
    HandOver: hand_over,
    ReissueChallenge: reissue_challenge,
    ReportEarlyChallenge: report_early_challenge,
    ConfirmRestart: confirm_restart,
}
