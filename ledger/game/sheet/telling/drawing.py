"""Drawing, told in a few words."""

from __future__ import annotations

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
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import on_racks, tiles
from ledger.game.sheet.telling.tells import tells
from ledger.vocabulary.counted import some

MOMENTS = {
    "hand-in": "put a hand into the bag",
    "first-tile-out": "has a first tile out of the bag",
    "hand-out": "has drawn",
    "first-tile-racked": "has a new tile on the rack",
}


@tells(TilesDrawn, "draw of {seat}: {moment}[; tiles {count}]")
def _tiles_drawn(fact: TilesDrawn, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} {MOMENTS.get(fact.moment, fact.moment)}"


@tells(DrawingImproper, "improper draw of {seat}: {manner}[; time {times}][; {note}]")
def _drawing_improper(fact: DrawingImproper, sheet: Sheet) -> str:
    again = f", noted {fact.times} times" if fact.times > 1 else ""
    manner = fact.manner.replace("-", " ")
    return f"Improper draw of {sheet.name(fact.seat)}: {manner}{again}"


@tells(
    Overdrawn,
    "overdrawn {seat}: held {held}, drew {drawn}, due {due}, too many {over}"
    "; {touched|touched|untouched}, {mixed|mixed|apart}; noticed by {noticed_by:word}"
    "; {group:word} {size}; to turn up {revealed}; racks {racks}[; from {cause}]"
    "[; {concealed|concealed|disclosed}][; apart {apart}][; seen by {observer}]"
    "[; {put_right|put right|left as it is}]",
)
def _overdrawn(fact: Overdrawn, sheet: Sheet) -> str:
    who = sheet.name(fact.seat)
    return f"{who} drew {tiles(fact.drawn)} for {fact.due}: {fact.over} too many"


@tells(
    Underdrawn,
    "underdrawn {seat}: short {short}; noticed by {noticed_by:word}; remedy {remedy:word}"
    "; racks {racks}[; {concealed|concealed|disclosed}]",
)
def _underdrawn(fact: Underdrawn, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} drew {fact.short} too few"


@tells(
    DrawnOutOfOrder,
    "drawn out of order {seat}: held {held}, drew {drawn}; opponent due {opponent_due}"
    "; bag {bag}; {touched|touched|untouched}; {had_chance|had a chance|had no chance}"
    "; remedy {remedy:word}; racks {racks}",
)
def _drawn_out_of_order(fact: DrawnOutOfOrder, sheet: Sheet) -> str:
    other = sheet.name(fact.seat.opponent)
    return f"{sheet.name(fact.seat)} drew {tiles(fact.drawn)} before {other} had drawn"


@tells(
    TileDroppedBack,
    "dropped back by {seat}: {count}; remedy {remedy:word}; racks {racks}; bag {bag}"
    "[; rack to hold {target}][; from bag {from_bag}][; from rack {from_rack}]",
)
def _tile_dropped_back(fact: TileDroppedBack, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} put {tiles(fact.count)} back into the bag"


@tells(OverdrawExposed, "turned up of {seat}: {revealed}; seen by {seen_by:word}[; tiles {tiles}]")
def _overdraw_exposed(fact: OverdrawExposed, sheet: Sheet) -> str:
    return f"{tiles(fact.revealed)} of {sheet.name(fact.seat)} turned up"


@tells(OverdrawCorrectionBotched, "too many turned up of {seat}: {revealed}; again {again}")
def _overdraw_correction_botched(fact: OverdrawCorrectionBotched, _sheet: Sheet) -> str:
    return f"Too many turned up: all face down again, {tiles(fact.again)} to turn up"


@tells(
    OverdrawCorrected,
    "overdraw corrected {seat}: back {returned}; racks {racks}[; used {used:not measured}]"
    "[; charged {charged}][; tiles {tiles}]",
)
def _overdraw_corrected(fact: OverdrawCorrected, sheet: Sheet) -> str:
    charged = f", {some(fact.charged, 'second')} on the clock" if fact.charged else ""
    who = sheet.name(fact.seat.opponent)
    return f"Overdraw put right: {tiles(fact.returned)} back, chosen by {who}{charged}"


@tells(
    UnderdrawMended,
    "underdraw mended {seat}: {count} from {source:word}; racks {racks}"
    "[; used {used:not measured}]",
)
def _underdraw_mended(fact: UnderdrawMended, sheet: Sheet) -> str:
    source = "the bag" if fact.source == "bag" else sheet.name(fact.seat.opponent)
    return f"{sheet.name(fact.seat)} got {tiles(fact.count)} from {source}"


@tells(DrawOrderRestored, "draws in order again: racks {racks}")
def _draw_order_restored(fact: DrawOrderRestored, _sheet: Sheet) -> str:
    return f"Both have drawn in the right order: {on_racks(fact.racks)}"


@tells(
    DropMended,
    "drop mended {seat}: shown {exposed}, given {given}, back {returned}; racks {racks}"
    "[; used {used:not measured}][; charged {charged}]",
)
def _drop_mended(fact: DropMended, _sheet: Sheet) -> str:
    return f"{tiles(fact.exposed)} shown, {fact.given} given, {fact.returned} back"


@tells(DrawingSettled, "settled {what:word}: {finding}; racks {racks}")
def _drawing_settled(fact: DrawingSettled, _sheet: Sheet) -> str:
    return f"Settled by the director{because(fact.finding)}"
