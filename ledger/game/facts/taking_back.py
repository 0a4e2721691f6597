"""An official's act at a table, taken back."""

from __future__ import annotations

from ledger.record.fact import SIGNING, TakenBack


class ActTakenBack(TakenBack, frozen=True, kw_only=True, tag="act-taken-back"):
    """What an official entered in this game no longer stands; fields as in ``TakenBack``."""

    visibility = SIGNING.less("reason")
