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
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seat, remarks
from ledger.vocabulary.refusals import Refusal


class FindUnwantedTiles(Asked, frozen=True, tag="find-unwanted-tiles", kw_only=True):
    """``count`` tiles that ``seat`` had exchanged lie on the table still."""

    seat: Seat
    count: int


class ReturnUnwantedTiles(Asked, frozen=True, tag="return-unwanted-tiles", kw_only=True):
    """They went into the bag, seen by both players (``shown``) or not."""

    shown: bool = True


@decides(FindUnwantedTiles, may=STAFF)
def find_unwanted_tiles(sheet: Sheet, asked: FindUnwantedTiles, entry: Entry) -> Decision:
    """Write down that tiles were never returned after an exchange (I-03).

    Raises:
      Refusal: ``unreadable-request``.
    """
    must_not_be_final(sheet, entry)
    if not 1 <= asked.count <= 7:
        raise Refusal(
            "unreadable-request",
            f"{asked.count} tiles can't have been left after an exchange.",
            "Enter how many lie on the table, 1 to 7.",
        )
    rule = entry.rules.improper_exchange.left_on_table
    noticed = () if rule.is_known else (remarks.DIRECTOR_TO_CONFIRM,)
    return Decision((UnwantedTilesFound(seat=asked.seat, count=asked.count),), noticed)


@decides(ReturnUnwantedTiles, may=STAFF)
def return_unwanted_tiles(sheet: Sheet, asked: ReturnUnwantedTiles, entry: Entry) -> Decision:
    """Write down that they are in the bag, seen by both first.

    Raises:
      Refusal: ``no-such-entry``, or ``not-shown`` where the rules want both to see them.
    """
    must_not_be_final(sheet, entry)
    opened = find(sheet.open, UnwantedTilesFound)
    if opened is None:
        raise Refusal(
            "no-such-entry",
            "No unwanted tiles were found on this table.",
            "Enter first that they were found.",
        )
    found = opened.fact
    assert isinstance(found, UnwantedTilesFound)
    rule = entry.rules.improper_exchange.left_on_table
    if rule.is_known and not asked.shown:
        entry.unless_ruled(
            Refusal(
                "not-shown",
                "Both players see the tiles before they go into the bag.",
                "Show them, then enter it again.",
                clause=str(rule),
            )
        )
    return Decision((UnwantedTilesReturned(seat=found.seat, count=found.count, shown=asked.shown),))
