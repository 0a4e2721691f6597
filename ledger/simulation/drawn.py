"""What the hand of a made-up player draws where a player signs: a wave, and a line under it."""

from __future__ import annotations

from hashlib import sha256
from math import sin
from uuid import UUID

from ledger.record.kept_words import KeptWords
from ledger.record.strokes import Strokes, kept_strokes
from ledger.vocabulary import Seat

A_HAND: Strokes = (
    tuple((8.0 * x, 40.0 + 24.0 * sin(x / 2.0) - 1.2 * x, 16.0 * x) for x in range(36)),
    ((20.0, 70.0, 700.0), (260.0, 58.0, 860.0)),
)
"""Strokes of nobody's."""


def drawn_by(game: UUID, seat: Seat, version: int) -> KeptWords:
    """What is kept of a signature given once ``version`` was written; each has a salt of its own.

    The same every time a game is made up, for no chance is in it.
    """
    return kept_strokes(A_HAND, sha256(f"{game} {seat} {version}".encode()).digest()[:16])
