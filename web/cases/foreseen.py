"""What a request about a case would write, in words, before it is given."""

from __future__ import annotations

from ledger.desk.preview import Preview
from ledger.incidents.consequences import told_once
from web.cases.shown import CaseShown


def would_be_written(seen: Preview, case: CaseShown) -> tuple[str, ...]:
    """What a request looked at would write, in words, as the page and paper list it afterwards."""
    sheet = seen.before or case.sheet
    found = (words for _, words in told_once(seen.events, sheet, case.tournament))
    return tuple(filter(None, found))
