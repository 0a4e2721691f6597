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


@tells(PlacementChallenged)
def _placement_challenged(fact: PlacementChallenged, sheet: Sheet) -> str:
    ground = fact.ground.replace("-", " ")
    return f"{sheet.name(fact.seat)} challenged the placement: {ground}"


@tells(PlacementJudged)
def _placement_judged(fact: PlacementJudged, _sheet: Sheet) -> str:
    return f"The placement was {'legal' if fact.legal else 'not legal'}"


@tells(StrayTilesPlaced)
def _stray_tiles_placed(fact: StrayTilesPlaced, sheet: Sheet) -> str:
    tiles = ", ".join(f"{tile} on {square}" for square, tile in fact.tiles)
    return f"{sheet.name(fact.seat)} also placed {tiles}"


@tells(WordsUnscored)
def _words_unscored(fact: WordsUnscored, _sheet: Sheet) -> str:
    return f"Words through {', '.join(fact.squares)} score nothing"


@tells(OrientationSet)
def _orientation_set(fact: OrientationSet, _sheet: Sheet) -> str:
    return f"The first play lies at {fact.degrees} degrees to the lettering"


@tells(OrientationCorrected)
def _orientation_corrected(fact: OrientationCorrected, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} turned the first play"


@tells(TilesMisplaced)
def _tiles_misplaced(fact: TilesMisplaced, sheet: Sheet) -> str:
    how = fact.how.replace("-", " ")
    return f"Tiles of {sheet.name(fact.seat)} lie {how}"


@tells(TilesStraightened)
def _tiles_straightened(fact: TilesStraightened, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} straightened tiles"
