"""Which fact opens which procedure, registered where the procedure is written."""

from __future__ import annotations

from collections.abc import Callable

from ledger.game.play.procedure import Procedure
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook

Steps = Callable[[Sheet, Opened, Rulebook], Procedure]
"""From the sheet, what was opened and the rulebook to the steps."""

PROCEDURES: dict[type[Fact], Steps] = {}
"""By the fact that opens it."""


def opened_by(*kinds: type[Fact]) -> Callable[[Steps], Steps]:
    """Register the function below as what tells the steps after a fact of these kinds."""

    def register(steps: Steps) -> Steps:
        for kind in kinds:
            assert kind not in PROCEDURES, f"{kind.__name__} opens two procedures"
            PROCEDURES[kind] = steps
        return steps

    return register
