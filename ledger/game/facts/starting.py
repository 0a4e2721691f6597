"""The start of a game: the timer, the first tiles, whose first rack was drawn when."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.vocabulary import Clocks, Seat
from ledger.vocabulary.closed_lists import Equipment, TimerKind


class TimerChosen(Fact, frozen=True, kw_only=True, tag="timer-chosen"):
    """Which timer stands on the table. The kind decides where overtime begins.

    Attributes:
      kind: ``digital-down``, ``digital-up``, ``analogue``, ``smart-device``, ``sand`` or
        ``unknown``.
      label: what is written on it.
      owner: 1 or 2 for a timer that a player brought; 0 for the organiser's.
      settings: what both sides were set to and showed, if both players looked.
    """

    kind: TimerKind
    label: str = ""
    owner: int = 0
    settings: Clocks | None = None


class EquipmentNoted(Fact, frozen=True, kw_only=True, tag="equipment-noted"):
    """Which ``what`` (``tiles``, ``board``, ``rack``, ``bag``) is used; owner as with timers."""

    what: Equipment
    label: str = ""
    owner: int = 0


class RecordingAgreed(Fact, frozen=True, kw_only=True, tag="recording-agreed"):
    """Player 1 or 2 of the pairing agreed, or did not, to the moves being written down."""

    player: int
    agrees: bool


class ArrangementMade(Fact, frozen=True, kw_only=True, tag="arrangement-made"):
    """The director allowed player 1 or 2 another way of doing things, as ``what`` says."""

    player: int
    what: str


class StartTilesReturned(Fact, frozen=True, kw_only=True, tag="start-tiles-returned"):
    """Player 1 or 2 put the tiles of the starting draw back into the bag."""

    player: int
    shuffled: bool = False


class FirstTileDrawn(Fact, frozen=True, kw_only=True, tag="first-tile-drawn"):
    """The starter's first tile is out of the bag, or ``seen`` as well: two moments."""

    seen: bool


class FirstRackDrawn(Fact, frozen=True, kw_only=True, tag="first-rack-drawn"):
    """``seat`` drew its first seven tiles."""

    seat: Seat
