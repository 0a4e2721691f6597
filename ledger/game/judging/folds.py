"""What slips, second opinions and wrong verdicts do to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.challenges.facts import ChallengeFailed, ChallengeIssued, PhoneyWithdrawn
from ledger.game.judging.facts import (
    ChallengedEarly,
    ChallengeHandedOver,
    ChallengeReissued,
    ChallengeWordsChanged,
    MisadjudicationFound,
    Readjudicated,
    ReadjudicationAsked,
    RestartConfirmed,
    TurnsSinceSettled,
    VerdictOvertaken,
)
from ledger.game.sheet.sheet import Sheet, with_opened, with_step, without_any
from ledger.game.sheet.standing import (
    Standing,
    as_papers_have,
    folds,
    leaves_unchanged,
    tells,
    with_reason,
)
from ledger.messages import say

AFTER_A_VERDICT = (ChallengeFailed, PhoneyWithdrawn)


leaves_unchanged(ChallengedEarly)


@folds(ChallengeWordsChanged)
def _words_changed(sheet: Sheet, fact: ChallengeWordsChanged, entry: Standing) -> Sheet:
    return _with_words(sheet, fact.words, fact)


@folds(ChallengeReissued)
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


@folds(ChallengeHandedOver)
def _handed_over(sheet: Sheet, fact: ChallengeHandedOver, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, ChallengeIssued, fact))


@folds(ReadjudicationAsked)
def _asked_again(sheet: Sheet, fact: ReadjudicationAsked, entry: Standing) -> Sheet:
    judged = sheet.challenges.judged and replace(sheet.challenges.judged, asked=True)
    opened = with_opened(sheet.open, entry.event.originator_version, fact)
    return replace(sheet, challenges=replace(sheet.challenges, judged=judged), open=opened)


@folds(Readjudicated)
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


@folds(RestartConfirmed)
def _restart(sheet: Sheet, fact: RestartConfirmed, entry: Standing) -> Sheet:
    return replace(sheet, open=without_any(sheet.open, AFTER_A_VERDICT))


@folds(VerdictOvertaken)
def _overtaken(sheet: Sheet, fact: VerdictOvertaken, entry: Standing) -> Sheet:
    """Nothing hangs on it where the play it was given for is not there any more."""
    turns = (line for line in reversed(sheet.lines) if line.is_turn and line.place < fact.since)
    play = next(turns, None)
    if play is None or play.seat is not fact.seat or (play.withdrawn and not fact.acceptable):
        return sheet
    opened = without_any(sheet.open, (VerdictOvertaken,))
    return replace(sheet, open=with_opened(opened, entry.event.originator_version, fact))


@folds(TurnsSinceSettled)
def _since_settled(sheet: Sheet, fact: TurnsSinceSettled, entry: Standing) -> Sheet:
    return replace(sheet, open=without_any(sheet.open, (VerdictOvertaken,)))


# Judging a challenge, told in a few words.


@tells(ChallengeWordsChanged, "challenge of {seat} changed: {words}")
def _challenge_words_changed(fact: ChallengeWordsChanged, sheet: Sheet) -> str:
    return say(
        "game_judging.challenge-words-changed",
        player=sheet.name(fact.seat),
        words=", ".join(fact.words),
    )


@tells(ChallengeHandedOver, "challenge of {seat} handed over")
def _challenge_handed_over(fact: ChallengeHandedOver, sheet: Sheet) -> str:
    return say("game_judging.challenge-handed-over", player=sheet.name(fact.seat))


@tells(ChallengeReissued, "challenge of {seat} reissued: {words}")
def _challenge_reissued(fact: ChallengeReissued, _sheet: Sheet) -> str:
    return say("game_judging.challenge-reissued", words=", ".join(fact.words))


@tells(ChallengedEarly, "challenged early {seat}")
def _challenged_early(fact: ChallengedEarly, sheet: Sheet) -> str:
    return say("game_judging.challenged-early", player=sheet.name(fact.seat))


@tells(
    ReadjudicationAsked,
    "second opinion asked by {seat:director}[; {differ|verdicts differ|verdicts agree}]",
)
def _readjudication_asked(fact: ReadjudicationAsked, sheet: Sheet) -> str:
    if fact.differ:
        return say("game_judging.verdicts-differ-final-one-directors")
    if fact.seat is None:
        return say("game_judging.director-asked-for-another-opinion")
    return say("game_judging.asked-for-another-opinion", player=sheet.name(fact.seat))


@tells(
    Readjudicated,
    "again {acceptable|acceptable|unacceptable}[ ({adjudicator})][; list {lexicon}]"
    "[; {final|final|not final}]",
)
def _readjudicated(fact: Readjudicated, _sheet: Sheet) -> str:
    if fact.acceptable:
        if fact.final:
            return say("game_judging.judged-again-acceptable-finally")
        return say("game_judging.judged-again-acceptable")
    if fact.final:
        return say("game_judging.judged-again-not-acceptable-finally")
    return say("game_judging.judged-again-not-acceptable")


@tells(
    MisadjudicationFound,
    "verdict of {supersedes:entry} was wrong: {reason} ({approved_by})"
    "[; {new_tile_racked|new tile racked|no new tile racked}]"
    "[; {retracted_tile_racked|retracted tile racked|no retracted tile racked}]"
    "[; {next_turn_done|next turn done|next turn not done}] -> {replacement:fact}",
)
def _misadjudication_found(fact: MisadjudicationFound, _sheet: Sheet) -> str:
    return with_reason(say("game_judging.misadjudication-found"), as_papers_have(fact.reason))


@tells(
    VerdictOvertaken,
    "another verdict on the play of {seat}: {acceptable|acceptable|unacceptable}; turns were made"
    " since {since:entry}[; found: {reason}][ ({found_by})]"
    "[; {new_tile_racked|new tile racked|no new tile racked}]"
    "[; {retracted_tile_racked|retracted tile racked|no retracted tile racked}]",
)
def _verdict_overtaken(fact: VerdictOvertaken, _sheet: Sheet) -> str:
    if fact.acceptable:
        found = with_reason(say("game_judging.play-acceptable"), fact.reason)
    else:
        found = with_reason(say("game_judging.play-not-acceptable"), fact.reason)
    return say("game_judging.verdict-overtaken", found=found)


@tells(TurnsSinceSettled, "turns made since: {how}")
def _turns_since_settled(fact: TurnsSinceSettled, _sheet: Sheet) -> str:
    how = say(f"game_judging.turns-since-{fact.how}")
    return say("game_judging.turns-since-settled", how=how)


@tells(RestartConfirmed, "ready for the clock of {seat}")
def _restart_confirmed(fact: RestartConfirmed, sheet: Sheet) -> str:
    return say("game_judging.restart-confirmed", player=sheet.name(fact.seat))
