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
from ledger.refusals import (
    challenges as holds,
)
from ledger.refusals import (
    challenges as judging,
)
from ledger.refusals import (
    challenges as looking,
)
from ledger.refusals import (
    challenges as word_lists,
)
from ledger.refusals import (
    results as endings,
)
from ledger.refusals import (
    results as scores,
)
from ledger.refusals import (
    turns as any_entry,
)
from ledger.refusals import (
    turns as blanks,
)
from ledger.refusals import (
    turns as drawing,
)
from ledger.refusals import (
    turns as exchanges,
)
from ledger.refusals import (
    turns as loose_tiles,
)
from ledger.refusals import (
    turns as placement,
)
from ledger.refusals import (
    turns as upsets,
)
from ledger.refusals.said import Said

CHAPTERS: dict[str, dict[str, Said]] = {
    "Any entry of a game": any_entry.SAID_ANY_ENTRY,
    "Before the first tile": table.SAID,
    "Late players": table.SAID_ARRIVALS,
    "Plays and corrections": turns.SAID,
    "Drawing tiles": drawing.SAID_DRAWING,
    "Exchanges": exchanges.SAID_EXCHANGES,
    "Blanks": blanks.SAID_BLANKS,
    "Placement": placement.SAID_PLACEMENT,
    "Loose tiles": loose_tiles.SAID_LOOSE_TILES,
    "Holds and draws during them": holds.SAID_HOLDS,
    "Challenges": challenges.SAID,
    "Judging": judging.SAID_JUDGING,
    "The clock": table.SAID_CLOCK,
    "Leaving the table": table.SAID_LEAVING,
    "A board upset": upsets.SAID_UPSETS,
    "How a game ends": endings.SAID_ENDINGS,
    "Scores and recounts": scores.SAID_SCORES,
    "The result slip": results.SAID,
    "Calling the director": table.SAID_CALLS,
    "Keeping the record": table.SAID_KEEPING,
    "Games on a platform": table.SAID_VIRTUAL_PLAY,
    "Cases and appeals": incidents.SAID,
    "Tournaments": tournaments.SAID,
    "Forgetting a person": records.SAID_FORGETTING,
    "Badges and tablets": records.SAID,
    "Rulebooks and options": records.SAID_RULEBOOKS,
    "Word lists": word_lists.SAID_WORD_LISTS,
    "Checkpoints and proofs": records.SAID_PROOFS,
    "Looking at a game": looking.SAID_LOOKING,
}
"""What is said, by the title of its chapter."""

CATALOGUE: dict[str, Said] = {
    code: said for chapter in CHAPTERS.values() for code, said in chapter.items()
}
"""What is said, by code."""
