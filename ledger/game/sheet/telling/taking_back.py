"""What is said of an act that an official took back."""

from __future__ import annotations

from ledger.game.facts.taking_back import ActTakenBack
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.tells import TELLS, tells
from ledger.record.fact import Fact


@tells(ActTakenBack, "act taken back: events {versions}: {reason}")
def _act_taken_back(fact: ActTakenBack, sheet: Sheet) -> str:
    told = (
        TELLS[type(event.fact)](event.fact, sheet)
        for event in sheet.events
        if event.originator_version in fact.versions and not _goes_without_saying(event.fact)
    )
    what = "; ".join(dict.fromkeys(told)) or "an entry of the officials'"
    return f"Taken back: {what}{because(fact.reason)}"


def _goes_without_saying(fact: Fact) -> bool:
    """That an older taking back is undone: what it had struck is told as standing again."""
    return isinstance(fact, ActTakenBack)
