"""Tiles exchanged and never returned: found, seen by both players, put into the bag (I-03)."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.exchanges import UnwantedTilesFound, UnwantedTilesReturned
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seat, remarks


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
