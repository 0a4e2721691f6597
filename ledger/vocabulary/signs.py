"""Signs in text: marks of ours, encodings of files."""

from __future__ import annotations

import codecs
import re

MINUS = "\N{MINUS SIGN}"

UNSEEN = "\N{WORD JOINER}"
"""Stands before a minus in words that paper may bind, where a hyphen was bound: nobody sees it."""

_BEFORE = r"(?:^|(?<=[\s(\[|:–\u00a0]))"
_A_SIGN = re.compile(rf"{_BEFORE}[-–](?=\d)")
"""What stands for a minus: before a digit, behind nothing that a range or a date would end with."""

_A_HYPHEN = re.compile(rf"{_BEFORE}-(?=\d)")


def signed(points: int) -> str:
    """A change, with its sign.

    >>> signed(32), signed(-54), signed(0)
    ('+32', '−54', '0')
    """
    return f"+{points}" if points > 0 else whole(points)


def always_signed(points: int) -> str:
    """The same, and no change at all has its plus.

    >>> always_signed(0), always_signed(-50)
    ('+0', '−50')
    """
    return f"{points:+d}".replace("-", MINUS)


def whole(number: int | str) -> str:
    """A number that may be less than nothing.

    >>> whole(32), whole(-54)
    ('32', '−54')
    """
    return str(number).replace("-", MINUS)


def score(first: int | str, second: int | str) -> str:
    """The scores of a game, or wins and losses as they are written: a dash and no spaces.

    >>> score(392, 299), score(28, -11), score("2½", "½")
    ('392–299', '28–−11', '2½–½')
    """
    return f"{whole(first)}–{whole(second)}"


def table_name(division: str, table: object) -> str:
    """What a table is called, in rows; ``Table`` stands before it in headings and sentences.

    >>> table_name("A", 12), table_name("", 12)
    ('A 12', '12')
    """
    return f"{division} {table}" if division else str(table)


def true_minus(text: str) -> str:
    """Words that hold numbers, each minus a true one. Ranges, dates and names stay as they are.

    >>> true_minus("Ann -5, was –10 (387–-3), 2026-11-27, R1-3, room 4–5, T-1")
    'Ann −5, was −10 (387–−3), 2026-11-27, R1-3, room 4–5, T-1'
    """
    return _A_SIGN.sub(MINUS, text) if "-" in text or "–" in text else text


def as_read(text: str) -> str:
    """Words as they are shown, each hyphen that stands for a minus a true one.

    A dash stays: a range or a pair of scores may go on with one where a piece begins.
    ``js/frame/make.js`` does the same; ``tests/web/test_plays_and_signs.py`` holds them together.

    >>> as_read("28 : -11 (was -10), 2026-11-27"), as_read("–299")
    ('28 : −11 (was −10), 2026-11-27', '–299')
    """
    return _A_HYPHEN.sub(MINUS, text) if "-" in text else text


def marked(text: str) -> str:
    """The same for words of the record that codes of paper bind as they were: with a hyphen.

    >>> marked("+12 and -12") == f"+12 and {UNSEEN}{MINUS}12"
    True
    """
    return _A_SIGN.sub(_marked, text) if "-" in text else text


def _marked(sign: re.Match[str]) -> str:
    return f"{UNSEEN}{MINUS}" if sign[0] == "-" else sign[0]


def with_hyphens(text: str) -> str:
    """Words that were ``marked``, as codes of paper bind them.

    >>> with_hyphens(marked("Ann -5, was –10"))
    'Ann -5, was –10'
    """
    return text.replace(f"{UNSEEN}{MINUS}", "-") if UNSEEN in text else text


# Encodings as files and people name them: whichever Python can read a text in.


ESCAPES = frozenset(
    {"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"}
)
"""Ways of Python's to write characters as others, by its own names; no file is in one of them."""

PLAIN = "#abcXYZ019-,;:\r\n"
"""Characters that have the same bytes in every encoding that a text file of ours can be in."""


def text_codec(name: str) -> str:
    """What Python calls an encoding; ``""`` for none, or none that could be a text file's.

    >>> text_codec("windows-1250"), text_codec("Latin2"), text_codec("hex"), text_codec("cp037")
    ('cp1250', 'iso8859-2', '', '')
    """
    try:
        codec = codecs.lookup(name)
        plain = codec.name not in ESCAPES and PLAIN.encode(codec.name) == PLAIN.encode("ascii")
    except (LookupError, UnicodeError, ValueError):
        return ""
    return codec.name if plain else ""
