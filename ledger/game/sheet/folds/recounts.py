"""What written scores, disputes and recounts do to the sheet.

They change no score: what was found to be wrong is corrected by events of its own.
"""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.recounts import (
    RecountAsked,
    RecountDone,
    RecountFavourBarred,
    RecountStopped,
    ScoreDisputeSettled,
    ScoreSheetSeen,
    ScoresWritten,
)
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.opened import with_opened, with_step, without
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing


def _written(sheet: Sheet, fact: ScoresWritten, entry: Standing) -> Sheet:
    return replace(sheet, written=(*sheet.written, fact))


def _settled(sheet: Sheet, fact: ScoreDisputeSettled, entry: Standing) -> Sheet:
    return replace(sheet, discrepancy="", agreed=fact.now)


def _asked(sheet: Sheet, fact: RecountAsked, entry: Standing) -> Sheet:
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


def _seen(sheet: Sheet, fact: ScoreSheetSeen, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, RecountAsked, fact))


def _barred(sheet: Sheet, fact: RecountFavourBarred, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, RecountAsked, fact), barred=fact.seat)


def _done(sheet: Sheet, fact: RecountDone, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, RecountAsked), recounted=fact)


def _stopped(sheet: Sheet, fact: RecountStopped, entry: Standing) -> Sheet:
    return replace(
        sheet,
        open=without(sheet.open, RecountAsked),
        barred=fact.no_change_in_favour_of or sheet.barred,
    )


FOLDS: Folds = {
    ScoresWritten: _written,
    ScoreDisputeSettled: _settled,
    RecountAsked: _asked,
    ScoreSheetSeen: _seen,
    RecountFavourBarred: _barred,
    RecountDone: _done,
    RecountStopped: _stopped,
}
