"""Names that run from right to left, kept together in sentences that run the other way.

Without it a browser draws the square of a move in two pieces, one at each end of the name before
it. Each such stretch of a page's text stands between two signs that nobody sees, as Unicode has
them for this (UAX 9: first strong isolate, pop directional isolate). Attributes, scripts, styles,
and what a form sends back stay as they are. ``js/frame/make.js`` does the same for what is
written on a page later.
"""

from __future__ import annotations

import re

from flask import Response

ISOLATE, POP = "\u2068", "\u2069"

LETTERS = "\u0590-\u08ff"
"""Hebrew, Arabic, Syriac, Thaana, N'Ko: the scripts of names that run from right to left."""

BETWEEN = r"\s.'’\"\-"
"""What may stand within a name between two such letters; a comma or a dash ends it."""

STRETCH = re.compile(f"{ISOLATE}[^{POP}]*{POP}|[{LETTERS}](?:[{LETTERS}{BETWEEN}]*[{LETTERS}])?")

SOME = re.compile(rb"[\xd6-\xdf]|\xe0[\xa0-\xa3]")
"""Whether there may be such letters among the bytes of a page."""

PARTS = re.compile(
    r"(<(script|style|textarea|option)\b.*?</\2\s*>|<!--.*?-->|<[^>]*>)",
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


def isolated_page(page: str) -> str:
    """A page of HTML with what is read of it isolated."""
    parts = PARTS.split(page)
    parts[0::3] = map(isolated, parts[0::3])
    del parts[2::3]  # the names of elements, which the pattern looks for again
    return "".join(parts)


def as_it_reads(response: Response) -> Response:
    """An answer that is a page, with its names kept together."""
    if response.mimetype != "text/html" or response.is_streamed or response.direct_passthrough:
        return response
    body = response.get_data()
    if SOME.search(body):
        response.set_data(isolated_page(body.decode("utf-8")))
    return response
