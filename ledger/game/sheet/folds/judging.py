"""What slips, second opinions and wrong verdicts do to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.challenges import ChallengeFailed, ChallengeIssued, PhoneyWithdrawn
from ledger.game.facts.endings import PlayedOut
from ledger.game.facts.holds import (
    FlashDraw,
    HoldCalled,
)
from ledger.game.facts.judging import (
    ChallengedEarly,
    ChallengeHandedOver,
    ChallengeReissued,
    ChallengeWordsChanged,
    Readjudicated,
    ReadjudicationAsked,
    RestartConfirmed,
    TurnEndedIrregularly,
    TurnsSinceSettled,
    VerdictOvertaken,
    WindowClosed,
    WindowReopened,
)
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.opened import with_opened, with_step, without_any
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing

AFTER_A_VERDICT = (ChallengeFailed, PhoneyWithdrawn)


def _irregular(sheet: Sheet, fact: TurnEndedIrregularly, entry: Standing) -> Sheet:
    return replace(sheet, answering=replace(sheet.answering, irregular=fact.how))


def _reopened(sheet: Sheet, fact: WindowReopened, entry: Standing) -> Sheet:
    answering = replace(sheet.answering, reopened=True, passed=False)
    return replace(sheet, answering=answering, open=with_step(sheet.open, FlashDraw, fact))


def _closed(sheet: Sheet, fact: WindowClosed, entry: Standing) -> Sheet:
    left = without_any(sheet.open, (HoldCalled, FlashDraw, PlayedOut))
    return replace(
        sheet,
        challenges=replace(sheet.challenges, hold=None),
        answering=replace(sheet.answering, passed=True),
        open=left,
    )


def _early(sheet: Sheet, fact: ChallengedEarly, entry: Standing) -> Sheet:
    return sheet


def _words_changed(sheet: Sheet, fact: ChallengeWordsChanged, entry: Standing) -> Sheet:
    return _with_words(sheet, fact.words, fact)


def _reissued(sheet: Sheet, fact: ChallengeReissued, entry: Standing) -> Sheet:
    """Back to writing: what had been handed over counts for nothing."""
    sheet = _with_words(sheet, fact.words, fact)
    return replace(sheet, challenges=replace(sheet.challenges, verdict=None))


def _with_words(
    sheet: Sheet, words: tuple[str, ...], step: ChallengeWordsChanged | ChallengeReissued
) -> Sheet:
    issued = sheet.challenges.pending
    return replace(
        sheet,
        challenges=replace(
            sheet.challenges, pending=None if issued is None else replace(issued, words=words)
        ),
        open=with_step(sheet.open, ChallengeIssued, step),
    )


def _handed_over(sheet: Sheet, fact: ChallengeHandedOver, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, ChallengeIssued, fact))


def _asked_again(sheet: Sheet, fact: ReadjudicationAsked, entry: Standing) -> Sheet:
    judged = sheet.challenges.judged and replace(sheet.challenges.judged, asked=True)
    opened = with_opened(sheet.open, entry.event.originator_version, fact)
    return replace(sheet, challenges=replace(sheet.challenges, judged=judged), open=opened)


def _again(sheet: Sheet, fact: Readjudicated, entry: Standing) -> Sheet:
    judged = sheet.challenges.judged and replace(
        sheet.challenges.judged,
        verdicts=(*sheet.challenges.judged.verdicts, fact.acceptable),
        judges=(*sheet.challenges.judged.judges, fact.adjudicator),
        asked=False,
    )
    return replace(
        sheet,
        challenges=replace(sheet.challenges, judged=judged),
        open=without_any(sheet.open, (ReadjudicationAsked,)),
    )


def _restart(sheet: Sheet, fact: RestartConfirmed, entry: Standing) -> Sheet:
    return replace(sheet, open=without_any(sheet.open, AFTER_A_VERDICT))


def _overtaken(sheet: Sheet, fact: VerdictOvertaken, entry: Standing) -> Sheet:
    """Nothing hangs on it where the play it was given for is not there any more."""
    turns = (line for line in reversed(sheet.lines) if line.is_turn and line.place < fact.since)
    play = next(turns, None)
    if play is None or play.seat is not fact.seat or (play.withdrawn and not fact.acceptable):
        return sheet
    opened = without_any(sheet.open, (VerdictOvertaken,))
    return replace(sheet, open=with_opened(opened, entry.event.originator_version, fact))


def _since_settled(sheet: Sheet, fact: TurnsSinceSettled, entry: Standing) -> Sheet:
    return replace(sheet, open=without_any(sheet.open, (VerdictOvertaken,)))


FOLDS: Folds = {
    TurnEndedIrregularly: _irregular,
    WindowReopened: _reopened,
    WindowClosed: _closed,
    ChallengedEarly: _early,
    ChallengeWordsChanged: _words_changed,
    ChallengeHandedOver: _handed_over,
    ChallengeReissued: _reissued,
    ReadjudicationAsked: _asked_again,
    Readjudicated: _again,
    RestartConfirmed: _restart,
    VerdictOvertaken: _overtaken,
    TurnsSinceSettled: _since_settled,
}
