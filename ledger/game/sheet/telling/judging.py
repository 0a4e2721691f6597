"""Slips, second opinions and draws in between, told in a few words."""

from __future__ import annotations

from ledger.game.facts.holds import (
    CourtesyDraw,
    CourtesyTilesMixed,
    DrawnThenChallengedOff,
    FlashDraw,
    NewTilesReturned,
)
from ledger.game.facts.judging import (
    ChallengedEarly,
    ChallengeHandedOver,
    ChallengeReissued,
    ChallengeWordsChanged,
    MisadjudicationFound,
    Readjudicated,
    ReadjudicationAsked,
    RestartConfirmed,
    TurnEndedIrregularly,
    WindowClosed,
    WindowReopened,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact

HOW_IRREGULAR = {
    "timer-forgotten": "forgot the timer and put a hand in the bag",
    "drew-before-recording": "drew before writing the score",
    "wrote-before-playing": "wrote the score before making the play",
    "wrote-before-pressing": "wrote the score before pressing the timer",
    "drew-too-quickly": "drew too quickly to be answered",
    "change-announced": "ended the turn by announcing a change",
}


def told_judging(fact: Fact, sheet: Sheet) -> str:
    """A fact of ``ledger.game.facts.judging`` or ``courtesy`` in words; empty for any other."""
    return _slip(fact, sheet) or _verdict(fact, sheet) or _window(fact, sheet) or _draw(fact, sheet)


def _slip(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case ChallengeWordsChanged():
            return f"{sheet.name(fact.seat)} now challenges {', '.join(fact.words)}"
        case ChallengeHandedOver():
            return f"The words of {sheet.name(fact.seat)}'s challenge went to be judged"
        case ChallengeReissued():
            return f"Slip did not match the board; reissued: {', '.join(fact.words)}"
        case ChallengedEarly():
            return f"{sheet.name(fact.seat)} challenged before the turn was over; void"
    return ""


def _verdict(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case ReadjudicationAsked(differ=True):
            return "The verdicts differ; the final one is the director's"
        case ReadjudicationAsked():
            who = "The director" if fact.seat is None else sheet.name(fact.seat)
            return f"{who} asked for another opinion"
        case Readjudicated():
            verdict = "acceptable" if fact.acceptable else "not acceptable"
            return f"Judged again: the play is {verdict}{', finally' if fact.final else ''}"
        case MisadjudicationFound():
            return f"Verdict put right{because(fact.reason.replace('-', ' '))}"
        case RestartConfirmed():
            return f"All in order to start {sheet.name(fact.seat)}'s clock"
    return ""


def _window(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case TurnEndedIrregularly():
            return f"{sheet.name(fact.seat)} {HOW_IRREGULAR.get(fact.how, fact.how)}"
        case WindowReopened():
            return f"{sheet.name(fact.seat)} may still answer the play{because(fact.reason)}"
        case WindowClosed():
            return f"{sheet.name(fact.seat)} gave no answer in time"
    return ""


def _draw(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case CourtesyDraw():
            return f"{sheet.name(fact.seat)} drew {fact.drawn} during the hold, to be kept apart"
        case CourtesyTilesMixed():
            what = "were mixed with the rack" if fact.mixed else "touched the rack"
            return f"Tiles that {sheet.name(fact.seat)} drew during the hold {what}"
        case FlashDraw():
            how = HOW_IRREGULAR.get(fact.ground, fact.ground)
            return f"{sheet.name(fact.seat)} {how}: {fact.drawn} drawn"
        case DrawnThenChallengedOff():
            return f"{sheet.name(fact.seat)} had drawn {fact.drawn} for the play that came off"
        case NewTilesReturned():
            seen = "shown and " if fact.seen else ""
            return f"{fact.returned} new tiles of {sheet.name(fact.seat)} {seen}returned"
    return ""
