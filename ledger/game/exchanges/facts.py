"""Exchanges that were made in another way than the rules want, and what was done about them."""

from __future__ import annotations

from ledger.record.fact import BOARD, HANDS, Fact
from ledger.vocabulary import Seat, Seconds, Tiles
from ledger.vocabulary.closed_lists import ExchangeGround


class ExchangeNoted(Fact, frozen=True, kw_only=True, tag="exchange-noted"):
    """How ``seat`` went about an exchange, where that was not as usual.

    Attributes:
      announced: the number said; ``None`` if none was.
      said_next: the number said instead, after a slip of the tongue.
      at_once: whether that was said without a pause.
      drawn: new tiles drawn, where that is not what was exchanged.
    """

    visibility = HANDS

    seat: Seat
    announced: int | None = None
    laid: int | None = None
    said_next: int | None = None
    at_once: bool = True
    drawn: int | None = None
    returned_first: bool = False


class ExchangeChallenged(Fact, frozen=True, kw_only=True, tag="exchange-challenged"):
    """``seat`` objected to an exchange, or noticed what was wrong with it.

    Attributes:
      exchange: version of the exchange's event.
      ground: ``bag`` (too few tiles in it), ``rack`` (eight or more, six or fewer) or
        ``number`` (what was said is not what was put out).
      bag: tiles in the bag when the exchange was announced.
      rack: tiles the exchanger then had, those put out included.
      racked: whether a new tile is on the rack, or mixed with old ones.
      returned: unwanted tiles back in the bag.
      next_turn_done: whether the opponent's next turn is over, and accepted.
    """

    visibility = HANDS

    seat: Seat
    exchange: int
    exchanger: Seat
    ground: ExchangeGround
    bag: int
    rack: int
    laid: int
    drawn: int = 0
    racked: bool = False
    returned: int = 0
    pressed: bool = True
    next_turn_done: bool = False


class ExchangeJudged(Fact, frozen=True, kw_only=True, tag="exchange-judged"):
    """It was settled whether the exchange was legal.

    Attributes:
      settled: True if nothing remains to be done with the tiles.
    """

    visibility = HANDS.less("adjudicator")

    legal: bool
    settled: bool = True
    adjudicator: str = ""


class ExchangeVoided(Fact, frozen=True, kw_only=True, tag="exchange-voided"):
    """An exchange does not stand as one.

    Attributes:
      counted: whether it is one of the scoreless turns that end a game.
    """

    visibility = BOARD

    seat: Seat
    exchange: int
    becomes: str
    counted: bool = True


class ExchangePutRight(Fact, frozen=True, kw_only=True, tag="exchange-put-right"):
    """The tiles of an improper exchange are where the rules want them."""

    visibility = HANDS

    seat: Seat
    shown: int
    returned: int
    rack: int
    bag: int
    tiles: Tiles = Tiles("")
    seconds: Seconds | None = None


class UnwantedTilesFound(Fact, frozen=True, kw_only=True, tag="unwanted-tiles-found"):
    """Tiles ``seat`` had exchanged were found on the table, never returned to the bag."""

    visibility = HANDS

    seat: Seat
    count: int


class UnwantedTilesReturned(Fact, frozen=True, kw_only=True, tag="unwanted-tiles-returned"):
    """They went into the bag; ``shown``: whether both players saw them first."""

    visibility = HANDS

    seat: Seat
    count: int
    shown: bool = True
