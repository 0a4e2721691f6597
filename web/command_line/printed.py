"""Paper that is printed is noted, so that its code alone leads back to it."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.proof.printed_here import OFFICIALS
from printing.heading import Heading
from printing.papers import Told
from web.command_line.opened import Opened


def noted(here: Opened, by: str = OFFICIALS) -> Told:
    """What notes the codes of papers, once they are drawn.

    Args:
      here: where they are printed.
      by: for whom, as ``ledger.proof.printed_here`` tells them apart.
    """

    def note(headings: Iterable[Heading]) -> None:
        codes = [(heading.check, heading.stands_for) for heading in headings]
        here.printed.note(codes, by=by)

    return note
