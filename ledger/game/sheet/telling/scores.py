"""Scores and recounts, told in a few words."""

from __future__ import annotations

from ledger.game.facts.scores import (
    CreditApplied,
    CumulativeAgreed,
    DiscrepancyFound,
    EntryCorrected,
    PenaltyApplied,
    RecountAsked,
    RecountDone,
    RecountFavourBarred,
    RecountStopped,
    ScoreCorrected,
    ScoreDisputeSettled,
    ScoreSheetSeen,
    ScoresWritten,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import words_of
from ledger.game.sheet.telling.amounts import amount_of, pair
from ledger.game.sheet.telling.tells import tells


@tells(ScoreCorrected)
def _score_corrected(fact: ScoreCorrected, _sheet: Sheet) -> str:
    return (
        f"Score of entry {fact.supersedes} corrected from {fact.was} to {fact.now}"
        f"{because(fact.reason)}"
    )


@tells(EntryCorrected)
def _entry_corrected(fact: EntryCorrected, _sheet: Sheet) -> str:
    now = words_of(fact.replacement) if fact.replacement else "struck out"
    return f"Entry {fact.supersedes} corrected, now {now}{because(fact.reason)}"


@tells(CumulativeAgreed)
def _cumulative_agreed(fact: CumulativeAgreed, _sheet: Sheet) -> str:
    return f"Totals agreed: {pair(fact.totals)}"


@tells(DiscrepancyFound)
def _discrepancy_found(fact: DiscrepancyFound, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} has other totals: {pair(fact.written)}"


@tells(PenaltyApplied)
def _penalty_applied(fact: PenaltyApplied, sheet: Sheet) -> str:
    taken = amount_of(fact.amount, fact.unit)
    return f"Penalty of {taken}, {sheet.name(fact.seat)}{because(fact.reason)}"


@tells(CreditApplied)
def _credit_applied(fact: CreditApplied, sheet: Sheet) -> str:
    given = amount_of(fact.amount, fact.unit)
    return f"Credit of {given}, {sheet.name(fact.seat)}{because(fact.reason)}"


@tells(ScoresWritten)
def _scores_written(fact: ScoresWritten, sheet: Sheet) -> str:
    turn = f", entry {fact.turn}" if fact.turn else ""
    score = "" if fact.score is None else f" {fact.score}"
    totals = "" if fact.totals is None else f" totals {pair(fact.totals)}"
    return f"{sheet.name(fact.seat)} has written down{turn}:{score}{totals}"


@tells(ScoreDisputeSettled)
def _score_dispute_settled(fact: ScoreDisputeSettled, _sheet: Sheet) -> str:
    return f"Scores settled by ruling: {pair(fact.was)}, now {pair(fact.now)}"


@tells(RecountAsked)
def _recount_asked(fact: RecountAsked, sheet: Sheet) -> str:
    part = f" of the last {fact.last_turns} turns" if fact.last_turns else ""
    return f"{sheet.name(fact.seat)} asked for a recount{part}"


@tells(ScoreSheetSeen)
def _score_sheet_seen(fact: ScoreSheetSeen, sheet: Sheet) -> str:
    other = sheet.name(fact.of.opponent) if fact.by == "opponent" else "The director"
    return f"{other} looked at the score sheet of {sheet.name(fact.of)}"


@tells(RecountFavourBarred)
def _recount_favour_barred(fact: RecountFavourBarred, sheet: Sheet) -> str:
    return f"No change of the recount may favour {sheet.name(fact.seat)}{because(fact.reason)}"


@tells(RecountDone)
def _recount_done(fact: RecountDone, _sheet: Sheet) -> str:
    changed = "nothing changes" if fact.was == fact.now else f"now {pair(fact.now)}"
    return f"Counted again, {len(fact.turns)} turns: {changed}"


@tells(RecountStopped)
def _recount_stopped(fact: RecountStopped, _sheet: Sheet) -> str:
    return f"Recount stopped{because(fact.reason.replace('-', ' '))}"
