"""Tiles that are missing from the set, or too many in it, once the game has begun."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.loose_tiles import ExtraTiles, TileMissing
from ledger.game.play.drawing.numbers import must_be_counts, must_be_there, only_by_ruling
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Role, Tiles, remarks


class ReportMissing(Asked, frozen=True, tag="report-missing", kw_only=True):
    """Tiles are missing.

    Attributes:
      count: how many were missed; ``found``: how many of them the search found.
      tiles: those still missing, where it is known which.
      searched: a reasonable search was made.
      racks: tiles really on both racks; ``None``: as the record has them, the bag is short.
    """

    count: int
    tiles: Tiles = Tiles("")
    searched: bool = False
    found: int = 0
    racks: tuple[int, int] | None = None


class ReportExtra(Asked, frozen=True, tag="report-extra", kw_only=True):
    """The set holds ``count`` tiles too many; ``racks``: tiles really on both racks."""

    count: int
    tiles: Tiles = Tiles("")
    racks: tuple[int, int] | None = None


@decides(ReportMissing, may=STAFF)
def report_missing(sheet: Sheet, asked: ReportMissing, entry: Entry) -> Decision:
    """Write missing tiles down; play goes on as if they had never been there (H-18, A-04)."""
    must_not_be_final(sheet, entry)
    must_be_counts(asked.count, asked.found)
    lost = asked.count - asked.found
    entry.must(
        asked.count >= 1 and lost >= 0 and len(asked.tiles) <= lost, "unreadable-request/missing"
    )
    missing = entry.rules.tiles_found.missing
    wants_search = missing.value == "search-then-play-on"
    if wants_search and not asked.searched:
        entry.must_be_ruled("not-searched")
    elif wants_search and entry.role is not Role.DIRECTOR:
        entry.must_be_ruled("needs-ruling/missing")
    racks = _racks(sheet, asked.racks, lost)
    noticed: tuple[str, ...] = (remarks.SET_IRREGULAR,) if lost else ()
    return Decision(
        (
            TileMissing(
                count=lost,
                racks=racks,
                tiles=asked.tiles,
                searched=asked.searched,
                found=asked.found,
            ),
        ),
        noticed,
    )


@decides(ReportExtra, may=STAFF)
def report_extra(sheet: Sheet, asked: ReportExtra, entry: Entry) -> Decision:
    """Write extra tiles down; the pool is larger by them for the rest of the game (A-05)."""
    must_not_be_final(sheet, entry)
    must_be_counts(asked.count)
    entry.must(asked.count >= 1, "unreadable-request/none-too-many")
    only_by_ruling(entry.rules.tiles_found.extra, entry)
    racks = _racks(sheet, asked.racks, -asked.count)
    return Decision(
        (ExtraTiles(count=asked.count, racks=racks, tiles=asked.tiles),), (remarks.SET_IRREGULAR,)
    )


def _racks(sheet: Sheet, counted: tuple[int, int] | None, lost: int) -> tuple[int, int]:
    """Tiles on both racks once ``lost`` are gone from the pool (below zero: have joined it).

    Where nobody counted them the record stands, even one that a correction left with fewer
    tiles than none on a rack; only the tiles lost must have been somewhere.
    """
    if counted is not None or lost > 0:
        must_be_there(sheet, counted or sheet.stock.racks, lost)
    return counted or sheet.stock.racks
