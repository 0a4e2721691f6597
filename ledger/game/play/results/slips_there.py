"""The slips of a game that were typed and not taken back."""

from __future__ import annotations

from ledger.game.facts.results import SlipTyped
from ledger.game.sheet.effective import standing
from ledger.game.sheet.sheet import Sheet


def typed_slips(sheet: Sheet) -> dict[int, SlipTyped]:
    """The slips typed for a game that were not taken back, by version, oldest first."""
    return {
        one.event.originator_version: one.fact
        for one in standing(sheet.events)
        if isinstance(one.fact, SlipTyped)
    }
