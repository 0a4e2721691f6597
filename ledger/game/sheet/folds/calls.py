"""What a call for the director and a free challenge do to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.calls import (
    ChallengeCreditGranted,
    ChallengeCreditUsed,
    ClaimMade,
    DirectorArrived,
    DirectorCalled,
    DirectorLeft,
    DirectorSetOut,
    WarningDue,
    WarningSettled,
)
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.opened import with_opened, with_step, without
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.vocabulary import Seat


def _called(sheet: Sheet, fact: DirectorCalled, entry: Standing) -> Sheet:
    event = entry.event
    opened = with_opened(sheet.open, event.originator_version, fact)
    return replace(sheet, open=opened, clock=sheet.clock.read(event.envelope.clocks))


def _on_the_way(sheet: Sheet, fact: DirectorSetOut | DirectorArrived, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, DirectorCalled, fact))


def _left(sheet: Sheet, fact: DirectorLeft, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, DirectorCalled))


def _due(sheet: Sheet, fact: WarningDue, entry: Standing) -> Sheet:
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


def _settled(sheet: Sheet, fact: WarningSettled, entry: Standing) -> Sheet:
    """The latest warning of that kind which is due to that player is due no more."""
    due = [
        one
        for one in sheet.open
        if isinstance(one.fact, WarningDue)
        and (one.fact.seat, one.fact.offence) == (fact.seat, fact.offence)
    ]
    return replace(sheet, open=tuple(one for one in sheet.open if one not in due[-1:]))


def _granted(sheet: Sheet, fact: ChallengeCreditGranted, entry: Standing) -> Sheet:
    return _with_free_challenges(sheet, fact.seat, 1)


def _used(sheet: Sheet, fact: ChallengeCreditUsed, entry: Standing) -> Sheet:
    return _with_free_challenges(sheet, fact.seat, -1)


def _with_free_challenges(sheet: Sheet, seat: Seat, change: int) -> Sheet:
    first, second = sheet.challenges.free
    if seat is Seat.FIRST:
        return replace(sheet, challenges=replace(sheet.challenges, free=(first + change, second)))
    return replace(sheet, challenges=replace(sheet.challenges, free=(first, second + change)))


def _claimed(sheet: Sheet, fact: ClaimMade, entry: Standing) -> Sheet:
    return sheet


FOLDS: Folds = {
    ClaimMade: _claimed,
    WarningDue: _due,
    WarningSettled: _settled,
    DirectorCalled: _called,
    DirectorSetOut: _on_the_way,
    DirectorArrived: _on_the_way,
    DirectorLeft: _left,
    ChallengeCreditGranted: _granted,
    ChallengeCreditUsed: _used,
}
