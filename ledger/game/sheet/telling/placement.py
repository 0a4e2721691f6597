"""Placement and orientation, told in a few words."""

from __future__ import annotations

from ledger.game.facts.placement import (
    OrientationCorrected,
    OrientationSet,
    PlacementChallenged,
    PlacementJudged,
    StrayTilesPlaced,
    TilesMisplaced,
    TilesStraightened,
    WordsUnscored,
)
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.tells import tells


@tells(
    PlacementChallenged,
    "placement challenged by {seat}: {ground}[; {drawn|drawn already|before drawing}]",
)
def _placement_challenged(fact: PlacementChallenged, sheet: Sheet) -> str:
    ground = fact.ground.replace("-", " ")
    return f"{sheet.name(fact.seat)} challenged the placement: {ground}"


@tells(PlacementJudged, "placement {legal|legal|illegal}[ ({adjudicator})]")
def _placement_judged(fact: PlacementJudged, _sheet: Sheet) -> str:
    return f"The placement was {'legal' if fact.legal else 'not legal'}"


@tells(StrayTilesPlaced, "stray tiles of {seat}: {tiles}")
def _stray_tiles_placed(fact: StrayTilesPlaced, sheet: Sheet) -> str:
    tiles = ", ".join(f"{tile} on {square}" for square, tile in fact.tiles)
    return f"{sheet.name(fact.seat)} also placed {tiles}"


@tells(WordsUnscored, "words unscored at {squares}")
def _words_unscored(fact: WordsUnscored, _sheet: Sheet) -> str:
    return f"Words through {', '.join(fact.squares)} score nothing"


@tells(OrientationSet, "board at {degrees}[; {to_correct|to be turned|as it stays}]")
def _orientation_set(fact: OrientationSet, _sheet: Sheet) -> str:
    return f"The first play lies at {fact.degrees} degrees to the lettering"


@tells(OrientationCorrected, "board turned by {seat}[ to {degrees}]")
def _orientation_corrected(fact: OrientationCorrected, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} turned the first play"


@tells(TilesMisplaced, "tiles of {seat} askew: {how}[; at {squares}]")
def _tiles_misplaced(fact: TilesMisplaced, sheet: Sheet) -> str:
    how = fact.how.replace("-", " ")
    return f"Tiles of {sheet.name(fact.seat)} lie {how}"


@tells(TilesStraightened, "tiles straightened by {seat}")
def _tiles_straightened(fact: TilesStraightened, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} straightened tiles"
