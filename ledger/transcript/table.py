"""What a line of a transcript needs to know of the table: who sits there, what was counted."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.transcript.names import Labels
from ledger.transcript.tally import Tally


@dataclass(frozen=True)
class Table:
    """Who sits at the table, and the score as it stands before the line."""

    labels: Labels
    tally: Tally
