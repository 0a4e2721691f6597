"""What agreed totals, penalties, credits and recounts do to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.scores.facts import (
    CreditApplied,
    CumulativeAgreed,
    DiscrepancyFound,
    PenaltyApplied,
    RecountAsked,
    RecountDone,
    RecountFavourBarred,
    RecountStopped,
    ScoreDisputeSettled,
    ScoreSheetSeen,
    ScoresWritten,
)
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Sheet, with_opened, with_step, without
from ledger.game.sheet.standing import (
    Standing,
    amount_of,
    coded,
    folds,
    if_shown,
    pair,
    tells,
    with_clause,
    with_reason,
)
from ledger.game.turns.folds import added
from ledger.messages import say
from ledger.vocabulary import Points, Seat


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


@tells(CumulativeAgreed, "totals agreed {totals}[; after turn {turn}]")
def _cumulative_agreed(fact: CumulativeAgreed, _sheet: Sheet) -> str:
    return say("game_scores.cumulative-agreed", totals=pair(fact.totals))


@tells(DiscrepancyFound, "discrepancy: {seat} wrote {written}")
def _discrepancy_found(fact: DiscrepancyFound, sheet: Sheet) -> str:
    return say(
        "game_scores.discrepancy-found", player=sheet.name(fact.seat), totals=pair(fact.written)
    )


@tells(PenaltyApplied, "penalty {seat} {amount} {unit:word}: {reason}[; {clause}]")
def _penalty_applied(fact: PenaltyApplied, sheet: Sheet) -> str:
    taken = amount_of(fact.amount, fact.unit)
    told = with_reason(
        say("game_scores.penalty-applied", taken=taken, player=sheet.name(fact.seat)), fact.reason
    )
    return with_clause(told, fact.clause)


@tells(CreditApplied, "credit {seat} {amount} {unit:word}: {reason}[; {clause}]")
def _credit_applied(fact: CreditApplied, sheet: Sheet) -> str:
    given = amount_of(fact.amount, fact.unit)
    told = with_reason(
        say("game_scores.credit-applied", given=given, player=sheet.name(fact.seat)), fact.reason
    )
    return with_clause(told, fact.clause)


@tells(ScoresWritten, "written by {seat}[ for {turn:entry}][; score {score}][; totals {totals}]")
def _scores_written(fact: ScoresWritten, sheet: Sheet) -> str:
    if fact.totals is None:
        what = "nothing" if fact.score is None else "score"
    else:
        what = "totals" if fact.score is None else "both"
    of_entry = "-of-entry" if fact.turn else ""
    return say(
        f"game_scores.written-{what}{of_entry}",
        player=sheet.name(fact.seat),
        turn=fact.turn,
        score=fact.score,
        totals=fact.totals and pair(fact.totals),
    )


@tells(ScoreDisputeSettled, "scores settled {was} -> {now}; turns {turns}")
def _score_dispute_settled(fact: ScoreDisputeSettled, _sheet: Sheet) -> str:
    return say("game_scores.score-dispute-settled", totals=pair(fact.was), totals2=pair(fact.now))


@tells(
    RecountAsked,
    "recount asked {seat}; margin {margin}, of play {margin_of_play} ({right})"
    "[; last {last_turns} turns][; agreed by {agreed_by}][; consent of {consents}]",
)
def _recount_asked(fact: RecountAsked, sheet: Sheet) -> str:
    if fact.last_turns:
        turns = say("game.turns", n=fact.last_turns)
        return say(
            "game_scores.asked-for-recount-last-turns", player=sheet.name(fact.seat), turns=turns
        )
    return say("game_scores.asked-for-recount", player=sheet.name(fact.seat))


@tells(
    ScoreSheetSeen,
    "sheet of {of} seen by {by}[; {objected|objected|no objection}]"
    "[; {on_request|asked for|unasked}]",
)
def _score_sheet_seen(fact: ScoreSheetSeen, sheet: Sheet) -> str:
    whose = sheet.name(fact.of)
    if fact.by == "opponent":
        return say(
            "game_scores.opponent-looked-at-score-sheet",
            other=sheet.name(fact.of.opponent),
            player=whose,
        )
    return say("game_scores.director-looked-at-score-sheet", player=whose)


@tells(RecountFavourBarred, "recount not to favour {seat}: {reason}")
def _recount_favour_barred(fact: RecountFavourBarred, sheet: Sheet) -> str:
    return with_reason(
        say("game_scores.recount-favour-barred", player=sheet.name(fact.seat)), fact.reason
    )


@tells(RecountDone, "counted again by {by} {was} -> {now}; turns {turns}")
def _recount_done(fact: RecountDone, _sheet: Sheet) -> str:
    turns = say("game.turns", n=len(fact.turns))
    if fact.was == fact.now:
        return say("game_scores.counted-again-turns-nothing-changes", turns=turns)
    return say("game_scores.counted-again-turns-now-totals", turns=turns, totals=pair(fact.now))


@tells(RecountStopped, "recount stopped: {reason}[; no gain for {no_change_in_favour_of}]")
def _recount_stopped(fact: RecountStopped, _sheet: Sheet) -> str:
    return with_reason(say("game_scores.recount-stopped"), coded("recount-stop", fact.reason))
