"""A table as it stood when something was reported, frozen into a case."""

from __future__ import annotations

from msgspec import Struct

from ledger.vocabulary import Clocks, GameState, Moment, Seat, Tiles, Totals


class Situation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the record knew of a table at one event, so that nobody has to type it.

    Attributes:
      version: of the event it was frozen after; what the table adds up to follows from it.
      moment: when that event happened, as the tablet had it; else when it was written.
      totals: the scores.
      clocks: seconds left, as they were last read; ``None``: nobody read them.
      bag: tiles in the bag, taking racks as refilled.
      racks: tiles on each rack, likewise.
      on_move: whose turn it was; ``None`` before the start and after the end.
      state: where the game stood.
      held: tiles that who made the last turn held before it, as far as the record has them.
    """

    version: int
    moment: Moment
    totals: Totals
    clocks: Clocks | None = None
    bag: int
    racks: tuple[int, int]
    on_move: Seat | None = None
    state: GameState = "playing"
    held: Tiles = Tiles("")
