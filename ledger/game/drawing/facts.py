"""Drawing: too many tiles, too few, out of order, dropped back, for a play that came off.

Where a fact holds ``racks``, they are the numbers of tiles on both racks, first seat then
second, once it had happened; the bag holds what is left of the pool.
"""

from __future__ import annotations

from ledger.record.fact import HANDS, TALK, Fact
from ledger.vocabulary import Seat, Seconds, Tiles
from ledger.vocabulary.closed_lists import (
    DrawingProcedure,
    DrawManner,
    DrawMoment,
    NoticedBy,
    OverdrawCause,
    SeenBy,
)


class TilesDrawn(Fact, frozen=True, kw_only=True, tag="tiles-drawn"):
    """A moment of a draw that was noted; rules hang on each of them.

    Attributes:
      moment: ``hand-in`` the bag, ``first-tile-out`` of it, ``hand-out`` with all the tiles,
        or ``first-tile-racked``.
    """

    visibility = HANDS

    seat: Seat
    moment: DrawMoment
    count: int = 0


class DrawingImproper(Fact, frozen=True, kw_only=True, tag="drawing-improper"):
    """A player drew in a manner the rules forbid.

    Attributes:
      times: how often this was noted of this player in this game, this time included.
    """

    visibility = TALK

    seat: Seat
    manner: DrawManner
    times: int = 1
    note: str = ""


class Overdrawn(Fact, frozen=True, kw_only=True, tag="overdrawn"):
    """A player drew too many tiles.

    Attributes:
      drawn: tiles drawn; ``due`` were to be drawn, 0 where all of them have to go back.
      touched: a new tile has been on the rack.
      mixed: a new tile was mixed with old ones.
      group: which tiles are put down or shown, as in ``ledger.game.drawing.overdraws``.
      size: how many those are; ``revealed``: how many of them are to be turned up.
      racks: tiles on both racks, the surplus included.
      cause: ``drawing``, ``out-of-order``, ``dropped-back``, ``spill``, or what a rule treats
        as an overdraw: ``flash-draw``, ``courtesy-draw``, ``exchange``.
      concealed: the player knew and said nothing.
      apart: new tiles that still lay apart although others were mixed.
      put_right: False where the book lets it be.
    """

    visibility = HANDS.less("noticed_by", "cause", "concealed", "observer")

    seat: Seat
    held: int
    drawn: int
    due: int
    over: int
    touched: bool
    mixed: bool
    noticed_by: NoticedBy
    group: str
    size: int
    revealed: int
    racks: tuple[int, int]
    cause: OverdrawCause = "drawing"
    concealed: bool = False
    apart: int = 0
    observer: str = ""
    put_right: bool = True


class OverdrawExposed(Fact, frozen=True, kw_only=True, tag="overdraw-exposed"):
    """Tiles of ``seat``, who had overdrawn, were turned up.

    Attributes:
      seen_by: ``both``, ``opponent`` or ``nobody``; ``returned-by-both``: the opponent all of
        them, both players those that went back.
      tiles: which, if known.
    """

    visibility = HANDS.less("seen_by")

    seat: Seat
    revealed: int
    seen_by: SeenBy
    tiles: Tiles = Tiles("")


class OverdrawCorrectionBotched(Fact, frozen=True, kw_only=True, tag="overdraw-correction-botched"):
    """The opponent of ``seat`` turned up too many: all go face down and ``again`` are turned up."""

    visibility = HANDS

    seat: Seat
    revealed: int
    again: int


class OverdrawCorrected(Fact, frozen=True, kw_only=True, tag="overdraw-corrected"):
    """The tiles too many went back into the bag.

    Attributes:
      used: seconds the opponent took to choose; ``None`` if not measured.
      charged: seconds of these that ran on the opponent's clock.
    """

    visibility = HANDS

    seat: Seat
    returned: int
    racks: tuple[int, int]
    used: Seconds | None = None
    charged: Seconds = Seconds(0)
    tiles: Tiles = Tiles("")


class Underdrawn(Fact, frozen=True, kw_only=True, tag="underdrawn"):
    """A player drew too few tiles.

    Attributes:
      remedy: ``bag`` (drawn now), ``opponent`` (given from the other rack), ``none`` or
        ``director``.
      racks: tiles on both racks as they really are.
    """

    visibility = HANDS.less("noticed_by", "concealed")

    seat: Seat
    short: int
    noticed_by: NoticedBy
    remedy: str
    racks: tuple[int, int]
    concealed: bool = False


class UnderdrawMended(Fact, frozen=True, kw_only=True, tag="underdraw-mended"):
    """A player who was short got the missing tiles."""

    visibility = HANDS

    seat: Seat
    count: int
    source: str
    racks: tuple[int, int]
    used: Seconds | None = None


class DrawnOutOfOrder(Fact, frozen=True, kw_only=True, tag="drawn-out-of-order"):
    """A player drew before the opponent, who was due to draw first.

    Attributes:
      seat: who drew too early, with ``held`` tiles on the rack.
      touched: a new tile has been on the rack.
      had_chance: the opponent had a reasonable chance to draw first.
      remedy: ``none``, ``overdraw`` (all new tiles are), ``redraw`` (shown, back, in the right
        order) or ``director``.
      racks: tiles on both racks: as they are while it is put right, or as they stay.
    """

    visibility = HANDS.less("had_chance")

    seat: Seat
    held: int
    drawn: int
    opponent_due: int
    bag: int
    touched: bool
    had_chance: bool
    remedy: str
    racks: tuple[int, int]


class DrawOrderRestored(Fact, frozen=True, kw_only=True, tag="draw-order-restored"):
    """After a draw out of order both players have drawn, in the right order."""

    visibility = HANDS

    racks: tuple[int, int]


class TileDroppedBack(Fact, frozen=True, kw_only=True, tag="tile-dropped-back"):
    """A player put drawn tiles back into the bag without right.

    Attributes:
      remedy: ``shown`` (tiles of bag and rack are), ``overdraw`` or ``director``.
      racks: tiles on both racks after it; ``bag``: tiles in the bag then.
      target: tiles the rack is to hold in the end.
      from_bag: tiles to be taken from the bag and shown; ``from_rack``: from the rack.
    """

    visibility = HANDS

    seat: Seat
    count: int
    remedy: str
    racks: tuple[int, int]
    bag: int
    target: int = 7
    from_bag: int = 0
    from_rack: int = 0


class DropMended(Fact, frozen=True, kw_only=True, tag="drop-mended"):
    """After tiles were put back without right, the opponent refilled the rack.

    Attributes:
      exposed: tiles of bag and rack shown to both.
      given: of these, to the player; ``returned``: into the bag.
      used, charged: as in ``OverdrawCorrected``.
    """

    visibility = HANDS

    seat: Seat
    exposed: int
    given: int
    returned: int
    racks: tuple[int, int]
    used: Seconds | None = None
    charged: Seconds = Seconds(0)


class DrawingSettled(Fact, frozen=True, kw_only=True, tag="drawing-settled"):
    """The director settled something about the drawing that the book leaves open.

    Attributes:
      what: name of the procedure that is over by this, as ``underdraw``.
    """

    visibility = HANDS.less("finding")

    what: DrawingProcedure
    racks: tuple[int, int]
    finding: str


class DrawnThenChallengedOff(Fact, frozen=True, kw_only=True, tag="drawn-then-challenged-off"):
    """``seat`` had drawn new tiles when the play came off the board.

    Attributes:
      how: ``courtesy``, ``flash``, ``irregular`` (a turn out of order) or ``ordinary``.
      held: tiles on the rack with the play taken back, the new ones left out; ``None``: not
        known.
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
