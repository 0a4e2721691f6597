"""Holds, and new tiles drawn while a play could still come off the board, and where they went."""

from __future__ import annotations

from ledger.game.facts.since import SINCE, SinceTheTurn
from ledger.record.fact import BOARD, HANDS, Fact
from ledger.vocabulary import Seat, Seconds
from ledger.vocabulary.closed_lists import FlashGround


class HoldCalled(SinceTheTurn, frozen=True, kw_only=True, tag="hold-called"):
    """``seat`` asked for time to think about challenging the play just made."""

    visibility = BOARD.less(*SINCE)

    seat: Seat


class HoldReleased(Fact, frozen=True, kw_only=True, tag="hold-released"):
    """``seat`` accepted the play it had put on hold."""

    visibility = BOARD

    seat: Seat


class CourtesyDraw(Fact, frozen=True, kw_only=True, tag="courtesy-draw"):
    """``seat``, whose play is on hold, drew tiles to be kept apart.

    Attributes:
      drawn: how many.
      after: seconds since the turn was completed; ``None``: not known.
      held_for: seconds since hold was called, where the book counts from there.
      looked: whether the drawer saw them.
      racked: whether one touched the rack.
      mixed: whether one was mixed with the old tiles.
    """

    visibility = HANDS

    seat: Seat
    drawn: int
    after: Seconds | None = None
    looked: bool | None = None
    racked: bool | None = None
    mixed: bool | None = None
    held_for: Seconds | None = None


class CourtesyTilesMixed(Fact, frozen=True, kw_only=True, tag="courtesy-tiles-mixed"):
    """Courtesy tiles of ``seat`` touched the rack; ``mixed``: nobody can tell them any more."""

    visibility = HANDS

    seat: Seat
    mixed: bool


class FlashDraw(Fact, frozen=True, kw_only=True, tag="flash-draw"):
    """``seat`` drew before the opponent could fairly answer the play.

    Attributes:
      ground: ``drew-before-recording``, ``wrote-before-playing`` or ``drew-too-quickly``.
      drawn: tiles drawn.
      racked: whether one of them touched the rack.
      mixed: whether one was mixed with the old tiles.
      deliberate: whether the director found it was meant; ``None``: not judged.
    """

    visibility = HANDS

    seat: Seat
    ground: FlashGround
    drawn: int
    racked: bool | None = None
    mixed: bool | None = None
    deliberate: bool | None = None


class DrawnThenChallengedOff(Fact, frozen=True, kw_only=True, tag="drawn-then-challenged-off"):
    """``seat`` had drawn new tiles when the play came off the board.

    Attributes:
      how: ``courtesy``, ``flash``, ``irregular`` (a turn out of order) or ``ordinary``.
      drawn: how many new tiles.
      held: tiles on the rack with the play taken back, the new ones left out; ``None``: not
        known.
      racked: whether a new tile touched the rack.
      mixed: whether one was mixed with the old tiles.
      looked: whether the drawer saw them.
    """

    visibility = HANDS

    seat: Seat
    how: str
    drawn: int
    held: int | None = None
    racked: bool | None = None
    mixed: bool | None = None
    looked: bool | None = None


class NewTilesReturned(Fact, frozen=True, kw_only=True, tag="new-tiles-returned"):
    """``seat`` has put ``returned`` tiles back; ``seen``: the opponent was shown them."""

    visibility = HANDS

    seat: Seat
    returned: int
    seen: bool
