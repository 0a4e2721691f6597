"""Which cases a tournament had: their numbers, by which people call them."""

from __future__ import annotations

from uuid import UUID

from ledger.record.fact import Fact
from ledger.record.shown_as import CASE


class CaseListed(Fact, frozen=True, kw_only=True, tag="case-listed"):
    """The tournament gave a case its number, the next one: it is called ``C-12``."""

    shown_as = CASE

    case: UUID
    number: int
