"""What is said of an act that an official took back."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.game.facts.taking_back import ActTakenBack
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.tells import TELLS, tells
from ledger.record.fact import Fact


@tells(ActTakenBack, "act taken back: events {versions}: {reason}")
def _act_taken_back(fact: ActTakenBack, sheet: Sheet) -> str:
    undone = _of(fact.versions, sheet)
    if undone and all(isinstance(one, ActTakenBack) for one in undone):
        again = [v for one in undone if isinstance(one, ActTakenBack) for v in one.versions]
        return f"Stands after all: {_what(_of(again, sheet), sheet)}{because(fact.reason)}"
    return f"Taken back: {_what(undone, sheet)}{because(fact.reason)}"


def _what(facts: Sequence[Fact], sheet: Sheet) -> str:
    """What was struck, or stands again, in words, less the takings back among it."""
    told = (TELLS[type(one)](one, sheet) for one in facts if not isinstance(one, ActTakenBack))
    return "; ".join(dict.fromkeys(told)) or "an entry of the officials'"


def _of(versions: Sequence[int], sheet: Sheet) -> list[Fact]:
    return [event.fact for event in sheet.events if event.originator_version in versions]
