"""Every refusal by its code, chapter by chapter.

A code that is said in several wordings has an entry for each, and a name of the wording behind a
slash: ``unreadable-request/no-tile-spilled``. Tablets and tests see what stands before it.
"""

from __future__ import annotations

from ledger.refusals import (
    challenges,
    incidents,
    records,
    results,
    table,
    tournaments,
    turns,
)
from ledger.refusals.message import Message

CHAPTERS: dict[str, dict[str, Message]] = {
    "Any entry of a game": turns.SAID_ANY_ENTRY,
    "Before the first tile": table.SAID,
    "Late players": table.SAID_ARRIVALS,
    "Plays and corrections": turns.SAID,
    "Drawing tiles": turns.SAID_DRAWING,
    "Exchanges": turns.SAID_EXCHANGES,
    "Blanks": turns.SAID_BLANKS,
    "Placement": turns.SAID_PLACEMENT,
    "Loose tiles": turns.SAID_LOOSE_TILES,
    "Holds and draws during them": challenges.SAID_HOLDS,
    "Challenges": challenges.SAID,
    "Judging": challenges.SAID_JUDGING,
    "The clock": table.SAID_CLOCK,
    "Leaving the table": table.SAID_LEAVING,
    "A board upset": turns.SAID_UPSETS,
    "How a game ends": results.SAID_ENDINGS,
    "Scores and recounts": results.SAID_SCORES,
    "The result slip": results.SAID,
    "Calling the director": table.SAID_CALLS,
    "Keeping the record": table.SAID_KEEPING,
    "Games on a platform": table.SAID_VIRTUAL_PLAY,
    "Cases and appeals": incidents.SAID,
    "Tournaments": tournaments.SAID,
    "Forgetting a person": records.SAID_FORGETTING,
    "Badges and tablets": records.SAID,
    "Rulebooks and options": records.SAID_RULEBOOKS,
    "Word lists": challenges.SAID_WORD_LISTS,
    "Checkpoints and proofs": records.SAID_PROOFS,
    "Looking at a game": challenges.SAID_LOOKING,
}
"""What is said, by the title of its chapter."""

CATALOGUE: dict[str, Message] = {
    code: said for chapter in CHAPTERS.values() for code, said in chapter.items()
}
"""What is said, by code."""
