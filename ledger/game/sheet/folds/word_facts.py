"""What it does to the sheet that words were removed, which is nothing, and how it is told."""

from __future__ import annotations

from ledger.game.facts.results import ResultSigned, SlipTyped
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing, because
from ledger.game.sheet.wording.tells import tells
from ledger.record.word_facts import WordsRemoved


def _removed(sheet: Sheet, fact: WordsRemoved, entry: Standing) -> Sheet:
    """What was signed stays signed, and by whom: the hand alone is gone."""
    return sheet


FOLDS: Folds = {WordsRemoved: _removed}


# Words removed from beside the log, told in a few words.


@tells(WordsRemoved, "words {digest} removed by {removed_by}: {reason}")
def _words_removed(fact: WordsRemoved, sheet: Sheet) -> str:
    return f"{_what(fact, sheet)} removed from the record{because(fact.reason)}"


def _what(fact: WordsRemoved, sheet: Sheet) -> str:
    for event in sheet.events:
        named = event.fact
        if isinstance(named, ResultSigned) and named.words == fact.digest:
            return f"Handwriting of {sheet.name(named.seat)}"
        if isinstance(named, SlipTyped) and named.photo == fact.digest:
            return "Photo of a slip"
    return "Handwriting, or a photo of a slip,"
