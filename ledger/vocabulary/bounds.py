"""Numbers, counts and times in the one way in which they are written, within bounds."""

from __future__ import annotations

from itertools import repeat

from msgspec import Struct

from ledger.messages.written import grouped
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import true_minus

# Wins and losses, which are counted in halves because a tie is half a win.


def halves(number: int) -> str:
    """Wins that are counted in halves.

    >>> halves(6), halves(5), halves(1), halves(0)
    ('3', '2½', '½', '0')
    """
    whole, half = divmod(number, 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


# How many of something, in words.


def some(number: int, what: str) -> str:
    """How many, and of what.

    >>> some(1, "event"), some(2, "event")
    ('1 event', '2 events')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


# A time as a clock shows it: the one way in which it is written.


def minutes(seconds: int) -> str:
    """A time as minutes and seconds.

    >>> minutes(1450), minutes(-35)
    ('24:10', '-0:35')
    """
    sign = "-" if seconds < 0 else ""
    return f"{sign}{abs(seconds) // 60}:{abs(seconds) % 60:02d}"


def shown(seconds: int) -> str:
    """A time as people read it, with a true minus once the clock has run out.

    >>> shown(1450), shown(-35)
    ('24:10', '−0:35')
    """
    return true_minus(minutes(seconds))


MOST = 1_000_000
"""Points, seconds, tiles and versions stay below it by far; every read model can hold it."""

LONGEST_TEXT = 2_000
"""Characters of what people write beside an entry: a reason, a recollection, what was seen. It
is told on every screen of the table. What is longer is a statement, kept beside the log."""

LONGEST_REASON = 200  # characters of a reason that stands on one line


def validate_bounds(*told: object) -> None:
    """Refuse a slip of the finger that no total could hold, and words that no sheet could.

    >>> validate_bounds(("T1", 32), -35)
    """
    waiting: list[object] = [*told]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            if len(each) > LONGEST_TEXT:
                must_be_short(each)
        elif isinstance(each, int):
            if not -MOST <= each <= MOST:
                raise Refusal.of("unreadable-request/beyond-a-million")
        elif isinstance(each, tuple):
            waiting += each
        elif isinstance(each, Struct):
            waiting += map(getattr, repeat(each), each.__struct_fields__)


def must_be_short(text: str, longest: int = LONGEST_TEXT) -> None:
    if len(text) > longest:
        raise Refusal.of("too-long/text", length=grouped(len(text)), longest=grouped(longest))
