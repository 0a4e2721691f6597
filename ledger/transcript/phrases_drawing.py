"""The wording of draws that went wrong, and of tiles that lie where they should not."""

from __future__ import annotations

from ledger.game.facts import drawing, loose_tiles
from ledger.record.fact import Fact

ABOUT_DRAWING: dict[type[Fact], str] = {
    drawing.TilesDrawn: "draw of {seat}: {moment}[; tiles {count}]",
    drawing.DrawingImproper: "improper draw of {seat}: {manner}[; time {times}][; {note}]",
    drawing.Overdrawn: (
        "overdrawn {seat}: held {held}, drew {drawn}, due {due}, too many {over}"
        "; {touched|touched|untouched}, {mixed|mixed|apart}; noticed by {noticed_by:word}"
        "; {group:word} {size}; to turn up {revealed}; racks {racks}[; from {cause}]"
        "[; {concealed|concealed|disclosed}][; apart {apart}][; seen by {observer}]"
        "[; {put_right|put right|left as it is}]"
    ),
    drawing.OverdrawExposed: (
        "turned up of {seat}: {revealed}; seen by {seen_by:word}[; tiles {tiles}]"
    ),
    drawing.OverdrawCorrectionBotched: "too many turned up of {seat}: {revealed}; again {again}",
    drawing.OverdrawCorrected: (
        "overdraw corrected {seat}: back {returned}; racks {racks}[; used {used:not measured}]"
        "[; charged {charged}][; tiles {tiles}]"
    ),
    drawing.Underdrawn: (
        "underdrawn {seat}: short {short}; noticed by {noticed_by:word}; remedy {remedy:word}"
        "; racks {racks}[; {concealed|concealed|disclosed}]"
    ),
    drawing.UnderdrawMended: (
        "underdraw mended {seat}: {count} from {source:word}; racks {racks}"
        "[; used {used:not measured}]"
    ),
    drawing.DrawnOutOfOrder: (
        "drawn out of order {seat}: held {held}, drew {drawn}; opponent due {opponent_due}"
        "; bag {bag}; {touched|touched|untouched}; {had_chance|had a chance|had no chance}"
        "; remedy {remedy:word}; racks {racks}"
    ),
    drawing.DrawOrderRestored: "draws in order again: racks {racks}",
    drawing.TileDroppedBack: (
        "dropped back by {seat}: {count}; remedy {remedy:word}; racks {racks}; bag {bag}"
        "[; rack to hold {target}][; from bag {from_bag}][; from rack {from_rack}]"
    ),
    drawing.DropMended: (
        "drop mended {seat}: shown {exposed}, given {given}, back {returned}; racks {racks}"
        "[; used {used:not measured}][; charged {charged}]"
    ),
    drawing.DrawingSettled: "settled {what:word}: {finding}; racks {racks}",
    loose_tiles.TilesSpilled: (
        "spilled by {seat}: {count}; {phase:word}; bag {bag}; remedy {remedy:word}"
        "[; face up {face_up}][; to give {given}][; {declined|declined|not declined}]"
    ),
    loose_tiles.SpillSettled: (
        "spill settled {seat}: given {given}, back {returned}; racks {racks}"
    ),
    loose_tiles.TilesFound: (
        "found {where:word} by {by}: {count}; tiles {tiles}; remedy {remedy:word}"
        "[; missed before {to_count}]"
    ),
    loose_tiles.FoundTileChecked: (
        "tile found {from_board|came off the board|was not from the board}[; at {square}]"
    ),
    loose_tiles.RacksRestored: "racks restored {racks}[; {resumed|play goes on|a draw follows}]",
    loose_tiles.EntitledPlayer: (
        "entitled {seat:nobody} ({basis:word}): {count}; racks {racks}[; tiles {tiles}]"
    ),
    loose_tiles.TileMissing: (
        "missing {count}; racks {racks}[; tiles {tiles}][; {searched|searched|not searched}]"
        "[; found {found}]"
    ),
    loose_tiles.ExtraTiles: "too many in the set {count}; racks {racks}[; tiles {tiles}]",
    loose_tiles.UnplayedTakenBack: "count of unplayed tiles taken back: {reason}",
    loose_tiles.GameReopened: "game goes on, {on_move} on move: {reason}",
}
