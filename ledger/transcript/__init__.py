"""A game as lines of text that people can read, and back.

One line for each fact. A turn is a row of a score sheet; anything else is a phrase after a
dash. The names at the head stand for the seats, first seat first::

    Ann Lee / Ben Ode

      1 Ann  8D WINDY        +32   32   24:10 25:00   DINQWYZ
      2 Ben  7C GALE         +16   16
      3 Ann  4B TILTZ        +54   86
    - hold Ben
    - challenge Ben: TILTZ (self-adjudicated)
    - verdict unacceptable
      3 Ann  challenged off  -54   32
    - score of turn 2 corrected 16 -> 15: miscounted (both players)   32 : 15

Columns of a turn: number, who, move, points with their sign, that player's total, and where
they are known both clocks (first seat first), the rack before the turn in the order held,
and in brackets our own count. Totals are checked by the reader, line by line. Lines that
begin with ``#`` are for people only.

``phrases`` has the wording of every fact; a new kind of fact needs one line there.
"""

from __future__ import annotations

from ledger.transcript.document import read_transcript, view, write_transcript
from ledger.transcript.wording import Line, UnreadableTranscript

__all__ = ["Line", "UnreadableTranscript", "read_transcript", "view", "write_transcript"]
