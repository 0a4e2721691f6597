"""Everything the ledger notices and writes down all the same.

A remark is a code on an event. What follows from it is for the opponent and the director.
The words here are what screens and paper say beside the turn.
"""

from __future__ import annotations

ANNOUNCED_DIFFERS = "announced-differs"
BAG_BELOW_MINIMUM = "bag-below-minimum"
DIRECTOR_TO_CONFIRM = "director-to-confirm"
DISCONNECTED = "disconnected"
DOES_NOT_FIT = "does-not-fit"
ZERO_NOT_NAMED = "zero-not-named"
MISSES_CENTRE = "misses-centre"
NOT_ON_RACK = "not-on-rack"
ONE_TILE_FIRST = "one-tile-first"
TOO_MANY_OF_A_TILE = "too-many-of-a-tile"
UNPLAYED_TILES_DIFFER = "unplayed-tiles-differ"
WORDS_NOT_FORMED = "words-not-formed"
NOT_HANDED_IN_BY_WINNER = "not-handed-in-by-winner"

WORDS = {
    ANNOUNCED_DIFFERS: "The score announced is not the score by our count; the announced one "
    "stands until it is corrected.",
    BAG_BELOW_MINIMUM: "Exchanged with fewer tiles in the bag than the rules allow.",
    DIRECTOR_TO_CONFIRM: "The rulebook leaves a point of this to the director, "
    "who should confirm it.",
    DISCONNECTED: "The play touches no tile on the board; it stands unless challenged.",
    DOES_NOT_FIT: "Entered under a ruling although it does not fit the board.",
    ZERO_NOT_NAMED: "The rulebook does not name this kind of turn among the scoreless ones that "
    "end a game; it was not counted.",
    MISSES_CENTRE: "The first play misses the centre square; it stands unless challenged.",
    NOT_ON_RACK: "The play uses a tile that is not on the rack as entered.",
    ONE_TILE_FIRST: "The first play is a single tile; it stands unless challenged.",
    TOO_MANY_OF_A_TILE: "More of a tile lie on the board than the set holds: an earlier entry or "
    "the set is wrong.",
    UNPLAYED_TILES_DIFFER: "The unplayed tiles are not those that the board leaves over.",
    WORDS_NOT_FORMED: "A challenged word is not one of the words formed by the play.",
    NOT_HANDED_IN_BY_WINNER: "The slip was not handed in by the winner.",
}
