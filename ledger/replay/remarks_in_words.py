"""What was remarked on, in words: an ordinary remark, or a trap that awaits the director."""

from __future__ import annotations

from ledger.game.sheet import Sheet
from ledger.game.sheet.left_open import left_open
from ledger.record.events import Event
from ledger.rulebook.gaps import traps
from ledger.vocabulary import remarks


def words_of(code: str) -> str:
    """A remark in words: one of ``remarks.WORDS``, or the sentence of the trap with that id.

    >>> words_of("misses-centre")
    'The first play misses the centre square; it stands unless challenged.'
    """
    if code in remarks.WORDS:
        return remarks.WORDS[code]
    found = traps().get(code)
    if found is None:
        return code
    return found.sentence if found.settled else f"{found.sentence} The director decides."


def words_at(sheet: Sheet, event: Event, code: str) -> str:
    """A remark on this event in words: what is left to the director is named."""
    left = left_open(sheet, event) if code == remarks.DIRECTOR_TO_CONFIRM else None
    if left is None:
        return words_of(code)
    return f"The rulebook leaves to the director {left.point}; the director should confirm it."
