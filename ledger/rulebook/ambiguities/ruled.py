"""Gaps and contradictions of a book: which touch an entry, and how a ruling reads one."""

from __future__ import annotations

from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import Ambiguity, ambiguities, trap
from ledger.vocabulary.refusals import Refusal

# Which traps touch what is written down although a rulebook leaves a point of it open.


def touching(rules: Rulebook, *ids: str) -> tuple[str, ...]:
    """Those of the traps that this rulebook has, as remarks.

    >>> from ledger.rulebook import load
    >>> touching(load("wespa-4.0"), "TX-10", "T1-16")
    ('TX-10',)
    """
    return tuple(id_ for id_ in ids if trap(id_).cited(rules.id))


def must_be_a_trap(id_: str) -> None:
    if id_ and id_ not in ambiguities():
        raise refusal("unreadable-request/trap", name=id_)


def reading_ruled(id_: str, reading: str, another: str) -> str:
    """The words in which a ruling reads a trap.

    >>> reading_ruled("T4-20", "2", "") == trap("T4-20").readings[1].words
    True
    >>> reading_ruled("T4-20", "", "all but one are turned up")
    'all but one are turned up'

    Args:
      reading: the number of one of its readings, from 1, or its words.
      another: the director's own words, where none of them holds.
    """
    must_be_a_trap(id_)
    reading, another = reading.strip(), another.strip()
    if not id_:
        if reading or another:
            raise refusal("unreadable-request/reading-of-none")
        return ""
    found = trap(id_)
    if another and not reading:
        return another
    if found.settled and not reading:
        return ""
    if another or (chosen := _chosen(found, reading)) is None:
        raise _no_such_reading(found)
    return chosen


def _chosen(found: Ambiguity, reading: str) -> str | None:
    """The words of the reading meant; ``None`` where it is none of the trap's."""
    words = [each.words for each in found.readings]
    if reading.isdecimal():
        number = int(reading)
        return words[number - 1] if 1 <= number <= len(words) else None
    return reading if reading in words else None


def _no_such_reading(found: Ambiguity) -> Refusal:
    listed = "; ".join(f"({nth}) {each.words}" for nth, each in enumerate(found.readings, 1))
    return refusal("no-such-reading", sentence=found.sentence, listed=listed, trap=found.id)
