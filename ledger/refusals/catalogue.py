"""Every refusal by its code, chapter by chapter.

A code that is said in several wordings has an entry for each, and a name of the wording behind a
slash: ``unreadable-request/no-tile-spilled``. Tablets and tests see what stands before it.
"""

from __future__ import annotations

from ledger.refusals import games, halls
from ledger.refusals.saying import Message

CHAPTERS: dict[str, dict[str, Message]] = {
    "any-entry-of-a-game": games.SAID_ANY_ENTRY,
    "before-the-first-tile": games.SAID_TABLE,
    "late-players": games.SAID_ARRIVALS,
    "plays-and-corrections": games.SAID_TURNS,
    "drawing-tiles": games.SAID_DRAWING,
    "exchanges": games.SAID_EXCHANGES,
    "blanks": games.SAID_BLANKS,
    "placement": games.SAID_PLACEMENT,
    "loose-tiles": games.SAID_LOOSE_TILES,
    "holds-and-draws-during-them": games.SAID_HOLDS,
    "challenges": games.SAID_JUDGED,
    "judging": games.SAID_JUDGING,
    "the-clock": games.SAID_CLOCK,
    "leaving-the-table": games.SAID_LEAVING,
    "a-board-upset": games.SAID_UPSETS,
    "how-a-game-ends": games.SAID_ENDINGS,
    "scores-and-recounts": games.SAID_SCORES,
    "the-result-slip": games.SAID_RESULTS,
    "calling-the-director": games.SAID_CALLS,
    "keeping-the-record": games.SAID_KEEPING,
    "games-on-a-platform": games.SAID_VIRTUAL_PLAY,
    "cases-and-appeals": halls.SAID_CASES,
    "tournaments": halls.SAID_TOURNAMENTS,
    "forgetting-a-person": halls.SAID_FORGETTING,
    "badges-and-tablets": halls.SAID_RECORDS,
    "rulebooks-and-options": halls.SAID_RULEBOOKS,
    "word-lists": games.SAID_WORD_LISTS,
    "checkpoints-and-proofs": halls.SAID_PROOFS,
    "looking-at-a-game": games.SAID_LOOKING,
}
"""What may be refused, by chapter; the title of a chapter is ``refusals.chapters`` and its name."""

CATALOGUE: dict[str, Message] = {
    code: said for chapter in CHAPTERS.values() for code, said in chapter.items()
}
"""What may be refused, by code."""
