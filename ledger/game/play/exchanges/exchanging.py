"""Exchanging tiles, and passing."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.exchanges import ExchangeNoted
from ledger.game.facts.turns import TilesExchanged, TurnPassed
from ledger.game.play.endings.zero_turns import with_the_end
from ledger.game.play.entry import (
    Entry,
    decides,
    must_be_on_move,
    must_be_playing,
    played_on,
)
from ledger.game.play.exchanges.few_tiles_rule import exchange_remark
from ledger.game.play.exchanges.number_rule import number_that_binds
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import RACK_SIZE, Seat, Tiles, remarks


class ExchangeTiles(Asked, frozen=True, tag="exchange-tiles", kw_only=True):
    """``seat`` exchanges tiles.

    Attributes:
      count: how many were put face down; with none put out it may be a pass.
      tiles: which, if known.
      announced: the number said; ``None`` if the same.
      said_next: the number said instead, after a slip of the tongue; ``at_once`` or not.
      returned_first: the unwanted tiles went into the bag before new ones were drawn.
    """

    seat: Seat
    count: int
    tiles: Tiles = Tiles("")
    rack: Tiles = Tiles("")
    announced: int | None = None
    said_next: int | None = None
    at_once: bool = True
    returned_first: bool = False


class PassTurn(Asked, frozen=True, tag="pass-turn", kw_only=True):
    """``seat`` passes."""

    seat: Seat
    rack: Tiles = Tiles("")


@decides(ExchangeTiles, may=STAFF)
def exchange_tiles(sheet: Sheet, asked: ExchangeTiles, entry: Entry) -> Decision:
    """Write an exchange down, with a remark if the bag held too few tiles.

    It may really have happened; what follows is for the opponent to ask and the director
    to decide. Where the number said is not the number put out, the book in force says which
    binds (I-05); with none put out the turn may be a pass (J-04).
    """
    must_be_playing(sheet, entry)
    must_be_on_move(sheet, asked.seat, "exchange", entry)
    count, noticed = _binding(asked, entry)
    noticed = (*played_on(sheet, entry), *noticed)
    noted = _noted(asked)
    if count == 0 and entry.rules.improper_exchange.none_put_out.is_known:
        passed = with_the_end(sheet, TurnPassed(seat=asked.seat, rack=asked.rack), entry, noticed)
        return Decision((passed.facts[0], *noted, *passed.facts[1:]), passed.remarks)
    must_be_exchangeable(count)
    remark = exchange_remark(sheet.stock.bag, entry.rules)
    turn = TilesExchanged(seat=asked.seat, count=count, tiles=asked.tiles, rack=asked.rack)
    decided = with_the_end(sheet, turn, entry, ((remark,) if remark else ()) + noticed)
    return Decision((turn, *noted, *decided.facts[1:]), decided.remarks)


def _binding(asked: ExchangeTiles, entry: Entry) -> tuple[int, tuple[str, ...]]:
    """How many tiles are exchanged, and what is to be noticed about it."""
    improper = entry.rules.improper_exchange
    noticed: list[str] = []
    if asked.returned_first and not improper.returned_first.is_known:
        noticed += [remarks.RETURNED_FIRST, *touching(entry.rules, "TN-17")]
    elif asked.returned_first and improper.returned_first.trap:
        noticed.append(improper.returned_first.trap)
    announced = asked.count if asked.announced is None else asked.announced
    agree = announced == asked.count and asked.said_next is None
    if asked.count == 0 and improper.none_put_out.is_known:
        return 0, tuple(noticed)
    if agree or entry.case is not None:
        return asked.count, tuple(noticed)
    count, clear = number_that_binds(
        announced, asked.count, asked.said_next, asked.at_once, entry.rules
    )
    binds = entry.rules.exchange.number_that_binds
    noticed += [remarks.NUMBERS_DIFFER, *((binds.trap,) if binds.trap else ())]
    if not clear:
        noticed += [remarks.DIRECTOR_TO_CONFIRM, *touching(entry.rules, "TN-17")]
    return count, tuple(noticed)


def _noted(asked: ExchangeTiles) -> tuple[ExchangeNoted, ...]:
    """How the exchange was gone about, if there is anything to say about that."""
    differs = asked.announced is not None and asked.announced != asked.count
    if not (differs or asked.said_next is not None or asked.returned_first):
        return ()
    return (
        ExchangeNoted(
            seat=asked.seat,
            announced=asked.announced,
            laid=asked.count,
            said_next=asked.said_next,
            at_once=asked.at_once,
            returned_first=asked.returned_first,
        ),
    )


def must_be_exchangeable(count: int) -> None:
    """Refuse a number of tiles that nobody can put back."""
    if not 1 <= count <= RACK_SIZE:
        raise refusal("unreadable-request/exchanged", count=count)


@decides(PassTurn, may=STAFF)
def pass_turn(sheet: Sheet, asked: PassTurn, entry: Entry) -> Decision:
    """Write a pass down."""
    must_be_playing(sheet, entry)
    must_be_on_move(sheet, asked.seat, "pass", entry)
    passed = TurnPassed(seat=asked.seat, rack=asked.rack)
    return with_the_end(sheet, passed, entry, played_on(sheet, entry))
