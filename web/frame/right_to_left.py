"""What is read of a page: names from right to left kept together, and every minus a true one.

Without it a browser draws the square of a move in two pieces, one at each end of the name before
it. Each such stretch of a page's text stands between two signs that nobody sees, as Unicode has
them for this (UAX 9: first strong isolate, pop directional isolate). Words of the record that a
digest binds have a hyphen for a minus; they are shown with the sign of all other numbers.
Attributes, scripts, styles, commands, and what a form sends back stay as they are.
``js/frame/make.js`` does the same for what is written on a page later.
"""

from __future__ import annotations

import re

from flask import Response

from ledger.vocabulary.signs import as_read

ISOLATE, POP = "\u2068", "\u2069"

LETTERS = "\u0590-\u08ff"
"""Hebrew, Arabic, Syriac, Thaana, N'Ko: the scripts of names that run from right to left."""

BETWEEN = r"\s.'’\"\-"
"""What may stand within a name between two such letters; a comma or a dash ends it."""

STRETCH = re.compile(f"{ISOLATE}[^{POP}]*{POP}|[{LETTERS}](?:[{LETTERS}{BETWEEN}]*[{LETTERS}])?")

SOME = re.compile(rb"[\xd6-\xdf]|\xe0[\xa0-\xa3]|[\s(\[|:>\x93\xa0]-\d")
"""Whether there may be such letters, or such a hyphen, among the bytes of a page."""

PARTS = re.compile(
    r"(<(script|style|textarea|option|code|pre)\b.*?</\2\s*>|<!--.*?-->|<[^>]*>)",
    re.DOTALL | re.IGNORECASE,
)
"""What of a page is no text that is read, or is sent back: it keeps its letters as they are."""


def isolated(text: str) -> str:
    """A text in which each stretch from right to left keeps to itself; done once, however often.

    >>> isolated("רחל: 8D") == "\u2068רחל\u2069: 8D", isolated("Ann: 8D")
    (True, 'Ann: 8D')
    """
    return STRETCH.sub(_kept_together, text)


def _kept_together(found: re.Match[str]) -> str:
    stretch = found[0]
    return stretch if stretch.startswith(ISOLATE) else f"{ISOLATE}{stretch}{POP}"


def page_as_read(page: str) -> str:
    """A page of HTML with what is read of it isolated, and its minuses true ones."""
    parts = PARTS.split(page)
    parts[0::3] = [isolated(as_read(part)) for part in parts[0::3]]
    del parts[2::3]  # the names of elements, which the pattern looks for again
    return "".join(parts)


def as_it_reads(response: Response) -> Response:
    if response.mimetype != "text/html" or response.is_streamed or response.direct_passthrough:
        return response
    body = response.get_data()
    if SOME.search(body):
        response.set_data(page_as_read(body.decode("utf-8")))
    return response
