"""What was remarked on, in words: an ordinary remark, or a trap that awaits the director."""

from __future__ import annotations

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
