"""What holds, and new tiles drawn while a play could still come off, do to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.holds import (
    CourtesyDraw,
    CourtesyTilesMixed,
    DrawnThenChallengedOff,
    FlashDraw,
    HoldCalled,
    HoldReleased,
    NewTilesReturned,
)
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.opened import with_opened, with_step, without, without_any
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing


def _hold(sheet: Sheet, fact: HoldCalled, entry: Standing) -> Sheet:
    return replace(
        sheet,
        challenges=replace(sheet.challenges, hold=fact.seat),
        answering=replace(sheet.answering, hold_after=fact.after),
        open=with_opened(sheet.open, entry.event.originator_version, fact),
    )


def _released(sheet: Sheet, fact: HoldReleased, entry: Standing) -> Sheet:
    """What was drawn as a courtesy meanwhile joins the rack."""
    return replace(
        sheet,
        challenges=replace(sheet.challenges, hold=None),
        answering=replace(sheet.answering, released=True, courtesy=None),
        open=without_any(sheet.open, (HoldCalled, CourtesyDraw)),
    )


def _courtesy(sheet: Sheet, fact: CourtesyDraw, entry: Standing) -> Sheet:
    opened = with_step(sheet.open, HoldCalled, fact)
    return replace(
        sheet,
        answering=replace(sheet.answering, courtesy=fact),
        open=with_opened(opened, entry.event.originator_version, fact),
    )


def _mixed(sheet: Sheet, fact: CourtesyTilesMixed, entry: Standing) -> Sheet:
    drawn = sheet.answering.courtesy
    if drawn is not None:
        drawn = replace(drawn, racked=True, mixed=fact.mixed)
    return replace(
        sheet,
        answering=replace(sheet.answering, courtesy=drawn),
        open=with_step(sheet.open, CourtesyDraw, fact),
    )


def _flash(sheet: Sheet, fact: FlashDraw, entry: Standing) -> Sheet:
    return replace(
        sheet,
        answering=replace(sheet.answering, flash=fact),
        open=with_opened(sheet.open, entry.event.originator_version, fact),
    )


def _drawn_off(sheet: Sheet, fact: DrawnThenChallengedOff, entry: Standing) -> Sheet:
    """Where another verdict put the play back since, no tiles have to go anywhere."""
    play = sheet.last_turn
    if play is not None and play.version == sheet.challenges.stood and play.seat is fact.seat:
        return sheet
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


def _returned(sheet: Sheet, fact: NewTilesReturned, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, DrawnThenChallengedOff))


FOLDS: Folds = {
    HoldCalled: _hold,
    HoldReleased: _released,
    CourtesyDraw: _courtesy,
    CourtesyTilesMixed: _mixed,
    FlashDraw: _flash,
    DrawnThenChallengedOff: _drawn_off,
    NewTilesReturned: _returned,
}
