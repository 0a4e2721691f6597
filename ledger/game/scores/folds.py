"""What agreed totals, penalties, credits and recounts do to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.scores.facts import (
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
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Sheet, with_opened, with_step, without
from ledger.game.sheet.standing import (
    Standing,
    amount_of,
    because,
    clause_in_brackets,
    folds,
    if_shown,
    pair,
    tells,
    words_of,
)
from ledger.game.turns.folds import added
from ledger.vocabulary import Points, Seat
from ledger.vocabulary.bounds import some


@folds(CumulativeAgreed)
def _agreed(sheet: Sheet, fact: CumulativeAgreed, entry: Standing) -> Sheet:
    return replace(sheet, result=replace(sheet.result, agreed=fact.totals, discrepancy=""))


@folds(DiscrepancyFound)
def _differs(sheet: Sheet, fact: DiscrepancyFound, entry: Standing) -> Sheet:
    first, second = fact.written
    return replace(
        sheet,
        result=replace(sheet.result, discrepancy=f"{sheet.name(fact.seat)} has {first}-{second}"),
    )


@folds(PenaltyApplied)
def _penalty(sheet: Sheet, fact: PenaltyApplied, entry: Standing) -> Sheet:
    return _change(sheet, fact.seat, fact.unit, -fact.amount, fact.reason, entry)


@folds(CreditApplied)
def _credit(sheet: Sheet, fact: CreditApplied, entry: Standing) -> Sheet:
    return _change(sheet, fact.seat, fact.unit, fact.amount, fact.reason, entry)


def _change(
    sheet: Sheet, seat: Seat, unit: str, amount: int, reason: str, entry: Standing
) -> Sheet:
    if unit == "spread":
        changes = added(sheet.result.spread_changes, seat, amount)
        return replace(sheet, result=replace(sheet.result, spread_changes=changes))
    if unit == "time":
        return replace(sheet, clock=sheet.clock.less(seat, -amount))
    points = amount if unit == "points" else 0
    totals = added(sheet.totals, seat, points)
    line = Line(
        version=entry.event.originator_version,
        kind=LineKind.PENALTY if amount < 0 else LineKind.CREDIT,
        seat=seat,
        score=Points(points),
        totals=totals,
        zero_turns=sheet.zero_turns,
        note=if_shown(reason),
        corrections=entry.corrections,
    )
    loses_turn = unit == "turn" and amount < 0 and sheet.on_move is not None
    on_move = seat.opponent if loses_turn else sheet.on_move
    return replace(sheet, lines=(*sheet.lines, line), totals=totals, on_move=on_move)


@folds(ScoresWritten)
def _written(sheet: Sheet, fact: ScoresWritten, entry: Standing) -> Sheet:
    return replace(sheet, result=replace(sheet.result, written=(*sheet.result.written, fact)))


@folds(ScoreDisputeSettled)
def _settled(sheet: Sheet, fact: ScoreDisputeSettled, entry: Standing) -> Sheet:
    return replace(sheet, result=replace(sheet.result, discrepancy="", agreed=fact.now))


@folds(RecountAsked)
def _asked(sheet: Sheet, fact: RecountAsked, entry: Standing) -> Sheet:
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


@folds(ScoreSheetSeen)
def _seen(sheet: Sheet, fact: ScoreSheetSeen, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, RecountAsked, fact))


@folds(RecountFavourBarred)
def _barred(sheet: Sheet, fact: RecountFavourBarred, entry: Standing) -> Sheet:
    return replace(
        sheet,
        open=with_step(sheet.open, RecountAsked, fact),
        result=replace(sheet.result, barred=fact.seat),
    )


@folds(RecountDone)
def _done(sheet: Sheet, fact: RecountDone, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, RecountAsked))


@folds(RecountStopped)
def _stopped(sheet: Sheet, fact: RecountStopped, entry: Standing) -> Sheet:
    return replace(
        sheet,
        open=without(sheet.open, RecountAsked),
        result=replace(sheet.result, barred=fact.no_change_in_favour_of or sheet.result.barred),
    )


# Scores and recounts, told in a few words.


@tells(
    ScoreCorrected, "score of {supersedes:entry} corrected {was} -> {now}: {reason} ({approved_by})"
)
def _score_corrected(fact: ScoreCorrected, _sheet: Sheet) -> str:
    return (
        f"Score of entry {fact.supersedes} corrected from {fact.was} to {fact.now}"
        f"{because(fact.reason)}"
    )


@tells(
    EntryCorrected,
    "entry of {supersedes:entry} corrected: {reason} ({approved_by}) -> {replacement:fact}",
)
def _entry_corrected(fact: EntryCorrected, _sheet: Sheet) -> str:
    now = words_of(fact.replacement) if fact.replacement else "struck out"
    return f"Entry {fact.supersedes} corrected, now {now}{because(fact.reason)}"


@tells(CumulativeAgreed, "totals agreed {totals}[; after turn {turn}]")
def _cumulative_agreed(fact: CumulativeAgreed, _sheet: Sheet) -> str:
    return f"Totals agreed: {pair(fact.totals)}"


@tells(DiscrepancyFound, "discrepancy: {seat} wrote {written}")
def _discrepancy_found(fact: DiscrepancyFound, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} has other totals: {pair(fact.written)}"


@tells(PenaltyApplied, "penalty {seat} {amount} {unit:word}: {reason}[; {clause}]")
def _penalty_applied(fact: PenaltyApplied, sheet: Sheet) -> str:
    taken = amount_of(fact.amount, fact.unit)
    why = because(fact.reason) + clause_in_brackets(fact.clause)
    return f"Penalty of {taken}, {sheet.name(fact.seat)}{why}"


@tells(CreditApplied, "credit {seat} {amount} {unit:word}: {reason}[; {clause}]")
def _credit_applied(fact: CreditApplied, sheet: Sheet) -> str:
    given = amount_of(fact.amount, fact.unit)
    why = because(fact.reason) + clause_in_brackets(fact.clause)
    return f"Credit of {given}, {sheet.name(fact.seat)}{why}"


@tells(ScoresWritten, "written by {seat}[ for {turn:entry}][; score {score}][; totals {totals}]")
def _scores_written(fact: ScoresWritten, sheet: Sheet) -> str:
    turn = f", entry {fact.turn}" if fact.turn else ""
    score = "" if fact.score is None else f" {fact.score}"
    totals = "" if fact.totals is None else f" totals {pair(fact.totals)}"
    return f"{sheet.name(fact.seat)} has written down{turn}:{score}{totals}"


@tells(ScoreDisputeSettled, "scores settled {was} -> {now}; turns {turns}")
def _score_dispute_settled(fact: ScoreDisputeSettled, _sheet: Sheet) -> str:
    return f"Scores settled by ruling: {pair(fact.was)}, now {pair(fact.now)}"


@tells(
    RecountAsked,
    "recount asked {seat}; margin {margin}, of play {margin_of_play} ({right})"
    "[; last {last_turns} turns][; agreed by {agreed_by}][; consent of {consents}]",
)
def _recount_asked(fact: RecountAsked, sheet: Sheet) -> str:
    part = f" of the last {some(fact.last_turns, 'turn')}" if fact.last_turns else ""
    return f"{sheet.name(fact.seat)} asked for a recount{part}"


@tells(
    ScoreSheetSeen,
    "sheet of {of} seen by {by}[; {objected|objected|no objection}]"
    "[; {on_request|asked for|unasked}]",
)
def _score_sheet_seen(fact: ScoreSheetSeen, sheet: Sheet) -> str:
    other = sheet.name(fact.of.opponent) if fact.by == "opponent" else "The director"
    return f"{other} looked at the score sheet of {sheet.name(fact.of)}"


@tells(RecountFavourBarred, "recount not to favour {seat}: {reason}")
def _recount_favour_barred(fact: RecountFavourBarred, sheet: Sheet) -> str:
    return f"No change of the recount may favour {sheet.name(fact.seat)}{because(fact.reason)}"


@tells(RecountDone, "counted again by {by} {was} -> {now}; turns {turns}")
def _recount_done(fact: RecountDone, _sheet: Sheet) -> str:
    changed = "nothing changes" if fact.was == fact.now else f"now {pair(fact.now)}"
    return f"Counted again, {some(len(fact.turns), 'turn')}: {changed}"


@tells(RecountStopped, "recount stopped: {reason}[; no gain for {no_change_in_favour_of}]")
def _recount_stopped(fact: RecountStopped, _sheet: Sheet) -> str:
    return f"Recount stopped{because(fact.reason.replace('-', ' '))}"
