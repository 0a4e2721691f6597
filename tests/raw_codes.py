"""What stands for something in requests, addresses and files, and is not what people read."""

from __future__ import annotations

import re
from typing import get_args

from ledger.messages import family
from ledger.rulebook import NAMES, OPTIONS
from ledger.tournament.draw.systems import DRAWS, SYSTEMS
from ledger.vocabulary.closed_lists import LISTS

ENGLISH = {
    "hand-in": "the moment a result is handed in",
    "flash-draw": "a draw before the opponent could answer, as players call it",
    "five-then-ten": "5 points the first time, then 10",
}
"""Words of a list that are words of people too, and what they mean."""

CITED = r"(?!\s+(?:App|Preamble|Part|G?\d|[IVXL]+\b|[A-Z]\b))"
"""A book's id with the number of a rule behind it is how rules are cited everywhere."""


def raw_codes(*slugs: str) -> re.Pattern[str]:
    """What finds a code with a hyphen: of a closed list, an option, a draw, a book, a tournament.

    A tournament's own is none within an address, where a slash stands before it.
    """
    words = {word for of in LISTS for word in get_args(of)}
    values = {name.rpartition(".")[2] for name in family("options.value.")}
    words |= {*OPTIONS, *SYSTEMS, *DRAWS, *values}
    listed = sorted({word for word in words if "-" in word} - ENGLISH.keys())
    either = "|".join(map(re.escape, (*listed, *slugs)))
    books = "|".join(map(re.escape, NAMES))
    return re.compile(
        rf"(?<![\w/.-])(?:(?:{either})(?![\w-])|(?<!cited as )(?:{books})(?![\w-]){CITED})"
    )
