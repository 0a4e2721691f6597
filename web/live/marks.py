"""Where a stream stands: a position of the log, with the era it is of where that is not the first.

After a restore, positions of the era before mean something else; so a browser that comes back with
one of them is told to begin again.
"""

from __future__ import annotations

ANOTHER_ERA = 2**62
"""A position beyond all others: what lies behind it can't be told any more, as of a mark that was
never given out."""


def marked(era: str, position: int) -> str:
    """The mark of a position, as it stands in a stream's id.

    >>> marked("", 1200), marked("3f2a90c1", 1200)
    ('1200', '3f2a90c1.1200')
    """
    return f"{era}.{position}" if era else str(position)


def position_of(mark: str, era: str) -> int:
    """The position that a mark stands for; beyond all others where it can't be read.

    Zero is the beginning in every era.

    >>> position_of("1200", ""), position_of("12oo", "") == 2**62
    (1200, True)
    >>> position_of("1200", "3f2a90c1") == 2**62
    True
    """
    of, _, number = mark.rpartition(".")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return ANOTHER_ERA
    return int(number) if of == era or not int(number) else ANOTHER_ERA
