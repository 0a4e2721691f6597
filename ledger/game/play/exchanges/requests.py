"""Exchanges: how many tiles, with how many in the bag, and tiles nobody wanted."""

from __future__ import annotations

from collections.abc import Callable

from ledger.asking.asked import STAFF, Asked, Decision
from ledger.game.facts.exchanges import ExchangeNoted, UnwantedTilesFound, UnwantedTilesReturned
from ledger.game.facts.turns import TilesExchanged, TurnPassed
from ledger.game.play.endings.requests import with_the_end
from ledger.game.play.entry import (
    Entry,
    decides,
    must_be_on_move,
    must_be_playing,
    must_not_be_final,
    played_on,
)
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.gaps.ruled import touching
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
      rules: the rulebook in force.
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

    Returns:
      The number, and whether it is clear; where it is not, the opponent may ask.
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


class FindUnwantedTiles(Asked, frozen=True, tag="find-unwanted-tiles", kw_only=True):
    """``count`` tiles that ``seat`` had exchanged lie on the table still."""

    seat: Seat
    count: int


class ReturnUnwantedTiles(Asked, frozen=True, tag="return-unwanted-tiles", kw_only=True):
    """They went into the bag, seen by both players (``shown``) or not."""

    shown: bool = True


@decides(FindUnwantedTiles, may=STAFF)
def find_unwanted_tiles(sheet: Sheet, asked: FindUnwantedTiles, entry: Entry) -> Decision:
    """Write down that tiles were never returned after an exchange (I-03)."""
    must_not_be_final(sheet, entry)
    entry.must(1 <= asked.count <= 7, "unreadable-request/unwanted", count=asked.count)
    exchanged = [
        line.count
        for line in sheet.lines
        if line.kind is LineKind.EXCHANGE and line.seat is asked.seat
    ]
    player = sheet.name(asked.seat)
    entry.must_unless_ruled(exchanged, "no-such-entry/exchange-of", player=player)
    entry.must_unless_ruled(
        asked.count <= max(exchanged, default=0),
        "tiles-do-not-add-up/unwanted",
        player=player,
        most=max(exchanged, default=0),
    )
    rule = entry.rules.improper_exchange.left_on_table
    noticed = () if rule.is_known else (remarks.DIRECTOR_TO_CONFIRM,)
    return Decision((UnwantedTilesFound(seat=asked.seat, count=asked.count),), noticed)


@decides(ReturnUnwantedTiles, may=STAFF)
def return_unwanted_tiles(sheet: Sheet, asked: ReturnUnwantedTiles, entry: Entry) -> Decision:
    """Write down that they are in the bag, seen by both first."""
    must_not_be_final(sheet, entry)
    opened = find(sheet.open, UnwantedTilesFound)
    if opened is None:
        raise entry.refusal("no-such-entry/unwanted")
    found = opened.fact
    assert isinstance(found, UnwantedTilesFound)
    rule = entry.rules.improper_exchange.left_on_table
    if rule.is_known and not asked.shown:
        entry.must_be_ruled("not-shown")
    return Decision((UnwantedTilesReturned(seat=found.seat, count=found.count, shown=asked.shown),))
