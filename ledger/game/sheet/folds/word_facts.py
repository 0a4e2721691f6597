"""What it does to the sheet that words beside the log were removed: nothing."""

from __future__ import annotations

from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.record.word_facts import WordsRemoved


def _removed(sheet: Sheet, fact: WordsRemoved, entry: Standing) -> Sheet:
    """What was signed stays signed, and by whom: the hand alone is gone."""
    return sheet


FOLDS: Folds = {WordsRemoved: _removed}
