"""What clock facts do to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.clock import ClockNeutralised, ClockRestarted, TimeAdjusted, TimeRead
from ledger.game.sheet.folds.challenges import less_time
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.petitions import without_petition
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing


def _neutralised(sheet: Sheet, fact: ClockNeutralised, entry: Standing) -> Sheet:
    """The stop may be what makes a challenge binding that was only said aloud."""
    clocks, challenge = entry.event.envelope.clocks or sheet.clocks, sheet.challenge
    if challenge is not None and challenge.neutral is False:
        challenge = replace(challenge, neutral=True)
    return replace(sheet, neutral=fact.reason, clocks=clocks, challenge=challenge)


def _restarted(sheet: Sheet, fact: ClockRestarted, entry: Standing) -> Sheet:
    return replace(sheet, neutral="", clocks=entry.event.envelope.clocks or sheet.clocks)


def _read(sheet: Sheet, fact: TimeRead, entry: Standing) -> Sheet:
    return replace(sheet, clocks=entry.event.envelope.clocks or sheet.clocks)


def _adjusted(sheet: Sheet, fact: TimeAdjusted, entry: Standing) -> Sheet:
    clocks = less_time(sheet.clocks, fact.seat, -fact.seconds)
    answered = without_petition(sheet.open, fact.seat, "extra-time")
    return replace(sheet, clocks=clocks, open=answered)


FOLDS: Folds = {
    ClockNeutralised: _neutralised,
    ClockRestarted: _restarted,
    TimeRead: _read,
    TimeAdjusted: _adjusted,
}
