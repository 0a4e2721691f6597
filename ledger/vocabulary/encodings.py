"""Encodings as files and people name them: whichever Python can read a text in."""

from __future__ import annotations

import codecs

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
