"""Every fact the ledger can remember, by topic.

``FACT_TYPES`` is the fixed table: a stored topic is looked up here, never imported. A fact comes
into it by being written in the ``facts.py`` of its chapter, or of its room; nobody lists it.
"""

from __future__ import annotations

from importlib import import_module

from ledger.game import of_each_chapter
from ledger.record import kept_words
from ledger.record.fact import Fact

ROOMS = ("incidents", "tournament", "accounts", "backup", "proof")
"""Rooms besides the game's chapters whose ``facts.py`` says what can have happened there."""

CHAPTERS = (
    *of_each_chapter("facts"),
    kept_words,
    *(import_module(f"ledger.{room}.facts") for room in ROOMS),
)

FACT_TYPES: dict[str, type[Fact]] = {
    kind.topic(): kind
    for chapter in CHAPTERS
    for kind in vars(chapter).values()
    if isinstance(kind, type)
    and issubclass(kind, Fact)
    and kind.__module__ == chapter.__name__
    and kind.topic() != kind.__name__  # what kinds have in common has no topic of its own
}
