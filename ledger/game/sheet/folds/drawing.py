"""What irregular draws do to the sheet: where the tiles are, and what is going on."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.drawing import (
    DrawingImproper,
    DrawingSettled,
    DrawnOutOfOrder,
    DrawOrderRestored,
    DropMended,
    OverdrawCorrected,
    OverdrawCorrectionBotched,
    OverdrawExposed,
    Overdrawn,
    TileDroppedBack,
    TilesDrawn,
    UnderdrawMended,
    Underdrawn,
)
from ledger.game.facts.loose_tiles import TilesFound, TilesSpilled
from ledger.game.sheet.answering import NewTiles
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.opened import with_opened, with_step, without
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.game.sheet.waiting_draws import HAND_IN, with_draw
from ledger.record.fact import Fact
from ledger.vocabulary import Seat, Seconds

NAMES: dict[str, type[Fact]] = {
    "overdraw": Overdrawn,
    "underdraw": Underdrawn,
    "draw-order": DrawnOutOfOrder,
    "dropped-back": TileDroppedBack,
    "spill": TilesSpilled,
    "found-tiles": TilesFound,
}
"""The procedures about drawing, by name, and the facts that open them."""

DRAWN_FOR_THE_PLAY = ("drawing", "out-of-order", "dropped-back", "spill")
"""Causes of an overdraw that came with an ordinary draw; holds and exchanges have their own."""


def _noted(sheet: Sheet, fact: DrawingImproper, entry: Standing) -> Sheet:
    return sheet


def _drawn(sheet: Sheet, fact: TilesDrawn, entry: Standing) -> Sheet:
    """A draw that waited for a player's return is made; any may end the time to answer."""
    if fact.moment == HAND_IN:
        return sheet
    racked = fact.moment == "first-tile-racked"
    sheet = with_new_tiles(sheet, fact.seat, NewTiles(drawn=fact.count or None, racked=racked))
    if not sheet.open:
        return sheet
    return replace(sheet, open=with_draw(sheet, fact.seat, fact))


def with_new_tiles(sheet: Sheet, seat: Seat, new: NewTiles) -> Sheet:
    """The sheet on which ``seat``, whose turn was the last, is known to have drawn for it."""
    last = sheet.last_turn
    if last is None or last.seat is not seat:
        return sheet
    known = sheet.answering.new_tiles
    return replace(sheet, answering=replace(sheet.answering, new_tiles=new.beside(known)))


def opened(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    """The sheet with the procedure that ``fact`` opens."""
    version = entry.event.originator_version
    return replace(sheet, open=with_opened(sheet.open, version, fact))


def _overdrawn(sheet: Sheet, fact: Overdrawn, entry: Standing) -> Sheet:
    sheet = replace(sheet, stock=sheet.stock.with_racks(fact.racks))
    if fact.cause in DRAWN_FOR_THE_PLAY:
        new = NewTiles(drawn=fact.drawn, racked=fact.touched, mixed=fact.mixed)
        sheet = with_new_tiles(sheet, fact.seat, new)
    return opened(sheet, fact, entry) if fact.put_right else sheet


def _exposed(
    sheet: Sheet, fact: OverdrawExposed | OverdrawCorrectionBotched, entry: Standing
) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, Overdrawn, fact))


def _corrected(sheet: Sheet, fact: OverdrawCorrected, entry: Standing) -> Sheet:
    sheet = charged(sheet, fact.seat.opponent, fact.charged, entry)
    stock = sheet.stock.with_racks(fact.racks)
    known = sheet.answering.new_tiles
    if known is not None and known.drawn is not None:
        left = replace(known, drawn=max(0, known.drawn - fact.returned))
        sheet = replace(sheet, answering=replace(sheet.answering, new_tiles=left))
    return replace(sheet, stock=stock, open=without(sheet.open, Overdrawn))


def charged(sheet: Sheet, seat: Seat, seconds: Seconds, entry: Standing) -> Sheet:
    """The sheet with ``seconds`` off the clock of ``seat``, unless the clocks were read."""
    read = entry.event.envelope.clocks
    clock = sheet.clock.less(seat, seconds) if read is None else sheet.clock.read(read)
    return replace(sheet, clock=clock)


def _underdrawn(sheet: Sheet, fact: Underdrawn, entry: Standing) -> Sheet:
    sheet = replace(sheet, stock=sheet.stock.with_racks(fact.racks))
    return sheet if fact.remedy == "none" else opened(sheet, fact, entry)


def _mended(sheet: Sheet, fact: UnderdrawMended, entry: Standing) -> Sheet:
    stock = sheet.stock.with_racks(fact.racks)
    return replace(sheet, stock=stock, open=without(sheet.open, Underdrawn))


def _out_of_order(sheet: Sheet, fact: DrawnOutOfOrder, entry: Standing) -> Sheet:
    sheet = replace(sheet, stock=sheet.stock.with_racks(fact.racks))
    sheet = with_new_tiles(sheet, fact.seat, NewTiles(drawn=fact.drawn, racked=fact.touched))
    return sheet if fact.remedy == "none" else opened(sheet, fact, entry)


def _restored(sheet: Sheet, fact: DrawOrderRestored, entry: Standing) -> Sheet:
    stock = sheet.stock.with_racks(fact.racks)
    return replace(sheet, stock=stock, open=without(sheet.open, DrawnOutOfOrder))


def _dropped_back(sheet: Sheet, fact: TileDroppedBack, entry: Standing) -> Sheet:
    sheet = replace(sheet, stock=sheet.stock.with_racks(fact.racks))
    sheet = with_new_tiles(sheet, fact.seat, NewTiles())
    return sheet if fact.remedy == "overdraw" else opened(sheet, fact, entry)


def _drop_mended(sheet: Sheet, fact: DropMended, entry: Standing) -> Sheet:
    sheet = charged(sheet, fact.seat.opponent, fact.charged, entry)
    stock = sheet.stock.with_racks(fact.racks)
    return replace(sheet, stock=stock, open=without(sheet.open, TileDroppedBack))


def _settled(sheet: Sheet, fact: DrawingSettled, entry: Standing) -> Sheet:
    stock = sheet.stock.with_racks(fact.racks)
    return replace(sheet, stock=stock, open=without(sheet.open, NAMES[fact.what]))


FOLDS: Folds = {
    TilesDrawn: _drawn,
    DrawingImproper: _noted,
    Overdrawn: _overdrawn,
    OverdrawExposed: _exposed,
    OverdrawCorrectionBotched: _exposed,
    OverdrawCorrected: _corrected,
    Underdrawn: _underdrawn,
    UnderdrawMended: _mended,
    DrawnOutOfOrder: _out_of_order,
    DrawOrderRestored: _restored,
    TileDroppedBack: _dropped_back,
    DropMended: _drop_mended,
    DrawingSettled: _settled,
}
