"""The words of the game, as types, and times as a clock shows them. Decides nothing."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, NewType

from msgspec import Meta, Struct

Tiles = NewType("Tiles", str)
"""Tiles in the order written down: ``A``-``Z``, ``?`` for an undesignated blank, a tile of
several characters in brackets (``[CH]``). Empty means "not known"; an empty rack that *is*
known is ``NO_TILES``."""

NO_TILES = Tiles("-")
"""A rack known to be empty, where ``""`` would mean that nobody knows."""

WITHHELD = "withheld"
"""Stands where words must be and are not shown to whoever reads (``ledger.visibility``). Nothing
is said in its place."""

CONSOLE = "console"
"""The organiser's badge under which the command line itself writes."""

FIRST_DIRECTOR, COMMAND_LINE = "Tournament director", "Command line"
"""Names of badges that nobody typed: the first director's, and that of the command line."""

RACK_SIZE = 7
"""Tiles on a full rack; the same in all five rulebooks (their Standard Rules, nsa-1998 II.H)."""

Points = NewType("Points", int)
"""A score or a change of score, in points. May be negative."""

Seconds = NewType("Seconds", int)
"""A length of time, or what a player's clock shows as time left; negative in overtime."""

Moment = Annotated[datetime, Meta(tz=True)]
"""A point in time with its zone. What a device says without one says nothing, and is not read."""

IsoTime = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""A point in time as people's programs write it, ISO 8601 in UTC: for rows that are only shown."""

Totals = tuple[Points, Points]
"""Both players' points: the first seat's, then the second's."""

Clocks = tuple[Seconds, Seconds]
"""What both clocks show as time left, first seat then second, in seconds."""


class Seat(StrEnum):
    """Which player of the two: the one who plays first, or the other."""

    FIRST = "first"
    SECOND = "second"

    @property
    def opponent(self) -> Seat:
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST

    @property
    def place(self) -> int:
        """Where this seat stands in a pair: 0 for the first, 1 for the second."""
        return 0 if self is Seat.FIRST else 1


GameState = Literal[
    "scheduled", "playing", "on hold", "challenge", "played out", "over", "signed by one", "final",
    "amended", "forfeited", "incomplete", "void",
]  # fmt: skip
"""Where a game stands, in the words of the director's screen."""


class Boards(StrEnum):
    """What of a board is shown: as it is now, as it was, or nothing of it yet."""

    NOW = "now"
    LATE = "late"
    HIDDEN = "hidden"


class Placement(Struct, frozen=True, gc=False):
    """A word as it is written on a score sheet: ``8D WINDY``, ``E3 JAVE..N``.

    Attributes:
      square: start square, row first for a word across (``8D``), column first for a word
        down (``D8``).
      letters: letters in board order; lower case for a blank, ``.`` for a tile already on
        the board, a tile of several characters in brackets (``[CH]``, as a blank ``[ch]``).
    """

    square: str
    letters: str

    def __str__(self) -> str:
        return f"{self.square} {self.letters}"


class WordScore(Struct, frozen=True, gc=False):
    """A word formed by a play, as spelled on the board (blanks lower case), and its points."""

    word: str
    score: Points


class Role(StrEnum):
    SCOREKEEPER = "scorekeeper"
    WORD_JUDGE = "word-judge"
    DIRECTOR = "director"
    ORGANISER = "organiser"
    DISPLAY = "display"
    PLAYER = "player"
