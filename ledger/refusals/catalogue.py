"""Every refusal by its code, chapter by chapter.

A code that is said in several wordings has an entry for each, and a name of the wording behind a
slash: ``unreadable-request/no-tile-spilled``. Tablets and tests see what stands before it.
"""

from __future__ import annotations

from ledger.refusals import (
    challenges_and_results,
    records,
    table,
    tournaments_and_cases,
    turns,
)
from ledger.refusals.saying import Message

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
    "Holds and draws during them": challenges_and_results.SAID_HOLDS,
    "Challenges": challenges_and_results.SAID,
    "Judging": challenges_and_results.SAID_JUDGING,
    "The clock": table.SAID_CLOCK,
    "Leaving the table": table.SAID_LEAVING,
    "A board upset": turns.SAID_UPSETS,
    "How a game ends": challenges_and_results.SAID_ENDINGS,
    "Scores and recounts": challenges_and_results.SAID_SCORES,
    "The result slip": challenges_and_results.SAID_RESULTS,
    "Calling the director": table.SAID_CALLS,
    "Keeping the record": table.SAID_KEEPING,
    "Games on a platform": table.SAID_VIRTUAL_PLAY,
    "Cases and appeals": tournaments_and_cases.SAID_CASES,
    "Tournaments": tournaments_and_cases.SAID,
    "Forgetting a person": records.SAID_FORGETTING,
    "Badges and tablets": records.SAID,
    "Rulebooks and options": records.SAID_RULEBOOKS,
    "Word lists": challenges_and_results.SAID_WORD_LISTS,
    "Checkpoints and proofs": records.SAID_PROOFS,
    "Looking at a game": challenges_and_results.SAID_LOOKING,
}
"""What is said, by the title of its chapter."""

CATALOGUE: dict[str, Message] = {
    code: said for chapter in CHAPTERS.values() for code, said in chapter.items()
}
"""What is said, by code."""
