"""The wording of every fact that is not a row of the score sheet.

A phrase is words with the fact's fields between them, in braces; what stands in square
brackets is left out where the fields in it say nothing. Two words after a field's name,
``{complete|right|wrong}``, stand for yes and no.

To let a transcript hold a new kind of fact, add its phrase to its chapter, ``phrases_*.py``.
Its fields are spelled as their types are (``spelling.SPELLINGS``). What follows a colon is
either a special spelling, by name (``entry``, ``fact``, ``word``), or the words that stand for
``None``.
"""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.transcript.phrases_cases import ABOUT_CASES
from ledger.transcript.phrases_challenges import ABOUT_CHALLENGES
from ledger.transcript.phrases_drawing import ABOUT_DRAWING
from ledger.transcript.phrases_results import ABOUT_RESULTS
from ledger.transcript.phrases_table import AROUND_THE_GAME
from ledger.transcript.phrases_turns import ABOUT_TURNS

PHRASES: dict[type[Fact], str] = {
    **ABOUT_TURNS,
    **ABOUT_CHALLENGES,
    **ABOUT_DRAWING,
    **ABOUT_RESULTS,
    **ABOUT_CASES,
    **AROUND_THE_GAME,
}
"""Turns are rows (``ledger.transcript.rows``), and so is ``PhoneyWithdrawn``."""
