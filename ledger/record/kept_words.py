"""People's words, which lie beside the log: strokes of a signature, statements, attachments."""

from __future__ import annotations

import zlib
from hashlib import sha256
from itertools import pairwise
from math import dist

import msgspec
from msgspec import Struct

from ledger.record.fact import SIGNING, Removed

# What happened to people's words, which lie beside the log under a salted digest.


class WordsRemoved(Removed, frozen=True, kw_only=True, tag="words-removed"):
    """The hand of a signature, or a photo of a slip, was removed; fields as in ``Removed``.

    On the stream of the game whose event names it; of a case it is ``CaseWordsRemoved``.
    """

    visibility = SIGNING.less("digest", "removed_by", "reason")


class KeptWords(Struct, frozen=True):
    """Someone's words and the salt that keeps a short sentence from being guessed.

    Attributes:
      salt: at least 16 random bytes, given in by who keeps the words.
    """

    salt: bytes
    content: bytes

    def __post_init__(self) -> None:
        if len(self.salt) < 16:
            msg = "The salt of kept words must be at least 16 random bytes."
            raise ValueError(msg)

    @property
    def digest(self) -> str:
        """SHA-256 of salt and words, in hex: what an event holds in their place."""
        return sha256(self.salt + self.content).hexdigest()


# The strokes of a signature as they are kept beside the log: points, compressed.
#
# Pressure is left out on purpose: it tells more about a hand than a slip needs to know.


Strokes = tuple[tuple[tuple[float, float, float], ...], ...]
"""For each stroke its points: x to the right, y down, milliseconds since the first touch.

Lengths are points of the screen, 96 to the inch (CSS), so that paper knows the size it was made in.
"""

LARGEST = 1_000_000  # bytes of points that are unpacked; a hand makes a few thousand

_DECODER = msgspec.json.Decoder(Strokes)


def kept_strokes(strokes: Strokes, salt: bytes) -> KeptWords:
    """Strokes as words to keep under a salted digest.

    >>> kept = kept_strokes((((0, 0, 0), (3.5, 1, 16)),), bytes(16))
    >>> strokes_in(kept.content)
    (((0.0, 0.0, 0.0), (3.5, 1.0, 16.0)),)
    """
    return KeptWords(salt, zlib.compress(msgspec.json.encode(strokes), 9))


def strokes_in(content: bytes) -> Strokes:
    """The strokes in kept words; none where they can't be read."""
    try:
        unpacker = zlib.decompressobj()
        return _DECODER.decode(unpacker.decompress(content, LARGEST))
    except (zlib.error, msgspec.MsgspecError, UnicodeDecodeError):
        return ()


def is_drawn(strokes: Strokes) -> bool:
    """Whether a hand drew it: a tap is no signature.

    >>> is_drawn((((0, 0, 0), (30, 40, 16), (60, 80, 30)),)), is_drawn((((5, 5, 0),),))
    (True, False)
    """
    return sum(_length(stroke) for stroke in strokes) >= SHORTEST


SHORTEST = 60  # points of the screen that a line has at least, as on the tablet


def _length(stroke: tuple[tuple[float, float, float], ...]) -> float:
    return sum(dist(one[:2], other[:2]) for one, other in pairwise(stroke))
