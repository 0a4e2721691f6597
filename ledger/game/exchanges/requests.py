"""Exchanges: how many tiles, with how many in the bag, and tiles nobody wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ledger.game.endings.requests import with_the_end
from ledger.game.entry import (
    GameContext,
    decides,
    must_be_on_move,
    must_be_playing,
    must_not_be_final,
    played_on,
)
from ledger.game.exchanges.facts import ExchangeNoted, UnwantedTilesFound, UnwantedTilesReturned
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.sheet import Sheet, find
from ledger.game.turns.facts import TilesExchanged, TurnPassed
from ledger.refusals.saying import refusal
from ledger.requests.request import STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import touching
from ledger.vocabulary import RACK_SIZE, Seat, Tiles, remarks
from ledger.vocabulary.remarks import BAG_BELOW_MINIMUM

# Exchanging with too few tiles in the bag: it may have happened, so it is only remarked on.


def exchange_remark(bag: int | None, rules: Rulebook) -> str | None:
    """The remark on an exchange made with ``bag`` tiles in the bag; ``None`` for none.

    >>> from ledger.rulebook import load
    >>> [exchange_remark(bag, load("nsa-1998")) for bag in (7, 6, None)]
    [None, 'bag-below-minimum', None]

    Args:
      bag: tiles in the bag when the exchange was announced; ``None`` if not known.
    """
    if bag is None or bag >= rules.exchange.minimum_in_bag.known():
        return None
    return BAG_BELOW_MINIMUM


# How many tiles are exchanged where the number said is not the number put out (I-05).


def number_that_binds(
    announced: int, laid: int, said_next: int | None, at_once: bool, rules: Rulebook
) -> tuple[int, bool]:
    """How many tiles are exchanged where the number said is not the number put out (I-05).

    >>> from ledger.rulebook import load
    >>> [number_that_binds(5, laid, None, True, load(book)) for laid, book in
    ...  ((3, "wespa-4.0"), (2, "nsa-1998"))]
    [(3, True), (5, True)]
    """
    kind = rules.exchange.number_that_binds
    if announced == laid and said_next is None:
        return laid, True
    return NUMBERS[kind.known()](announced, laid, said_next, at_once)


def _announced(announced: int, laid: int, said_next: int | None, at_once: bool) -> tuple[int, bool]:
    """What was said goes; a slip mended at once goes if the tiles set apart bear it out."""
    if said_next is not None and at_once and said_next in (laid, RACK_SIZE - laid):
        return said_next, True
    # Tiles set apart may also be the ones to keep: two apart and "five" said.
    return announced, laid in (announced, RACK_SIZE - announced) or said_next is not None


NUMBERS: dict[str, Callable[[int, int, int | None, bool], tuple[int, bool]]] = {
    "tiles-on-table": lambda _said, laid, _next, _at_once: (laid, True),
    "announcement": _announced,
}


# Exchanging tiles, and passing.


class ExchangeTiles(Request, frozen=True, tag="exchange-tiles", kw_only=True):
    """``seat`` exchanges tiles; fields as in ``TilesExchanged`` and ``ExchangeNoted``.

    Attributes:
      count: how many were put face down; with none put out it may be a pass.
    """

    sentence: ClassVar[str] = "{seat}: exchange {count}"
    seat: Seat
    count: int
    tiles: Tiles = Tiles("")
    rack: Tiles = Tiles("")
    announced: int | None = None
    said_next: int | None = None
    at_once: bool = True
    returned_first: bool = False


class PassTurn(Request, frozen=True, tag="pass-turn", kw_only=True):
    sentence: ClassVar[str] = "{seat}: pass"
    seat: Seat
    rack: Tiles = Tiles("")


@decides(ExchangeTiles, may=STAFF)
def exchange_tiles(sheet: Sheet, request: ExchangeTiles, context: GameContext) -> Decision:
    """Write an exchange down, with a remark if the bag held too few tiles.

    It may really have happened; what follows is for the opponent to ask and the director
    to decide. Where the number said is not the number put out, the book in force says which
    binds (I-05); with none put out the turn may be a pass (J-04).
    """
    must_be_playing(sheet, context)
    must_be_on_move(sheet, request.seat, "exchange", context)
    count, noticed = _binding(request, context)
    noticed = (*played_on(sheet, context), *noticed)
    noted = _noted(request)
    if count == 0 and context.rules.improper_exchange.none_put_out.is_known:
        passed = with_the_end(
            sheet, TurnPassed(seat=request.seat, rack=request.rack), context, noticed
        )
        return Decision((passed.facts[0], *noted, *passed.facts[1:]), passed.remarks)
    must_be_exchangeable(count)
    remark = exchange_remark(sheet.stock.bag, context.rules)
    turn = TilesExchanged(seat=request.seat, count=count, tiles=request.tiles, rack=request.rack)
    decided = with_the_end(sheet, turn, context, ((remark,) if remark else ()) + noticed)
    return Decision((turn, *noted, *decided.facts[1:]), decided.remarks)


def _binding(request: ExchangeTiles, context: GameContext) -> tuple[int, tuple[str, ...]]:
    """How many tiles are exchanged, and what is to be noticed about it."""
    improper = context.rules.improper_exchange
    noticed: list[str] = []
    if request.returned_first and not improper.returned_first.is_known:
        noticed += [remarks.RETURNED_FIRST, *touching(context.rules, "TN-17")]
    elif request.returned_first and improper.returned_first.trap:
        noticed.append(improper.returned_first.trap)
    announced = request.count if request.announced is None else request.announced
    agree = announced == request.count and request.said_next is None
    if request.count == 0 and improper.none_put_out.is_known:
        return 0, tuple(noticed)
    if agree or context.case is not None:
        return request.count, tuple(noticed)
    count, clear = number_that_binds(
        announced, request.count, request.said_next, request.at_once, context.rules
    )
    binds = context.rules.exchange.number_that_binds
    noticed += [remarks.NUMBERS_DIFFER, *((binds.trap,) if binds.trap else ())]
    if not clear:
        noticed += [remarks.DIRECTOR_TO_CONFIRM, *touching(context.rules, "TN-17")]
    return count, tuple(noticed)


def _noted(request: ExchangeTiles) -> tuple[ExchangeNoted, ...]:
    """How the exchange was gone about, if there is anything to say about that."""
    differs = request.announced is not None and request.announced != request.count
    if not (differs or request.said_next is not None or request.returned_first):
        return ()
    return (ExchangeNoted.from_request(request, laid=request.count),)


def must_be_exchangeable(count: int) -> None:
    if not 1 <= count <= RACK_SIZE:
        raise refusal("unreadable-request/exchanged", count=count)


@decides(PassTurn, may=STAFF)
def pass_turn(sheet: Sheet, request: PassTurn, context: GameContext) -> Decision:
    must_be_playing(sheet, context)
    must_be_on_move(sheet, request.seat, "pass", context)
    passed = TurnPassed(seat=request.seat, rack=request.rack)
    return with_the_end(sheet, passed, context, played_on(sheet, context))


class FindUnwantedTiles(Request, frozen=True, tag="find-unwanted-tiles", kw_only=True):
    """``count`` tiles that ``seat`` had exchanged lie on the table still."""

    sentence: ClassVar[str] = "{seat} put back {count_tiles} not wanted"
    seat: Seat
    count: int


class ReturnUnwantedTiles(Request, frozen=True, tag="return-unwanted-tiles", kw_only=True):
    """They went into the bag, seen by both players (``shown``) or not."""

    sentence: ClassVar[str] = "The unwanted tiles go back, shown: {shown}"
    shown: bool = True


@decides(FindUnwantedTiles, may=STAFF)
def find_unwanted_tiles(sheet: Sheet, request: FindUnwantedTiles, context: GameContext) -> Decision:
    """Write down that tiles were never returned after an exchange (I-03)."""
    must_not_be_final(sheet, context)
    context.must(1 <= request.count <= 7, "unreadable-request/unwanted", count=request.count)
    exchanged = [
        line.count
        for line in sheet.lines
        if line.kind is LineKind.EXCHANGE and line.seat is request.seat
    ]
    player = sheet.name(request.seat)
    context.must_unless_ruled(exchanged, "no-such-entry/exchange-of", player=player)
    context.must_unless_ruled(
        request.count <= max(exchanged, default=0),
        "tiles-do-not-add-up/unwanted",
        player=player,
        most=max(exchanged, default=0),
    )
    rule = context.rules.improper_exchange.left_on_table
    noticed = () if rule.is_known else (remarks.DIRECTOR_TO_CONFIRM,)
    return Decision((UnwantedTilesFound(seat=request.seat, count=request.count),), noticed)


@decides(ReturnUnwantedTiles, may=STAFF)
def return_unwanted_tiles(
    sheet: Sheet, request: ReturnUnwantedTiles, context: GameContext
) -> Decision:
    """Write down that they are in the bag, seen by both first."""
    must_not_be_final(sheet, context)
    opened = find(sheet.open, UnwantedTilesFound)
    if opened is None:
        raise context.refusal("no-such-entry/unwanted")
    found = opened.fact
    assert isinstance(found, UnwantedTilesFound)
    rule = context.rules.improper_exchange.left_on_table
    if rule.is_known and not request.shown:
        context.must_be_ruled("not-shown")
    return Decision(
        (UnwantedTilesReturned(seat=found.seat, count=found.count, shown=request.shown),)
    )
