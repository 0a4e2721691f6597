"""Tiles that are not where they should be: spilled, found late, missing, too many in the set.

``racks`` are the numbers of tiles on both racks once the fact had happened, as in
``ledger.game.drawing.facts``.
"""

from __future__ import annotations

from ledger.record.fact import BOARD, HANDS, Fact
from ledger.vocabulary import Seat, Tiles
from ledger.vocabulary.closed_lists import FoundWhere, SpillPhase


class TilesSpilled(Fact, frozen=True, kw_only=True, tag="tiles-spilled"):
    """Tiles fell out of the bag.

    Attributes:
      phase: ``drawing`` (up to and with the refill), ``after-refill`` or ``not-drawing``.
      remedy: ``overdraw``, ``found``, ``choice`` (of those face up and some of the rack),
        ``none`` or ``director``.
      face_up: tiles face up to choose from; ``given``: of these, to the spiller.
      declined: the other player declined the overdraw procedure, and the director agreed.
    """

    visibility = HANDS.less("declined")

    seat: Seat
    count: int
    phase: SpillPhase
    bag: int
    remedy: str
    face_up: int = 0
    given: int = 0
    declined: bool = False


class SpillSettled(Fact, frozen=True, kw_only=True, tag="spill-settled"):
    """The other player gave the spiller tiles of those face up; the rest went into the bag."""

    visibility = HANDS

    seat: Seat
    given: int
    returned: int
    racks: tuple[int, int]


class TilesFound(Fact, frozen=True, kw_only=True, tag="tiles-found"):
    """Tiles were found where none should be.

    Attributes:
      where: ``outside`` the bag, or ``bag`` (one that was thought to be empty).
      remedy: ``restore`` (racks and draws), ``not-added`` (they stay out of the game), or
        ``director``.
      to_count: of these, how many the record counted as missing.
    """

    visibility = HANDS.less("by")

    where: FoundWhere
    count: int
    tiles: Tiles
    by: str
    remedy: str
    to_count: int = 0


class FoundTileChecked(Fact, frozen=True, kw_only=True, tag="found-tile-checked"):
    """Both players agreed whether the tile found had come off the board, and from where."""

    visibility = HANDS

    from_board: bool
    square: str = ""


class RacksRestored(Fact, frozen=True, kw_only=True, tag="racks-restored"):
    """Tiles that players thought they were done with stand on their racks again.

    ``resumed``: both racks are full, so that play goes on without a draw.
    """

    visibility = HANDS

    racks: tuple[int, int]
    resumed: bool = False


class EntitledPlayer(Fact, frozen=True, kw_only=True, tag="entitled-player"):
    """Who gets the tiles that were found.

    Attributes:
      seat: who should have drawn them earliest; ``None`` where nobody can tell.
    """

    visibility = HANDS.less("basis")

    seat: Seat | None
    count: int
    basis: str
    racks: tuple[int, int]
    tiles: Tiles = Tiles("")


class TileMissing(Fact, frozen=True, kw_only=True, tag="tile-missing"):
    """Tiles of the set are missing.

    Attributes:
      count: how many are still missing; 0 if the search found them all.
      searched: the director confirmed it and a reasonable search was made.
    """

    visibility = HANDS

    count: int
    racks: tuple[int, int]
    tiles: Tiles = Tiles("")
    searched: bool = False
    found: int = 0


class ExtraTiles(Fact, frozen=True, kw_only=True, tag="extra-tiles"):
    """The set holds more tiles than it should, found out after the start; play goes on."""

    visibility = HANDS

    count: int
    racks: tuple[int, int]
    tiles: Tiles = Tiles("")


class UnplayedTakenBack(Fact, frozen=True, kw_only=True, tag="unplayed-taken-back"):
    """The count of unplayed tiles does not stand any more: the end of the game is worked out anew.

    Totals proposed or signed for by one player lapse with it.
    """

    visibility = BOARD.less("reason")

    reason: str


class GameReopened(Fact, frozen=True, kw_only=True, tag="game-reopened"):
    """The game was not over after all; ``on_move`` goes on. No turn is played again."""

    visibility = BOARD.less("reason")

    on_move: Seat
    reason: str
