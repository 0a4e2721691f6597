"""The hash chain: a link for every stored event, and a check sum for every stored column.

A link depends on all events before it, so a change anywhere shows. It can't say what was
changed, so a CRC-32 of each column is kept beside it: the link proves, the CRC names.
"""

from __future__ import annotations

import hashlib
from struct import Struct
from zlib import crc32

START_OF_CHAIN = bytes(32)
"""What the first event's link is worked out from."""

EVENT_COLUMNS = ("originator_id", "originator_version", "topic", "state")
"""The columns of a stored event, in the order in which link and check sums take them."""

_FOUR_SUMS = Struct(">4I").pack


def link(previous: bytes, stream: str, version: int, topic: str, state: bytes) -> bytes:
    """The link of an event: SHA-256 over the link before it and every stored field.

    Each field goes in behind its length, so that no two different events can be written as
    the same bytes.

    Args:
      previous: link of the event before it in the log, ``START_OF_CHAIN`` for the first.
      stream: the stream's id as 32 hexadecimal digits, as SQLite stores it.
    """
    columns = (stream.encode(), b"%d" % version, topic.encode(), state)
    behind_their_lengths = [len(one).to_bytes(4, "big") + one for one in columns]
    return hashlib.sha256(previous + b"".join(behind_their_lengths)).digest()


def behind_its_length(field: bytes) -> bytes:
    """``field`` after its length in four bytes, the highest first."""
    return len(field).to_bytes(4, "big") + field


def event_check_sums(stream: str, version: int, topic: str, state: bytes) -> bytes:
    """The CRC-32 of each of ``EVENT_COLUMNS``, four bytes each, the highest first.

    >>> event_check_sums("00000000000000000000000000000001", 5, "turn-passed", b"{}").hex()
    'd7f5a24684b12bae525a6f23a3a6bf43'
    """
    return _FOUR_SUMS(
        crc32(stream.encode()), crc32(b"%d" % version), crc32(topic.encode()), crc32(state)
    )
