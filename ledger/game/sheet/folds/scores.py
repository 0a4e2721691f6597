"""What agreed totals, penalties, credits, written scores and recounts do to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.scores import (
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
from ledger.game.sheet.because import if_shown
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.folds.turns import added
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.opened import with_opened, with_step, without
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.vocabulary import Points, Seat


def _agreed(sheet: Sheet, fact: CumulativeAgreed, entry: Standing) -> Sheet:
    return replace(sheet, result=replace(sheet.result, agreed=fact.totals, discrepancy=""))


def _differs(sheet: Sheet, fact: DiscrepancyFound, entry: Standing) -> Sheet:
    first, second = fact.written
    return replace(
        sheet,
        result=replace(sheet.result, discrepancy=f"{sheet.name(fact.seat)} has {first}-{second}"),
    )


def _penalty(sheet: Sheet, fact: PenaltyApplied, entry: Standing) -> Sheet:
    return _change(sheet, fact.seat, fact.unit, -fact.amount, fact.reason, entry)


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


def _written(sheet: Sheet, fact: ScoresWritten, entry: Standing) -> Sheet:
    return replace(sheet, result=replace(sheet.result, written=(*sheet.result.written, fact)))


def _settled(sheet: Sheet, fact: ScoreDisputeSettled, entry: Standing) -> Sheet:
    return replace(sheet, result=replace(sheet.result, discrepancy="", agreed=fact.now))


def _asked(sheet: Sheet, fact: RecountAsked, entry: Standing) -> Sheet:
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


def _seen(sheet: Sheet, fact: ScoreSheetSeen, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, RecountAsked, fact))


def _barred(sheet: Sheet, fact: RecountFavourBarred, entry: Standing) -> Sheet:
    return replace(
        sheet,
        open=with_step(sheet.open, RecountAsked, fact),
        result=replace(sheet.result, barred=fact.seat),
    )


def _done(sheet: Sheet, fact: RecountDone, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, RecountAsked))


def _stopped(sheet: Sheet, fact: RecountStopped, entry: Standing) -> Sheet:
    return replace(
        sheet,
        open=without(sheet.open, RecountAsked),
        result=replace(sheet.result, barred=fact.no_change_in_favour_of or sheet.result.barred),
    )


FOLDS: Folds = {
    CumulativeAgreed: _agreed,
    DiscrepancyFound: _differs,
    PenaltyApplied: _penalty,
    CreditApplied: _credit,
    ScoresWritten: _written,
    ScoreDisputeSettled: _settled,
    RecountAsked: _asked,
    ScoreSheetSeen: _seen,
    RecountFavourBarred: _barred,
    RecountDone: _done,
    RecountStopped: _stopped,
}
