"""Judging a challenge, told in a few words."""

from __future__ import annotations

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
    TurnsSinceSettled,
    VerdictOvertaken,
    WindowClosed,
    WindowReopened,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.tells import tells

HOW_IRREGULAR = {
    "timer-forgotten": "forgot the timer and put a hand in the bag",
    "drew-before-recording": "drew before writing the score",
    "wrote-before-playing": "wrote the score before making the play",
    "wrote-before-pressing": "wrote the score before pressing the timer",
    "drew-too-quickly": "drew too quickly to be answered",
    "change-announced": "ended the turn by announcing a change",
}


@tells(ChallengeWordsChanged, "challenge of {seat} changed: {words}")
def _challenge_words_changed(fact: ChallengeWordsChanged, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} now challenges {', '.join(fact.words)}"


@tells(ChallengeHandedOver, "challenge of {seat} handed over")
def _challenge_handed_over(fact: ChallengeHandedOver, sheet: Sheet) -> str:
    return f"The words of {sheet.name(fact.seat)}'s challenge went to be judged"


@tells(ChallengeReissued, "challenge of {seat} reissued: {words}")
def _challenge_reissued(fact: ChallengeReissued, _sheet: Sheet) -> str:
    return f"Slip did not match the board; reissued: {', '.join(fact.words)}"


@tells(ChallengedEarly, "challenged early {seat}")
def _challenged_early(fact: ChallengedEarly, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} challenged before the turn was over; void"


@tells(
    ReadjudicationAsked,
    "second opinion asked by {seat:director}[; {differ|verdicts differ|verdicts agree}]",
)
def _readjudication_asked(fact: ReadjudicationAsked, sheet: Sheet) -> str:
    if fact.differ:
        return "The verdicts differ; the final one is the director's"
    who = "The director" if fact.seat is None else sheet.name(fact.seat)
    return f"{who} asked for another opinion"


@tells(
    Readjudicated,
    "again {acceptable|acceptable|unacceptable}[ ({adjudicator})][; list {lexicon}]"
    "[; {final|final|not final}]",
)
def _readjudicated(fact: Readjudicated, _sheet: Sheet) -> str:
    verdict = "acceptable" if fact.acceptable else "not acceptable"
    return f"Judged again: the play is {verdict}{', finally' if fact.final else ''}"


@tells(
    MisadjudicationFound,
    "verdict of {supersedes:entry} was wrong: {reason} ({approved_by})"
    "[; {new_tile_racked|new tile racked|no new tile racked}]"
    "[; {retracted_tile_racked|retracted tile racked|no retracted tile racked}]"
    "[; {next_turn_done|next turn done|next turn not done}] -> {replacement:fact}",
)
def _misadjudication_found(fact: MisadjudicationFound, _sheet: Sheet) -> str:
    return f"Verdict put right{because(fact.reason.replace('-', ' '))}"


@tells(
    VerdictOvertaken,
    "another verdict on the play of {seat}: {acceptable|acceptable|unacceptable}; turns were made"
    " since {since:entry}[; found: {reason}][ ({found_by})]"
    "[; {new_tile_racked|new tile racked|no new tile racked}]"
    "[; {retracted_tile_racked|retracted tile racked|no retracted tile racked}]",
)
def _verdict_overtaken(fact: VerdictOvertaken, _sheet: Sheet) -> str:
    verdict = "acceptable" if fact.acceptable else "not acceptable"
    found = because(fact.reason)
    return (
        f"The play is {verdict}{found}, and turns were made since; the director says what becomes "
        "of them"
    )


@tells(TurnsSinceSettled, "turns made since: {how}")
def _turns_since_settled(fact: TurnsSinceSettled, _sheet: Sheet) -> str:
    return f"Turns made since the verdict: {TURNS_SINCE.get(fact.how, fact.how)}"


TURNS_SINCE = {
    "as-it-is": "nothing changes",
    "stand": "they stand",
    "come-off": "their plays come off",
    "replay": "they are made anew",
}


@tells(RestartConfirmed, "ready for the clock of {seat}")
def _restart_confirmed(fact: RestartConfirmed, sheet: Sheet) -> str:
    return f"All in order to start {sheet.name(fact.seat)}'s clock"


@tells(TurnEndedIrregularly, "turn of {seat} ended: {how}[; pressed after {pressed_after}]")
def _turn_ended_irregularly(fact: TurnEndedIrregularly, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} {HOW_IRREGULAR.get(fact.how, fact.how)}"


@tells(WindowReopened, "{seat} may still answer: {reason}")
def _window_reopened(fact: WindowReopened, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} may still answer the play{because(fact.reason)}"


@tells(WindowClosed, "no answer from {seat}[; after {after}]")
def _window_closed(fact: WindowClosed, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} gave no answer in time"
