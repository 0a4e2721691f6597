"""Every refusal by its code, chapter by chapter.

A code that is said in several wordings has an entry for each, and a name of the wording behind a
slash: ``unreadable-request/no-tile-spilled``. Tablets and tests see what stands before it.
"""

from __future__ import annotations

from ledger.refusals import (
    accounts,
    any_entry,
    arrivals,
    blanks,
    calls,
    challenges,
    clock,
    drawing,
    endings,
    exchanges,
    forgetting,
    holds,
    incidents,
    judging,
    keeping,
    leaving,
    looking,
    loose_tiles,
    placement,
    proofs,
    results,
    rulebooks,
    scores,
    setting_up,
    tournaments,
    turns,
    upsets,
    virtual_play,
    word_lists,
)
from ledger.refusals.said import Said

CHAPTERS: dict[str, dict[str, Said]] = {
    "Any entry of a game": any_entry.SAID,
    "Before the first tile": setting_up.SAID,
    "Late players": arrivals.SAID,
    "Plays and corrections": turns.SAID,
    "Drawing tiles": drawing.SAID,
    "Exchanges": exchanges.SAID,
    "Blanks": blanks.SAID,
    "Placement": placement.SAID,
    "Loose tiles": loose_tiles.SAID,
    "Holds and draws during them": holds.SAID,
    "Challenges": challenges.SAID,
    "Judging": judging.SAID,
    "The clock": clock.SAID,
    "Leaving the table": leaving.SAID,
    "A board upset": upsets.SAID,
    "How a game ends": endings.SAID,
    "Scores and recounts": scores.SAID,
    "The result slip": results.SAID,
    "Calling the director": calls.SAID,
    "Keeping the record": keeping.SAID,
    "Games on a platform": virtual_play.SAID,
    "Cases and appeals": incidents.SAID,
    "Tournaments": tournaments.SAID,
    "Forgetting a person": forgetting.SAID,
    "Badges and tablets": accounts.SAID,
    "Rulebooks and options": rulebooks.SAID,
    "Word lists": word_lists.SAID,
    "Checkpoints and proofs": proofs.SAID,
    "Looking at a game": looking.SAID,
}
"""What is said, by the title of its chapter."""

CATALOGUE: dict[str, Said] = {
    code: said for chapter in CHAPTERS.values() for code, said in chapter.items()
}
"""What is said, by code."""
