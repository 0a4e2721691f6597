"""What holds, and tiles drawn while a play could come off, do to the sheet. And its words."""

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
from ledger.game.sheet.wording.tells import SINCE, tells


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


# Holds and courtesy draws, told in a few words.


HOW_IRREGULAR = {
    "timer-forgotten": "forgot the timer and put a hand in the bag",
    "drew-before-recording": "drew before writing the score",
    "wrote-before-playing": "wrote the score before making the play",
    "wrote-before-pressing": "wrote the score before pressing the timer",
    "drew-too-quickly": "drew too quickly to be answered",
    "change-announced": "ended the turn by announcing a change",
}


@tells(HoldCalled, "hold {seat}" + SINCE)
def _hold_called(fact: HoldCalled, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} called hold"


@tells(HoldReleased, "released {seat}")
def _hold_released(fact: HoldReleased, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} released the hold"


@tells(
    CourtesyDraw,
    "courtesy draw {seat} {drawn}[; after {after}][; held for {held_for}]"
    "[; {looked|looked|not looked}][; {racked|on the rack|off the rack}][; {mixed|mixed|apart}]",
)
def _courtesy_draw(fact: CourtesyDraw, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} drew {fact.drawn} during the hold, to be kept apart"


@tells(CourtesyTilesMixed, "courtesy tiles of {seat} on the rack: {mixed|mixed|apart}")
def _courtesy_tiles_mixed(fact: CourtesyTilesMixed, sheet: Sheet) -> str:
    what = "were mixed with the rack" if fact.mixed else "touched the rack"
    return f"Tiles that {sheet.name(fact.seat)} drew during the hold {what}"


@tells(
    FlashDraw,
    "flash draw {seat} {drawn} ({ground})[; {racked|on the rack|off the rack}]"
    "[; {mixed|mixed|apart}][; {deliberate|deliberate|not deliberate}]",
)
def _flash_draw(fact: FlashDraw, sheet: Sheet) -> str:
    how = HOW_IRREGULAR.get(fact.ground, fact.ground)
    return f"{sheet.name(fact.seat)} {how}: {fact.drawn} drawn"


@tells(
    DrawnThenChallengedOff,
    "drawn for a play that came off {seat} {drawn} ({how})[; held {held}]"
    "[; {racked|on the rack|off the rack}][; {mixed|mixed|apart}]"
    "[; {looked|looked|not looked}]",
)
def _drawn_then_challenged_off(fact: DrawnThenChallengedOff, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} had drawn {fact.drawn} for the play that came off"


@tells(NewTilesReturned, "new tiles of {seat} returned {returned} ({seen|seen|unseen})")
def _new_tiles_returned(fact: NewTilesReturned, sheet: Sheet) -> str:
    seen = "shown and " if fact.seen else ""
    return f"{fact.returned} new tiles of {sheet.name(fact.seat)} {seen}returned"
