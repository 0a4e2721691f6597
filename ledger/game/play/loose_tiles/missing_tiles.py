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
from ledger.vocabulary.refusals import Refusal


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
    """Write missing tiles down; play goes on as if they had never been there (H-18, A-04).

    Raises:
      Refusal: ``not-searched`` or ``needs-ruling`` where the book wants a search that the
        director confirms.
    """
    must_not_be_final(sheet, entry)
    must_be_counts(asked.count, asked.found)
    lost = asked.count - asked.found
    if asked.count < 1 or lost < 0 or len(asked.tiles) > lost:
        raise Refusal(
            "unreadable-request",
            "These numbers of missing tiles do not fit together.",
            "Enter how many were missed, how many were found, and which are still missing.",
        )
    missing = entry.rules.tiles_found.missing
    wants_search = missing.value == "search-then-play-on"
    if wants_search and not asked.searched:
        entry.unless_ruled(
            Refusal(
                "not-searched",
                "A missing tile is searched for before play goes on without it.",
                "Search, then report what was found.",
                clause=str(missing),
            )
        )
    elif wants_search and entry.role is not Role.DIRECTOR:
        entry.unless_ruled(
            Refusal(
                "needs-ruling",
                "The director confirms that a tile is missing.",
                "Call the director.",
                clause=str(missing),
            )
        )
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
    """Write extra tiles down; the pool is larger by them for the rest of the game (A-05).

    Raises:
      Refusal: ``call-the-director`` where the book does not say what follows.
    """
    must_not_be_final(sheet, entry)
    must_be_counts(asked.count)
    if asked.count < 1:
        raise Refusal(
            "unreadable-request", "No tile is too many.", "Enter how many tiles are too many."
        )
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
