"""The parts of an event line: numbers, squares, racks and words, with their usual slips."""

from __future__ import annotations

import re

from ledger.equipment.board import COLUMNS
from ledger.gcg.oddities import Oddity

SQUARES = {
    written: name
    for column in COLUMNS
    for row in range(1, 27)
    for name in (f"{row}{column}", f"{column}{row}")
    for written in (name, name.lower())
}
"""Every way to write a square, in either case, and its name. Most boards have fewer."""

PLAIN_RACK = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ?")
PLAIN_WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.")

LONGEST_NUMBER = 6
"""No score has more digits."""

PROSE = re.compile(r"\(([^()]{1,40})\)")


def turned_round(square: str) -> str:
    """A square of a board with lettered rows as one of a board with lettered columns.

    What comes first is the row of a word across, the column of a word down: that stays.

    >>> turned_round("H4"), turned_round("4H"), turned_round("")
    ('8D', 'D8', '')
    """
    if not square:
        return ""
    if square[0].isdigit():
        return f"{COLUMNS[int(square[:-1]) - 1]}{COLUMNS.index(square[-1]) + 1}"
    return f"{COLUMNS.index(square[0]) + 1}{COLUMNS[int(square[1:]) - 1]}"


def number(token: str) -> int | None:
    """A score or total: ``+24``, ``-24``, ``24``; also ``+-8``, which one program writes.

    >>> number("+24"), number("+-8"), number("-6"), number("7th")
    (24, -8, -6, None)
    """
    digits = token.lstrip("+-\u2212")
    if not digits.isdecimal() or len(digits) > LONGEST_NUMBER:
        return None
    signs = token[: -len(digits)]
    if len(signs) > 2:
        return None
    return -int(digits) if "-" in signs or "\u2212" in signs else int(digits)


def odd_number(token: str) -> bool:
    """Whether a signed number has two signs, or a minus that is not a hyphen."""
    return token[0] == "\u2212" or token[1] in "+-\u2212"


def tidy_rack(rack: str, line: int, noted: list[Oddity]) -> str:
    """A rack as the format wants it: upper case, ``?`` for blanks, only what is known."""
    if PLAIN_RACK.issuperset(rack):
        if rack != "UNKNOWN":
            return rack
        noted.append(Oddity(line, "rack-unknown-word", "UNKNOWN stands for a rack nobody knows."))
        return ""
    if "_" in rack:
        noted.append(
            Oddity(line, "rack-unknown-tile", f"Tiles of the rack {rack[:20]} are not known.")
        )
        rack = rack.replace("_", "")
    if "." in rack:
        noted.append(Oddity(line, "rack-dot", "A dot on a rack was read as a blank."))
        rack = rack.replace(".", "?")
    if rack.upper() != rack:
        noted.append(Oddity(line, "rack-lower-case", f"The rack {rack[:20]} has lower case."))
        if rack.lower() == rack and "[" not in rack:
            rack = rack.upper()
        else:
            rack = "".join(["?" if letter.upper() != letter else letter for letter in rack])
    if rack[:1] in ("-", "(") or rack in SQUARES or rack == "UNKNOWN":
        noted.append(Oddity(line, "rack-not-tiles", f"{rack[:20]} is no rack; left unknown."))
        return ""
    return rack


def tidy_word(word: str, line: int, noted: list[Oddity]) -> str:
    """A word as the format wants it, without the marks that belong to prose."""
    if PLAIN_WORD.issuperset(word):
        return word
    if "(" in word and ")" in word:
        noted.append(
            Oddity(line, "prose-brackets", f"{word[:40]}: what is in brackets was played through.")
        )
        while (dotted := PROSE.sub(lambda found: "." * len(found[1]), word)) != word:
            word = dotted
    bare = word.rstrip("*!#")
    if bare != word:
        noted.append(Oddity(line, "word-marked", f"The mark after {bare[:40]} was left out."))
    return bare
