"""An official's act in a case, taken back."""

from __future__ import annotations

from ledger.record.taken_back import TakenBack


class CaseActTakenBack(TakenBack, frozen=True, kw_only=True, tag="case-act-taken-back"):
    """What was done in this case no longer stands; fields as in ``TakenBack``.

    What it wrote at the table and in the tournament is taken back with it, there.

    Attributes:
      what: the kinds of the events that are struck, by topic, the act itself first; empty: all
        of it lies at the table or in the tournament.
      alone: why no second official agreed, where scores that both signed are others afterwards.
    """

    what: tuple[str, ...] = ()
    alone: str = ""
