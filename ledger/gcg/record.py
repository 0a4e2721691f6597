"""What a GCG file says, line by line, before anything is worked out.

A record can be read from a file or built from a game of the ledger; ``writing.write_gcg`` writes
either. Points and totals are what the file says, right or wrong, and ``None`` where it is silent.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from ledger.gcg.oddities import Oddity


class Kind(StrEnum):
    """What a line beginning with ``>`` tells."""

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"
    WITHDRAWN = "withdrawn"
    CHALLENGE = "challenge"
    LEFT = "left"
    TIME = "time"


TURNS = frozenset({Kind.PLAY, Kind.EXCHANGE, Kind.PASS})
"""What ends a player's turn. A withdrawal and a bonus belong to the play before them."""


class Player(Struct, frozen=True):
    """A player: the nickname that events refer to, without white space, and the full name."""

    nick: str
    name: str


class Pragma(Struct, frozen=True):
    """A line ``#keyword text`` that is kept as it is; ``line`` is its number, 0 if not read."""

    keyword: str
    text: str
    line: int = 0


class Held(Struct, frozen=True):
    """What a player holds when the record stops: ``#rack1``, ``#rack2``.

    Attributes:
      player: index into ``GcgRecord.players``.
    """

    player: int
    tiles: str
    line: int = 0


class GcgEvent(Struct, frozen=True):
    """A line of the game.

    Attributes:
      player: index into ``GcgRecord.players``.
      rack: tiles held before the event, as far as they are written; ``""`` for not known.
      square: start square of a play, in upper case.
      letters: the word of a play; the tiles of an exchange, empty where only their number is
        known; the tiles left at the end (``Kind.LEFT``).
      count: how many tiles an exchange put back, 0 for other kinds.
      score: points of this line, ``None`` where they are not written.
      total: the player's total after it, ``None`` where it is not written.
      comment: what follows the total on the same line.
      notes: the lines of the notes on this event.
      line: number of the line in the file, counted from 1; 0 if not read from one.
    """

    kind: Kind
    player: int
    rack: str = ""
    square: str = ""
    letters: str = ""
    count: int = 0
    score: int | None = None
    total: int | None = None
    comment: str = ""
    notes: tuple[str, ...] = ()
    line: int = 0


class GcgRecord(Struct, frozen=True, kw_only=True):
    """A GCG file, understood as far as it can be.

    Attributes:
      players: in the order of their numbers; the player of the first event moves first.
      pragmas: title, lexicon and whatever else is declared, in the order of the file.
      notes: the lines of notes before the first event.
      held: ``#rack1`` and ``#rack2``.
      incomplete: what stands after ``#incomplete``, ``None`` where there is no such line.
      readable: whether this is the record of a game between two players. Where it is not, an
        oddity says why.
      encoding: the character encoding the file was read in.
      oddities: everything that is not as the format wants it, in the order of the lines.
    """

    players: tuple[Player, ...]
    events: tuple[GcgEvent, ...] = ()
    pragmas: tuple[Pragma, ...] = ()
    notes: tuple[str, ...] = ()
    held: tuple[Held, ...] = ()
    incomplete: str | None = None
    readable: bool = True
    encoding: str = "UTF-8"
    oddities: tuple[Oddity, ...] = ()

    def told(self, keyword: str) -> str:
        """What the first pragma of that name says, ``""`` without one."""
        for pragma in self.pragmas:
            if pragma.keyword == keyword:
                return pragma.text
        return ""

    def bare(self) -> GcgRecord:
        """The record without what depends on the file: line numbers, encoding, oddities.

        Whether it was readable goes, too: lines that could not be understood are notes here.
        """
        return replace(
            self,
            events=tuple(replace(event, line=0) for event in self.events),
            pragmas=tuple(replace(pragma, line=0) for pragma in self.pragmas),
            held=tuple(replace(held, line=0) for held in self.held),
            readable=True,
            encoding="",
            oddities=(),
        )
