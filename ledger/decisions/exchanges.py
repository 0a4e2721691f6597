"""Exchanging tiles, and passing."""

from __future__ import annotations

from ledger.decisions.entry import Asked, Decide, Decision, Entry, must_be_on_move, must_be_playing
from ledger.decisions.zero_turns import with_the_end
from ledger.facts.turns import TilesExchanged, TurnPassed
from ledger.refusals import Refusal
from ledger.rules.exchange import exchange_remark
from ledger.sheet.sheet import Sheet
from ledger.vocabulary import Seat, Tiles

MOST = 7


class ExchangeTiles(Asked, frozen=True, tag="exchange-tiles", kw_only=True):
    """``seat`` puts ``count`` tiles back (1 to 7); ``tiles``: which, if known."""

    seat: Seat
    count: int
    tiles: Tiles = Tiles("")
    rack: Tiles = Tiles("")


class PassTurn(Asked, frozen=True, tag="pass-turn", kw_only=True):
    """``seat`` passes."""

    seat: Seat
    rack: Tiles = Tiles("")


def exchange_tiles(sheet: Sheet, asked: ExchangeTiles, entry: Entry) -> Decision:
    """Write an exchange down, with a remark if the bag held too few tiles.

    It may really have happened; what follows is for the opponent to ask and the director
    to decide.

    Raises:
      Refusal: ``unreadable-request``, ``not-your-turn`` and the like.
    """
    must_be_playing(sheet, entry)
    must_be_on_move(sheet, asked.seat, "exchange", entry)
    must_be_exchangeable(asked.count)
    remark = exchange_remark(sheet.stock.bag, entry.rules)
    turn = TilesExchanged(seat=asked.seat, count=asked.count, tiles=asked.tiles, rack=asked.rack)
    return with_the_end(sheet, turn, entry, (remark,) if remark else ())


def must_be_exchangeable(count: int) -> None:
    """Refuse a number of tiles that nobody can put back.

    Raises:
      Refusal: ``unreadable-request``.
    """
    if not 1 <= count <= MOST:
        raise Refusal(
            "unreadable-request",
            f"{count} tiles can't be exchanged.",
            "Enter how many tiles went back, 1 to 7; with none put out it is a pass.",
        )


def pass_turn(sheet: Sheet, asked: PassTurn, entry: Entry) -> Decision:
    """Write a pass down.

    Raises:
      Refusal: ``not-your-turn`` and the like.
    """
    must_be_playing(sheet, entry)
    must_be_on_move(sheet, asked.seat, "pass", entry)
    return with_the_end(sheet, TurnPassed(seat=asked.seat, rack=asked.rack), entry)


DECISIONS: dict[type[Asked], Decide] = {ExchangeTiles: exchange_tiles, PassTurn: pass_turn}
