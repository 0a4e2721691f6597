"""A real game retold, for tests that need an empty bag (moves: jvc56/MAGPIE-DATA standard.gcg)."""

from __future__ import annotations

from ledger.game.turns.requests import PlaceTiles
from ledger.vocabulary import Placement, Seat

MOVES = """
8D JUNCO  44    I8 SWIPED  33    E7 Q.EYN  34     H12 FOUD  48    10H P.NOTAGE 67
11I .UMELO 37   12K AFTER  42    O7 MOZ.   45     15H .IVINELY 98 14M DAK      32
F7 I.TO   26    12A CARTS  38    N1 TRITIDE 78    6G rEVULSE. 63  1L WI.H      42
K2 HAGG.E 22    M3 LAX.R   47    A12 .ABA  24     B10 IN.NER  28  A4 AEROBIa   78
"""
TOTALS = (506, 420)


def turns():
    words = MOVES.split()
    for square, letters, score in zip(words[::3], words[1::3], words[2::3], strict=True):
        yield Placement(square, letters), int(score)


def play_to_the_end(table):
    """Play the whole game; the sheet with its play-out waiting to be accepted."""
    seat = Seat.FIRST
    for placement, score in turns():
        sheet = table.enter(PlaceTiles(seat=seat, placement=placement))
        assert sheet.lines[-1].score == score
        seat = seat.opponent
    assert sheet.totals == TOTALS
    return sheet
