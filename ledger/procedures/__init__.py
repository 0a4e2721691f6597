"""Procedures: what a rulebook wants done when something irregular happens.

``open_procedures`` tells what is going on at a table, ``offers`` what can be reported. Each
module here holds one family; it adds its facts to ``PROCEDURES`` and what can be reported to
``OFFERS``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger.facts.fact import Fact
from ledger.procedures.procedure import Offer, Procedure, Question, Step
from ledger.rulebook import Rulebook
from ledger.sheet.opened import Opened
from ledger.sheet.sheet import Sheet

Steps = Callable[[Sheet, Any, Rulebook], Procedure]
"""From the sheet, what was opened (``Opened``) and the rulebook to the steps."""

Offered = Callable[[Sheet, Rulebook], tuple[Offer, ...]]

PROCEDURES: dict[type[Fact], Steps] = {}
"""By the fact that opens it."""

OFFERS: tuple[Offered, ...] = ()


def procedure_of(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The steps of one open procedure, with what is done already."""
    return PROCEDURES[type(opened.fact)](sheet, opened, rules)


def open_procedures(sheet: Sheet, rules: Rulebook) -> tuple[Procedure, ...]:
    """Every procedure that is open at this table, oldest first."""
    return tuple(procedure_of(sheet, opened, rules) for opened in sheet.open)


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """Everything irregular that can be reported at this moment."""
    return tuple(offer for offered in OFFERS for offer in offered(sheet, rules))


__all__ = [
    "OFFERS",
    "PROCEDURES",
    "Offer",
    "Offered",
    "Procedure",
    "Question",
    "Step",
    "Steps",
    "offers",
    "open_procedures",
    "procedure_of",
]
