"""The check code, by which eyes tie a sheet of paper to the record."""

from __future__ import annotations

import base64

LINK_BYTES = 32


def check_code(link: bytes) -> str:
    """Ten letters of a link of the chain: 50 bits, enough that nobody finds a second record.

    Base 32 has no 0, 1, 8 or 9, so that no letter is taken for a digit.

    >>> check_code(bytes(range(32)))
    'aaaqeayeau'

    Raises:
      ValueError: the link is not 32 bytes long.
    """
    if len(link) != LINK_BYTES:
        raise ValueError(f"a chain link has {LINK_BYTES} bytes, this one {len(link)}")
    return base64.b32encode(link)[:10].decode("ascii").lower()
