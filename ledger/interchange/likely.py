"""Lines of a list of players as people write it, parted into name and rating."""

from __future__ import annotations

import re

from ledger.vocabulary.likely_names import IN_A_LIST

RATED = re.compile(r"(?P<name>.*[^\W\d_][^\d]*?)[\s,]*[\s(\[,](?P<rating>\d{3,4})\s*[)\]]?")
"""``Ann Lee (1700)``, ``Ann Lee 1700`` or ``Ann Lee, 1700``."""


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
