"""Tiles found outside the bag, or in a bag thought empty."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.endings import UnplayedTilesCounted
from ledger.game.facts.loose_tiles import (
    EntitledPlayer,
    FoundTileChecked,
    GameReopened,
    RacksRestored,
    TilesFound,
    UnplayedTakenBack,
)
from ledger.game.play.drawing.numbers import must_be_counts, must_be_there, only_by_ruling
from ledger.game.play.endings.play_out import counted
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.loose_tiles.found_tiles_rule import found_remedy, who_draws
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary import NO_TILES, RACK_SIZE, Role, Seat, Tiles, remarks
from ledger.vocabulary.closed_lists import FoundWhere

A_TILE_WAS_FOUND = "a tile was found"


class ReportFound(Asked, frozen=True, tag="report-found", kw_only=True):
    """Tiles were found ``outside`` the bag, or in the ``bag`` when it was thought empty."""

    where: FoundWhere
    count: int = 1
    tiles: Tiles = Tiles("")
    by: str = ""


class CheckFoundTile(Asked, frozen=True, tag="check-found-tile", kw_only=True):
    """Both players agree that the tile came off the board, from ``square``, or that it did not."""

    from_board: bool
    square: str = ""


class RestoreRacks(Asked, frozen=True, tag="restore-racks", kw_only=True):
    """Both racks are as they were; ``racks``: tiles really on them, the tile found not included."""

    racks: tuple[int, int]


class NameEntitled(Asked, frozen=True, tag="name-entitled", kw_only=True):
    """Who should have drawn the tile earliest: ``None`` if nobody can tell."""

    seat: Seat | None = None
    tiles: Tiles = Tiles("")


@decides(ReportFound, may=STAFF)
def report_found(sheet: Sheet, asked: ReportFound, entry: Entry) -> Decision:
    """Write down that tiles were found, and whether the book adds them (H-15, H-16)."""
    must_not_be_final(sheet, entry)
    entry.must(asked.count >= 1 and len(asked.tiles) <= asked.count, "unreadable-request/found")
    remedy = found_remedy(asked.where, sheet.out is not None, entry.rules)
    noticed: tuple[str, ...] = (remedy.trap,) if remedy.trap else ()
    if remedy.kind == "director":
        noticed += (remarks.DIRECTOR_TO_CONFIRM,)
    elif remedy.kind == "not-added":
        noticed += (remarks.FOUND_TOO_LATE,)
    fact = TilesFound(
        where=asked.where,
        count=asked.count,
        tiles=asked.tiles,
        by=asked.by,
        remedy=remedy.kind,
        to_count=min(asked.count, sheet.irregular.missing),
    )
    return Decision((fact,), noticed)


@decides(CheckFoundTile, may=STAFF)
def check_found_tile(sheet: Sheet, asked: CheckFoundTile, entry: Entry) -> Decision:
    """Write down whether the tile came off the board; once agreed, it can't be corrected (Y67)."""
    must_not_be_final(sheet, entry)
    if asked.from_board and _agreed(sheet):
        entry.must_be_ruled("board-agreed")
    elif find(sheet.open, TilesFound) is None:
        raise entry.refusal("nothing-to-put-right/found")
    return Decision((FoundTileChecked(from_board=asked.from_board, square=asked.square),))


def _agreed(sheet: Sheet) -> bool:
    """Whether the players agreed that the tile found last was not from the board."""
    for event in reversed(sheet.events):
        if isinstance(event.fact, FoundTileChecked):
            return not event.fact.from_board
        if isinstance(event.fact, TilesFound):
            return False
    return False


@decides(RestoreRacks, may=STAFF)
def restore_racks(sheet: Sheet, asked: RestoreRacks, entry: Entry) -> Decision:
    """Put the racks as they were; who draws follows from them where the book says so."""
    opened, found = _open(sheet, entry)
    must_be_counts(*asked.racks)
    off_board = entry.rules.tiles_found.off_the_board
    if found.where == "outside" and off_board.value is True and not opened.has(FoundTileChecked):
        entry.must_be_ruled("not-checked")
    must_be_there(sheet, asked.racks)
    outside = entry.rules.tiles_found.outside.value
    draws = who_draws(asked.racks) if outside == "restore-and-draw" else "earliest"
    if found.where == "bag":
        draws = "earliest"
    restored = RacksRestored(racks=asked.racks, resumed=draws == "nobody")
    if not isinstance(draws, Seat):
        return Decision((restored,))
    return Decision(
        (restored, *_drawn(sheet, found, asked.racks, draws, "other-rack-full", Tiles(""), entry))
    )


@decides(NameEntitled, may=STAFF)
def name_entitled(sheet: Sheet, asked: NameEntitled, entry: Entry) -> Decision:
    """The player entitled earliest draws; the game goes on, or is over and counted anew."""
    opened, found = _open(sheet, entry)
    entry.must_unless_ruled(opened.has(RacksRestored), "racks-not-restored")
    basis = "ruling" if entry.case or entry.role is Role.DIRECTOR else "agreement"
    if asked.seat is None:
        only_by_ruling(entry.rules.tiles_found.whose_unknown, entry)
        nobody = EntitledPlayer(
            seat=None, count=found.count, basis=basis, racks=sheet.stock.racks, tiles=found.tiles
        )
        return Decision((nobody,), (remarks.SET_IRREGULAR,))
    return Decision(_drawn(sheet, found, sheet.stock.racks, asked.seat, basis, asked.tiles, entry))


def _drawn(
    sheet: Sheet,
    found: TilesFound,
    racks: tuple[int, int],
    seat: Seat,
    basis: str,
    tiles: Tiles,
    entry: Entry,
) -> tuple[Fact, ...]:
    """The draw, and what it makes of the game."""
    bag = sheet.stock.with_racks(racks).bag
    receives = entry.rules.tiles_found.outside.value == "who-should-have-drawn"
    room = RACK_SIZE - racks[seat.place]
    wanted = min(found.count, room) if receives else room
    count = max(0, min(wanted, bag))
    held = list(racks)
    held[seat.place] += count
    now = (held[0], held[1])
    if not tiles and bag == found.count == count:
        tiles = found.tiles
    draw = EntitledPlayer(seat=seat, count=count, basis=basis, racks=now, tiles=tiles)
    return (draw, *_afterwards(sheet, seat, now, bag - count, tiles, entry))


def _afterwards(
    sheet: Sheet, seat: Seat, racks: tuple[int, int], bag: int, tiles: Tiles, entry: Entry
) -> tuple[Fact, ...]:
    """Over and recalculated if only one player has tiles; otherwise play goes on."""
    if sheet.out is None:
        return ()
    back = (UnplayedTakenBack(reason=A_TILE_WAS_FOUND),) if sheet.ending.unplayed_counted else ()
    if all(racks) or bag:
        return (*back, GameReopened(on_move=sheet.out.opponent, reason=A_TILE_WAS_FOUND))
    before = _counted_racks(sheet)
    if not back or before is None or not tiles:
        return back
    left = before[seat.place]
    known = list(before)
    known[seat.place] = tiles if left == NO_TILES else Tiles(left + tiles)
    return (*back, counted((known[0], known[1]), sheet, entry))


def _counted_racks(sheet: Sheet) -> tuple[Tiles, Tiles] | None:
    for event in reversed(sheet.events):
        if isinstance(event.fact, UnplayedTilesCounted):
            return event.fact.racks
    return None


def _open(sheet: Sheet, entry: Entry) -> tuple[Opened, TilesFound]:
    opened = find(sheet.open, TilesFound)
    if opened is None or not isinstance(opened.fact, TilesFound):
        raise entry.refusal("nothing-to-put-right/found")
    entry.must_unless_ruled(opened.fact.remedy != "director", "needs-ruling/found")
    return opened, opened.fact
