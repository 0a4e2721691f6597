"""Whether somebody is likely called so: a name is no number, no sum and no item of a list."""

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
