"""The wording of every fact that is not a row of the score sheet.

A phrase is words with the fact's fields between them, in braces; what stands in square
brackets is left out where the fields in it say nothing. Two words after a field's name,
``{complete|right|wrong}``, stand for yes and no.

To let a transcript hold a new kind of fact, write its phrase beside the words that tell it to
people (``ledger.game.sheet.telling``). Its fields are spelled as their types are
(``spelling.SPELLINGS``). What follows a colon is either a special spelling, by name (``entry``,
``fact``, ``word``), or the words that stand for ``None``.
"""

from __future__ import annotations

from ledger.game.sheet.telling.in_words import LINES
from ledger.record.fact import Fact
from ledger.transcript.phrases_cases import ABOUT_CASES

PHRASES: dict[type[Fact], str] = {**LINES, **ABOUT_CASES}
"""Turns are rows (``ledger.transcript.rows``), and so is ``PhoneyWithdrawn``."""
