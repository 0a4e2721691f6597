"""The shape of a fold: the sheet before, what happened, where it stands; the sheet after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.record.fact import Fact

Fold = Callable[[Sheet, Any, Standing], Sheet]

Folds = dict[type[Fact], Fold]
"""What each kind of fact of one chapter does to the sheet."""
