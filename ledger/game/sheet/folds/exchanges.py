"""What objections to an exchange, and what was done about it, do to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.exchanges import (
    ExchangeChallenged,
    ExchangeJudged,
    ExchangeNoted,
    ExchangePutRight,
    ExchangeVoided,
    UnwantedTilesFound,
    UnwantedTilesReturned,
)
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.opened import with_opened, with_step, without
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing

VOID = "void-exchange"
"""Note on the line of an exchange that does not stand, where no book names such a turn."""


def _noted(sheet: Sheet, fact: ExchangeNoted, entry: Standing) -> Sheet:
    return sheet


def _challenged(sheet: Sheet, fact: ExchangeChallenged, entry: Standing) -> Sheet:
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


def _judged(sheet: Sheet, fact: ExchangeJudged, entry: Standing) -> Sheet:
    if fact.settled:
        return replace(sheet, open=without(sheet.open, ExchangeChallenged))
    return replace(sheet, open=with_step(sheet.open, ExchangeChallenged, fact))


def _voided(sheet: Sheet, fact: ExchangeVoided, entry: Standing) -> Sheet:
    """The line of the exchange becomes a pass, or a turn lost that is no scoreless turn.

    Lines after it keep the counts they were entered with; the row on the sheet is put right
    where the exchange is still the last turn.
    """
    at = next((n for n, line in enumerate(sheet.lines) if line.version == fact.exchange), None)
    if at is None or sheet.lines[at].kind is not LineKind.EXCHANGE:
        return sheet
    line = sheet.lines[at]
    zeros = line.zero_turns if fact.counted else line.zero_turns - 1
    voided = replace(line, kind=LineKind.PASS, zero_turns=zeros, note="" if fact.counted else VOID)
    lines = (*sheet.lines[:at], voided, *sheet.lines[at + 1 :])
    changed = replace(sheet, lines=lines, open=with_step(sheet.open, ExchangeChallenged, fact))
    if fact.counted or sheet.last_turn is not line:
        return changed
    goes_on = sheet.ended == "six-zeros"
    return replace(
        changed,
        zero_turns=zeros,
        ended="" if goes_on else sheet.ended,
        on_move=fact.seat.opponent if goes_on else sheet.on_move,
    )


def _put_right(sheet: Sheet, fact: ExchangePutRight, entry: Standing) -> Sheet:
    """The rack is what was found; what the rest comes to is in the bag, whatever was counted."""
    first, second = sheet.stock.racks
    racks = (fact.rack, second) if not fact.seat.place else (first, fact.rack)
    return replace(
        sheet,
        stock=sheet.stock.with_racks(racks),
        open=without(sheet.open, ExchangeChallenged),
    )


def _found(sheet: Sheet, fact: UnwantedTilesFound, entry: Standing) -> Sheet:
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


def _returned(sheet: Sheet, fact: UnwantedTilesReturned, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, UnwantedTilesFound))


FOLDS: Folds = {
    ExchangeNoted: _noted,
    ExchangeChallenged: _challenged,
    ExchangeJudged: _judged,
    ExchangeVoided: _voided,
    ExchangePutRight: _put_right,
    UnwantedTilesFound: _found,
    UnwantedTilesReturned: _returned,
}
