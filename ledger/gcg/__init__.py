"""GCG, the text format in which word-game players keep and exchange recorded games.

Read a file with ``read_gcg``, play it through with ``follow``, do both with ``check``, write one
with ``write_gcg``.
"""

from __future__ import annotations

from ledger.gcg.following import Followed, FollowedEvent, follow
from ledger.gcg.importing import Move, facts_of, first_mover, moves_of, source_digest
from ledger.gcg.reading import read_gcg
from ledger.gcg.record import ODDITIES, GcgEvent, GcgRecord, Held, Kind, Oddity, Player, Pragma
from ledger.gcg.writing import Check, check, write_gcg

__all__ = [
    "ODDITIES",
    "Check",
    "Followed",
    "FollowedEvent",
    "GcgEvent",
    "GcgRecord",
    "Held",
    "Kind",
    "Move",
    "Oddity",
    "Player",
    "Pragma",
    "check",
    "facts_of",
    "first_mover",
    "follow",
    "moves_of",
    "read_gcg",
    "source_digest",
    "write_gcg",
]
