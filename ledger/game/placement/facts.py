"""Tiles laid astray, and their challenge; a board upset, and who was ejected for it on purpose."""

from __future__ import annotations

from ledger.record.fact import BOARD, TALK, Fact
from ledger.vocabulary import Points, Seat
from ledger.vocabulary.closed_lists import Askew, PlacementGround, UpsetHow

# Tiles that lie where or as they may not: what was objected to, and which way plays run.


class PlacementChallenged(Fact, frozen=True, kw_only=True, tag="placement-challenged"):
    """``seat`` challenged how the tiles of the play just made lie, not its words.

    Attributes:
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
    """Tiles that ``seat`` placed lie askew."""

    visibility = BOARD

    seat: Seat
    how: Askew
    squares: tuple[str, ...] = ()


class TilesStraightened(Fact, frozen=True, kw_only=True, tag="tiles-straightened"):
    """``seat`` straightened them."""

    visibility = BOARD

    seat: Seat


class BoardUpset(Fact, frozen=True, kw_only=True, tag="board-upset"):
    """Tiles were knocked off their squares; nobody touches anything until the director comes.

    Attributes:
      seat: who did it; ``None`` if nobody at the table did, or it is not known.
    """

    visibility = BOARD.less("seat", "note")

    seat: Seat | None = None
    note: str = ""


class UpsetFound(Fact, frozen=True, kw_only=True, tag="upset-found"):
    """Both players and the witnesses were heard, and the director found what it was."""

    visibility = TALK

    how: UpsetHow
    seat: Seat | None = None
    witnesses: tuple[str, ...] = ()


class PositionRebuilt(Fact, frozen=True, kw_only=True, tag="position-rebuilt"):
    """The position was laid out again from the plays on record.

    Attributes:
      board: the squares row by row, ``.`` for an empty one, blanks lower case.
    """

    visibility = BOARD

    version: int
    tiles: int
    board: str


class UpsetEnded(Fact, frozen=True, kw_only=True, tag="upset-ended"):
    """The position could not be rebuilt, or there was no time: how the scores came about.

    Attributes:
      taken_off: points of the last turn, taken off who had made one more; 0 if nobody had.
    """

    visibility = BOARD.less("seat")

    turns: tuple[int, int]
    taken_off: Points = Points(0)
    seat: Seat | None = None


class PlayerEjected(Fact, frozen=True, kw_only=True, tag="player-ejected"):
    """Who upset the board on purpose must leave the event; the own other games stay as they are."""

    visibility = TALK

    seat: Seat
    clause: str = ""
