"""What a request about a case would write, in words, before it is given."""

from __future__ import annotations

from ledger.desk.preview import Preview
from ledger.incidents.consequences import written_words
from web.cases.shown import CaseShown


def would_be_written(seen: Preview, case: CaseShown) -> tuple[str, ...]:
    """Each entry that a request looked at would write, in words."""
    sheet = seen.before or case.sheet
    found = (written_words(event.fact, sheet, case.tournament) for event in seen.events)
    return tuple(filter(None, found))
