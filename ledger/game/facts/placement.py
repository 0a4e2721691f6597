"""Tiles that lie where or as they may not: what was objected to, and which way plays run."""

from __future__ import annotations

from ledger.record.fact import BOARD, Fact
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import Askew, PlacementGround


class PlacementChallenged(Fact, frozen=True, kw_only=True, tag="placement-challenged"):
    """``seat`` challenged how the tiles of the play just made lie, not its words.

    Attributes:
      ground: ``misses-centre``, ``disconnected``, ``diagonal``, ``off-the-grid``,
        ``misoriented``, ``moved-tiles``, ``one-tile-first`` or ``other``.
      drawn: whether replacement tiles were out of the bag by then.
    """

    visibility = BOARD.sealing("drawn")

    seat: Seat
    ground: PlacementGround
    drawn: bool = False


class PlacementJudged(Fact, frozen=True, kw_only=True, tag="placement-judged"):
    """It was settled whether the placement was legal; by whom, if known."""

    visibility = BOARD.less("adjudicator")

    legal: bool
    adjudicator: str = ""


class StrayTilesPlaced(Fact, frozen=True, kw_only=True, tag="stray-tiles-placed"):
    """With the play just written, ``seat`` put tiles that are not in line with it.

    Attributes:
      tiles: square and tile of each, blanks in lower case.
    """

    visibility = BOARD

    seat: Seat
    tiles: tuple[tuple[str, str], ...]


class WordsUnscored(Fact, frozen=True, kw_only=True, tag="words-unscored"):
    """Words through these squares score nothing, now and later, for they were misplaced."""

    visibility = BOARD

    squares: tuple[str, ...]


class OrientationSet(Fact, frozen=True, kw_only=True, tag="orientation-set"):
    """The first play runs at this angle to the lettering of the board.

    Attributes:
      degrees: 0, 90, 180 or 270, clockwise.
      to_correct: whether the rules want it put right before the second move is over.
    """

    visibility = BOARD

    degrees: int
    to_correct: bool = False


class OrientationCorrected(Fact, frozen=True, kw_only=True, tag="orientation-corrected"):
    """``seat`` turned the board, or the first play, to stand at ``degrees``."""

    visibility = BOARD

    seat: Seat
    degrees: int = 0


class TilesMisplaced(Fact, frozen=True, kw_only=True, tag="tiles-misplaced"):
    """Tiles that ``seat`` placed lie askew.

    Attributes:
      how: ``upside-down``, ``sideways`` or ``off-their-squares``.
    """

    visibility = BOARD

    seat: Seat
    how: Askew
    squares: tuple[str, ...] = ()


class TilesStraightened(Fact, frozen=True, kw_only=True, tag="tiles-straightened"):
    """``seat`` straightened them."""

    visibility = BOARD

    seat: Seat
