"""Whether what came out of a file is likely: a name is no number, no sum and no list item."""

from __future__ import annotations

import re

SUMS = frozenset({
    "total", "totals", "sum", "sums", "average", "count", "subtotal", "gesamt", "summe", "anzahl",
    "somme", "totale", "suma", "media", "moyenne",
})  # fmt: skip
"""What the last row of a spreadsheet is called, and no player."""

IN_A_LIST = re.compile(r"(?P<number>\d{1,4})\s*[.)]\s+(?P<rest>\S.*)")
"""``12. Ann Lee``, as a list in a letter has it."""

OF_A_LIST = re.compile(r"^[-–*•]\s|[,;:]$|\s[-–]$")
"""What a line of a list begins or ends with, and no name."""

RATED = re.compile(r"(?P<name>.*[^\W\d_][^\d]*?)[\s,]*[\s(\[,](?P<rating>\d{3,4})\s*[)\]]?")
"""``Ann Lee (1700)``, ``Ann Lee 1700`` or ``Ann Lee, 1700``."""


def unlikely_name(name: str) -> str:
    """Why nobody is likely called so, in words; empty where it may be a name.

    >>> unlikely_name("Ann Lee"), unlikely_name("6"), unlikely_name("Total")
    ('', '“6” has no letter in it.', '“Total” is likelier a sum than a player.')
    >>> unlikely_name("Ann Lee,"), unlikely_name("St. Ives, A."), unlikely_name("Lee-Ode")
    ('“Ann Lee,” has a sign of a list, no name.', '', '')
    """
    if not any(map(str.isalpha, name)):
        return f"“{name[:40]}” has no letter in it."
    if name.strip(" :.").casefold() in SUMS:
        return f"“{name[:40]}” is likelier a sum than a player."
    if OF_A_LIST.search(name.strip()) or IN_A_LIST.fullmatch(name.strip()):
        return f"“{name[:40]}” has a sign of a list, no name."
    return ""


def parted(line: str) -> tuple[str, str]:
    """The name and the rating of a line of a list, without the number it begins with.

    >>> parted("1. Ann Lee (1700)"), parted("Bo Quill")
    (('Ann Lee', '1700'), ('Bo Quill', ''))
    """
    numbered = IN_A_LIST.fullmatch(line)
    rest = numbered["rest"] if numbered else line
    rated = RATED.fullmatch(rest)
    return (rated["name"].strip(" ,"), rated["rating"]) if rated else (rest.strip(" ,"), "")


def is_in_a_list(line: str) -> bool:
    """Whether a line begins with its number, or has its rating in brackets."""
    return IN_A_LIST.fullmatch(line) is not None or line.rstrip().endswith((")", "]"))
