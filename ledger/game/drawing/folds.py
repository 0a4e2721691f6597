"""What irregular draws do to the sheet: where tiles are, and what is going on. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.drawing.facts import (
    DrawingImproper,
    DrawingSettled,
    DrawnOutOfOrder,
    DrawnThenChallengedOff,
    DrawOrderRestored,
    DropMended,
    NewTilesReturned,
    OverdrawCorrected,
    OverdrawCorrectionBotched,
    OverdrawExposed,
    Overdrawn,
    TileDroppedBack,
    TilesDrawn,
    UnderdrawMended,
    Underdrawn,
)
from ledger.game.loose_tiles.facts import TilesFound, TilesSpilled
from ledger.game.sheet.sheet import NewTiles, Sheet, with_opened, with_step, without
from ledger.game.sheet.standing import (
    Standing,
    coded,
    folds,
    leaves_unchanged,
    on_racks,
    tells,
    tiles,
    with_reason,
)
from ledger.game.sheet.still_open import HAND_IN, with_draw
from ledger.messages import say
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


leaves_unchanged(DrawingImproper)


@folds(TilesDrawn)
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
    version = entry.event.originator_version
    return replace(sheet, open=with_opened(sheet.open, version, fact))


@folds(Overdrawn)
def _overdrawn(sheet: Sheet, fact: Overdrawn, entry: Standing) -> Sheet:
    sheet = replace(sheet, stock=sheet.stock.with_racks(fact.racks))
    if fact.cause in DRAWN_FOR_THE_PLAY:
        new = NewTiles(drawn=fact.drawn, racked=fact.touched, mixed=fact.mixed)
        sheet = with_new_tiles(sheet, fact.seat, new)
    return opened(sheet, fact, entry) if fact.put_right else sheet


@folds(OverdrawExposed, OverdrawCorrectionBotched)
def _exposed(
    sheet: Sheet, fact: OverdrawExposed | OverdrawCorrectionBotched, entry: Standing
) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, Overdrawn, fact))


@folds(OverdrawCorrected)
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


@folds(Underdrawn)
def _underdrawn(sheet: Sheet, fact: Underdrawn, entry: Standing) -> Sheet:
    sheet = replace(sheet, stock=sheet.stock.with_racks(fact.racks))
    return sheet if fact.remedy == "none" else opened(sheet, fact, entry)


@folds(UnderdrawMended)
def _mended(sheet: Sheet, fact: UnderdrawMended, entry: Standing) -> Sheet:
    stock = sheet.stock.with_racks(fact.racks)
    return replace(sheet, stock=stock, open=without(sheet.open, Underdrawn))


@folds(DrawnOutOfOrder)
def _out_of_order(sheet: Sheet, fact: DrawnOutOfOrder, entry: Standing) -> Sheet:
    sheet = replace(sheet, stock=sheet.stock.with_racks(fact.racks))
    sheet = with_new_tiles(sheet, fact.seat, NewTiles(drawn=fact.drawn, racked=fact.touched))
    return sheet if fact.remedy == "none" else opened(sheet, fact, entry)


@folds(DrawOrderRestored)
def _restored(sheet: Sheet, fact: DrawOrderRestored, entry: Standing) -> Sheet:
    stock = sheet.stock.with_racks(fact.racks)
    return replace(sheet, stock=stock, open=without(sheet.open, DrawnOutOfOrder))


@folds(TileDroppedBack)
def _dropped_back(sheet: Sheet, fact: TileDroppedBack, entry: Standing) -> Sheet:
    sheet = replace(sheet, stock=sheet.stock.with_racks(fact.racks))
    sheet = with_new_tiles(sheet, fact.seat, NewTiles())
    return sheet if fact.remedy == "overdraw" else opened(sheet, fact, entry)


@folds(DropMended)
def _drop_mended(sheet: Sheet, fact: DropMended, entry: Standing) -> Sheet:
    sheet = charged(sheet, fact.seat.opponent, fact.charged, entry)
    stock = sheet.stock.with_racks(fact.racks)
    return replace(sheet, stock=stock, open=without(sheet.open, TileDroppedBack))


@folds(DrawingSettled)
def _settled(sheet: Sheet, fact: DrawingSettled, entry: Standing) -> Sheet:
    stock = sheet.stock.with_racks(fact.racks)
    return replace(sheet, stock=stock, open=without(sheet.open, NAMES[fact.what]))


# Drawing, told in a few words.


@tells(TilesDrawn, "draw of {seat}: {moment}[; tiles {count}]")
def _tiles_drawn(fact: TilesDrawn, sheet: Sheet) -> str:
    return say(f"game_drawing.moment-{fact.moment}", player=sheet.name(fact.seat))


@tells(DrawingImproper, "improper draw of {seat}: {manner}[; time {times}][; {note}]")
def _drawing_improper(fact: DrawingImproper, sheet: Sheet) -> str:
    manner = coded("draw-manner", fact.manner)
    if fact.times > 1:
        return say(
            "game_drawing.improper-draw-manner-noted-times",
            player=sheet.name(fact.seat),
            manner=manner,
            times=fact.times,
        )
    return say("game_drawing.improper-draw-manner", player=sheet.name(fact.seat), manner=manner)


@tells(
    Overdrawn,
    "overdrawn {seat}: held {held}, drew {drawn}, due {due}, too many {over}"
    "; {touched|touched|untouched}, {mixed|mixed|apart}; noticed by {noticed_by:word}"
    "; {group:word} {size}; to turn up {revealed}; racks {racks}[; from {cause}]"
    "[; {concealed|concealed|disclosed}][; apart {apart}][; seen by {observer}]"
    "[; {put_right|put right|left as it is}]",
)
def _overdrawn_drawing_wording(fact: Overdrawn, sheet: Sheet) -> str:
    who = sheet.name(fact.seat)
    return say(
        "game_drawing.overdrawn", player=who, tiles=tiles(fact.drawn), due=fact.due, over=fact.over
    )


@tells(
    Underdrawn,
    "underdrawn {seat}: short {short}; noticed by {noticed_by:word}; remedy {remedy:word}"
    "; racks {racks}[; {concealed|concealed|disclosed}]",
)
def _underdrawn_drawing_wording(fact: Underdrawn, sheet: Sheet) -> str:
    return say("game_drawing.underdrawn", player=sheet.name(fact.seat), short=fact.short)


@tells(
    DrawnOutOfOrder,
    "drawn out of order {seat}: held {held}, drew {drawn}; opponent due {opponent_due}"
    "; bag {bag}; {touched|touched|untouched}; {had_chance|had a chance|had no chance}"
    "; remedy {remedy:word}; racks {racks}",
)
def _drawn_out_of_order(fact: DrawnOutOfOrder, sheet: Sheet) -> str:
    other = sheet.name(fact.seat.opponent)
    return say(
        "game_drawing.drawn-out-of-order",
        player=sheet.name(fact.seat),
        tiles=tiles(fact.drawn),
        other=other,
    )


@tells(
    TileDroppedBack,
    "dropped back by {seat}: {count}; remedy {remedy:word}; racks {racks}; bag {bag}"
    "[; rack to hold {target}][; from bag {from_bag}][; from rack {from_rack}]",
)
def _tile_dropped_back(fact: TileDroppedBack, sheet: Sheet) -> str:
    return say(
        "game_drawing.tile-dropped-back", player=sheet.name(fact.seat), tiles=tiles(fact.count)
    )


@tells(OverdrawExposed, "turned up of {seat}: {revealed}; seen by {seen_by:word}[; tiles {tiles}]")
def _overdraw_exposed(fact: OverdrawExposed, sheet: Sheet) -> str:
    return say(
        "game_drawing.overdraw-exposed", tiles=tiles(fact.revealed), player=sheet.name(fact.seat)
    )


@tells(OverdrawCorrectionBotched, "too many turned up of {seat}: {revealed}; again {again}")
def _overdraw_correction_botched(fact: OverdrawCorrectionBotched, _sheet: Sheet) -> str:
    return say("game_drawing.overdraw-correction-botched", tiles=tiles(fact.again))


@tells(
    OverdrawCorrected,
    "overdraw corrected {seat}: back {returned}; racks {racks}[; used {used:not measured}]"
    "[; charged {charged}][; tiles {tiles}]",
)
def _overdraw_corrected(fact: OverdrawCorrected, sheet: Sheet) -> str:
    who = sheet.name(fact.seat.opponent)
    if fact.charged:
        seconds = say("game.seconds", n=fact.charged)
        return say(
            "game_drawing.overdraw-put-right-with-time",
            tiles=tiles(fact.returned),
            player=who,
            seconds=seconds,
        )
    return say("game_drawing.overdraw-put-right", tiles=tiles(fact.returned), player=who)


@tells(
    UnderdrawMended,
    "underdraw mended {seat}: {count} from {source:word}; racks {racks}"
    "[; used {used:not measured}]",
)
def _underdraw_mended(fact: UnderdrawMended, sheet: Sheet) -> str:
    if fact.source == "bag":
        return say(
            "game_drawing.got-tiles-from-bag", player=sheet.name(fact.seat), tiles=tiles(fact.count)
        )
    other = sheet.name(fact.seat.opponent)
    return say(
        "game_drawing.got-tiles-from-other",
        player=sheet.name(fact.seat),
        tiles=tiles(fact.count),
        other=other,
    )


@tells(DrawOrderRestored, "draws in order again: racks {racks}")
def _draw_order_restored(fact: DrawOrderRestored, _sheet: Sheet) -> str:
    return say("game_drawing.draw-order-restored", racks=on_racks(fact.racks))


@tells(
    DropMended,
    "drop mended {seat}: shown {exposed}, given {given}, back {returned}; racks {racks}"
    "[; used {used:not measured}][; charged {charged}]",
)
def _drop_mended_drawing_wording(fact: DropMended, _sheet: Sheet) -> str:
    return say(
        "game_drawing.drop-mended",
        tiles=tiles(fact.exposed),
        given=fact.given,
        returned=fact.returned,
    )


@tells(DrawingSettled, "settled {what:word}: {finding}; racks {racks}")
def _drawing_settled(fact: DrawingSettled, _sheet: Sheet) -> str:
    return with_reason(say("game_drawing.drawing-settled"), fact.finding)


@folds(DrawnThenChallengedOff)
def _drawn_off(sheet: Sheet, fact: DrawnThenChallengedOff, entry: Standing) -> Sheet:
    """Where another verdict put the play back since, no tiles have to go anywhere."""
    play = sheet.last_turn
    if play is not None and play.version == sheet.challenges.stood and play.seat is fact.seat:
        return sheet
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


@folds(NewTilesReturned)
def _returned(sheet: Sheet, fact: NewTilesReturned, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, DrawnThenChallengedOff))


@tells(
    DrawnThenChallengedOff,
    "drawn for a play that came off {seat} {drawn} ({how})[; held {held}]"
    "[; {racked|on the rack|off the rack}][; {mixed|mixed|apart}]"
    "[; {looked|looked|not looked}]",
)
def _drawn_then_challenged_off(fact: DrawnThenChallengedOff, sheet: Sheet) -> str:
    return say(
        "game_challenges.drawn-then-challenged-off", player=sheet.name(fact.seat), drawn=fact.drawn
    )


@tells(NewTilesReturned, "new tiles of {seat} returned {returned} ({seen|seen|unseen})")
def _new_tiles_returned(fact: NewTilesReturned, sheet: Sheet) -> str:
    if fact.seen:
        return say(
            "game_challenges.returned-new-tiles-shown-and",
            returned=fact.returned,
            player=sheet.name(fact.seat),
        )
    return say(
        "game_challenges.returned-new-tiles-returned",
        returned=fact.returned,
        player=sheet.name(fact.seat),
    )
