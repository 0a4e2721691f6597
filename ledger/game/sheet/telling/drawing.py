"""Facts about drawing and loose tiles, told in a few words."""

from __future__ import annotations

from ledger.game.facts import drawing as d
from ledger.game.facts import loose_tiles as t
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact

MOMENTS = {
    "hand-in": "put a hand into the bag",
    "first-tile-out": "has a first tile out of the bag",
    "hand-out": "has drawn",
    "first-tile-racked": "has a new tile on the rack",
}


def told_drawing(fact: Fact, sheet: Sheet) -> str:
    """A fact of these two chapters in a few words; empty for any other."""
    return (
        _drawn(fact, sheet) or _put_right(fact, sheet) or _loose(fact, sheet) or _set(fact, sheet)
    )


def _drawn(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case d.TilesDrawn():
            return f"{sheet.name(fact.seat)} {MOMENTS.get(fact.moment, fact.moment)}"
        case d.DrawingImproper():
            again = f", noted {fact.times} times" if fact.times > 1 else ""
            manner = fact.manner.replace("-", " ")
            return f"Improper draw of {sheet.name(fact.seat)}: {manner}{again}"
        case d.Overdrawn():
            who = sheet.name(fact.seat)
            return f"{who} drew {fact.drawn} tiles for {fact.due}: {fact.over} too many"
        case d.Underdrawn():
            return f"{sheet.name(fact.seat)} drew {fact.short} too few"
        case d.DrawnOutOfOrder():
            other = sheet.name(fact.seat.opponent)
            return f"{sheet.name(fact.seat)} drew {fact.drawn} tiles before {other} had drawn"
        case d.TileDroppedBack():
            return f"{sheet.name(fact.seat)} put {tiles(fact.count)} back into the bag"
    return ""


def _put_right(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case d.OverdrawExposed():
            return f"{tiles(fact.revealed)} of {sheet.name(fact.seat)} turned up"
        case d.OverdrawCorrectionBotched():
            return f"Too many turned up: all face down again, {tiles(fact.again)} to turn up"
        case d.OverdrawCorrected():
            charged = f", {fact.charged} seconds on the clock" if fact.charged else ""
            who = sheet.name(fact.seat.opponent)
            return f"Overdraw put right: {tiles(fact.returned)} back, chosen by {who}{charged}"
        case d.UnderdrawMended():
            source = "the bag" if fact.source == "bag" else sheet.name(fact.seat.opponent)
            return f"{sheet.name(fact.seat)} got {tiles(fact.count)} from {source}"
        case d.DrawOrderRestored():
            return f"Both have drawn in the right order: {_racks(fact.racks)}"
        case d.DropMended():
            return f"{tiles(fact.exposed)} shown, {fact.given} given, {fact.returned} back"
        case d.DrawingSettled():
            return f"Settled by the director{because(fact.finding)}"
    return ""


def _loose(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case t.TilesSpilled():
            return f"{sheet.name(fact.seat)} spilled {tiles(fact.count)}"
        case t.SpillSettled():
            return f"After the spill {fact.given} given and {fact.returned} back into the bag"
        case t.TilesFound():
            place = "in the bag" if fact.where == "bag" else "outside the bag"
            added = ", not added to the game" if fact.remedy == "not-added" else ""
            return f"{tiles(fact.count)} found {place}{added}"
        case t.FoundTileChecked():
            return "The tile came off the board" if fact.from_board else (
                "Both agree that the tile was not from the board"
            )  # fmt: skip
        case t.RacksRestored():
            return f"Racks as they were: {_racks(fact.racks)}"
        case t.EntitledPlayer():
            if fact.seat is None:
                return "Nobody can tell who should have drawn; the game goes on without"
            return f"{sheet.name(fact.seat)} was entitled and drew {tiles(fact.count)}"
    return ""


def _set(fact: Fact, sheet: Sheet) -> str:
    match fact:
        case t.TileMissing():
            if not fact.count:
                return "The missing tiles were found"
            return f"{tiles(fact.count)} missing; play goes on without"
        case t.ExtraTiles():
            return f"{tiles(fact.count)} too many in the set; play goes on"
        case t.UnplayedTakenBack():
            return f"The count of unplayed tiles no longer stands{because(fact.reason)}"
        case t.GameReopened():
            return f"The game goes on with {sheet.name(fact.on_move)} on move{because(fact.reason)}"
    return ""


def tiles(count: int) -> str:
    """A number of tiles in words.

    >>> tiles(1), tiles(2)
    ('1 tile', '2 tiles')
    """
    return "1 tile" if count == 1 else f"{count} tiles"


def _racks(racks: tuple[int, int]) -> str:
    return f"{racks[0]} and {racks[1]} tiles"
